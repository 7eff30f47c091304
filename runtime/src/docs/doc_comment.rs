//! Doc comments in a page: Markdown that cannot break out of its place.
//!
//! Emphasis, lists, code, tables and links stay as their author wrote them. HTML is shown as text, headings rank below
//! those of the page, and links between items of the program lead to pages or are plain text.

use super::inline::Place;

/// Where a link between items leads, if it leads to a page.
pub(super) type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A doc comment as paragraphs.
pub(super) fn block(text: &str, resolve: Resolve<'_>) -> String {
    parsed::block(&crate::text::clean(&text), resolve)
}

/// The first paragraph of a doc comment on one line.
pub(super) fn line(text: &str, place: Place, resolve: Resolve<'_>) -> String {
    parsed::line(&super::inline::one_line(text), place, resolve)
}

/// Without a parser nothing is known to be safe: the source is shown.
#[cfg(not(feature = "markdown"))]
mod parsed {
    use super::Resolve;
    use crate::docs::inline::{Place, code_block, prose};

    pub(super) fn block(text: &str, _: Resolve<'_>) -> String {
        let paragraphs = text.split("\n\n").map(|paragraph| match paragraph.starts_with("    ") {
            true => code_block("text", paragraph),
            false => prose(paragraph, Place::Line),
        });
        paragraphs.collect::<Vec<_>>().join("\n\n")
    }

    pub(super) fn line(text: &str, place: Place, _: Resolve<'_>) -> String {
        prose(text, place)
    }
}

#[cfg(feature = "markdown")]
mod parsed {
    use super::Resolve;
    use crate::docs::inline::{Place, code_span, escaped, longest_run, prose};
    use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};
    use std::ops::Range;

    /// How far the headings of a doc comment rank below its own: the page has two levels above them.
    const LEVELS_ABOVE: usize = 2;

    type Spans<'a> = Vec<(Event<'a>, Range<usize>)>;

    fn parse(text: &str) -> Spans<'_> {
        // What mdBook reads by default.
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_HEADING_ATTRIBUTES
            | Options::ENABLE_DEFINITION_LIST
            | Options::ENABLE_GFM;
        // `[Self::Timeout]` without a target is a link to an item, as rustdoc reads it.
        let mut to_item = |link: BrokenLink<'_>| {
            let target = link.reference.trim_matches('`').to_owned();
            Some((CowStr::from(target), CowStr::from("")))
        };
        Parser::new_with_broken_link_callback(text, options, Some(&mut to_item)).into_offset_iter().collect()
    }

    pub(super) fn block(text: &str, resolve: Resolve<'_>) -> String {
        let spans = parse(text);
        let mut shown = applied(text, edits(text, &spans, Place::Line, resolve));
        shown.truncate(shown.trim_end().len());
        if let Some(fence) = open_fence(text, &spans) {
            shown.push('\n');
            shown.push_str(&fence);
        }
        shown
    }

    pub(super) fn line(text: &str, place: Place, resolve: Resolve<'_>) -> String {
        let spans = parse(text);
        let ends = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Paragraph));
        let one_paragraph = matches!(spans.first(), Some((Event::Start(Tag::Paragraph), _)))
            && spans.iter().position(|(event, _)| ends(event)) == Some(spans.len() - 1);
        // A text that begins like a list or a heading is none on its line.
        match one_paragraph {
            true => applied(text, edits(text, &spans, place, resolve)),
            false => prose(text, place),
        }
    }

    /// A replacement of a part of the text.
    struct Edit {
        range: Range<usize>,
        text: String,
    }

    fn applied(text: &str, mut edits: Vec<Edit>) -> String {
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut shown = String::with_capacity(text.len());
        let mut at = 0;
        // What an earlier edit has replaced is gone.
        for edit in edits {
            if edit.range.start >= at {
                shown.push_str(&text[at..edit.range.start]);
                shown.push_str(&edit.text);
                at = edit.range.end;
            }
        }
        shown.push_str(&text[at..]);
        shown
    }

    fn edits(text: &str, spans: &Spans<'_>, place: Place, resolve: Resolve<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (index, (event, range)) in spans.iter().enumerate() {
            match event {
                Event::Html(_) | Event::InlineHtml(_) => edits.push(as_text(text, range)),
                Event::Start(Tag::Heading { level, .. }) => {
                    heading(text, range, inside(spans, index), *level as usize, &mut edits);
                }
                Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. }) => {
                    link(text, range, inside(spans, index), (*link_type, dest_url), resolve, &mut edits);
                }
                Event::Code(code) if place == Place::Cell && code.contains('|') => {
                    edits.push(Edit { range: range.clone(), text: code_span(code, place) });
                }
                Event::Text(_) if place == Place::Cell => {
                    let bars = text[range.clone()].match_indices('|').map(|(at, _)| range.start + at);
                    // The event of `\|` begins behind the backslash.
                    let bare = bars.filter(|at| !text[..*at].ends_with('\\'));
                    edits.extend(bare.map(|at| Edit { range: at..at + 1, text: r"\|".to_owned() }));
                }
                _ => {}
            }
        }
        edits
    }

    /// HTML, shown as its source.
    fn as_text(text: &str, range: &Range<usize>) -> Edit {
        let source = &text[range.clone()];
        let end = if source.ends_with('\n') { "\n" } else { "" };
        Edit { range: range.clone(), text: format!("{}{end}", escaped(source)) }
    }

    /// What lies between the start at `index` and its end, if there is anything.
    fn inside(spans: &Spans<'_>, index: usize) -> Option<Range<usize>> {
        let outer = &spans[index].1;
        let within = spans[index + 1..].iter().map(|(_, range)| range);
        let within: Vec<_> = within.take_while(|range| outer.start <= range.start && range.end <= outer.end).collect();
        let inner = within.iter().filter(|range| **range != outer);
        Some(inner.clone().map(|range| range.start).min()?..inner.map(|range| range.end).max()?)
    }

    fn heading(text: &str, range: &Range<usize>, inner: Option<Range<usize>>, level: usize, edits: &mut Vec<Edit>) {
        let Some(inner) = inner else {
            return edits.push(Edit { range: range.clone(), text: String::new() });
        };
        let marks = "#".repeat((level + LEVELS_ABOVE).min(6));
        edits.push(Edit { range: range.start..inner.start, text: format!("{marks} ") });
        let breaks = text[inner.clone()].match_indices('\n').map(|(at, _)| inner.start + at);
        edits.extend(breaks.map(|at| Edit { range: at..at + 1, text: " ".to_owned() }));
        let end = if text[range.clone()].ends_with('\n') { "\n" } else { "" };
        edits.push(Edit { range: inner.end..range.end, text: end.to_owned() });
    }

    fn link(
        text: &str,
        range: &Range<usize>,
        inner: Option<Range<usize>>,
        (link_type, target): (LinkType, &str),
        resolve: Resolve<'_>,
        edits: &mut Vec<Edit>,
    ) {
        let is_autolink = matches!(link_type, LinkType::Autolink | LinkType::Email);
        let leads_out = ["https://", "http://", "mailto:"].iter().any(|scheme| starts_with(target, scheme));
        if leads_out || link_type == LinkType::Email {
            return;
        }
        if is_autolink {
            return edits.push(Edit { range: range.start..range.start + 1, text: "&lt;".to_owned() });
        }
        let Some(inner) = inner else {
            return edits.push(Edit { range: range.clone(), text: escaped(&text[range.clone()]) });
        };
        let page = resolve(target.trim_matches('`'));
        let is_guess =
            matches!(link_type, LinkType::ShortcutUnknown | LinkType::CollapsedUnknown | LinkType::ReferenceUnknown);
        let (open, close) = match page {
            Some(page) => ("[", format!("]({page})")),
            // Brackets in a sentence are no link, but rustdoc's around code are.
            None if is_guess && !text[inner.clone()].starts_with('`') => return,
            None => ("", String::new()),
        };
        edits.push(Edit { range: range.start..inner.start, text: open.to_owned() });
        edits.push(Edit { range: inner.end..range.end, text: close });
    }

    fn starts_with(text: &str, start: &str) -> bool {
        text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    }

    /// The fence that a block of code lacks, which would swallow the rest of the page.
    fn open_fence(text: &str, spans: &Spans<'_>) -> Option<String> {
        let fenced = |event: &Event<'_>| matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))));
        let (_, range) = spans.iter().rfind(|(event, _)| fenced(event))?;
        let source = text[range.clone()].trim_end();
        if text[range.end..].trim() != "" {
            return None;
        }
        let mark = source.chars().next()?;
        let fence = source.chars().take_while(|c| *c == mark).count();
        let last = source.lines().skip(1).last().unwrap_or_default().trim();
        let closed = last.len() >= fence && last.chars().all(|c| c == mark);
        (!closed).then(|| mark.to_string().repeat(fence.max(longest_run(source, mark))))
    }
}

#[cfg(all(test, feature = "markdown"))]
mod tests {
    use super::{block, line};
    use crate::docs::inline::Place;

    fn to_page(item: &str) -> Option<String> {
        (item == "Self::Timeout").then(|| "TIMEOUT.md".to_owned())
    }

    #[test]
    fn markdown_stays_and_html_is_text() {
        for (text, shown) in [
            ("*a* `<b>` [c](https://d)\n\n- x\n- y", "*a* `<b>` [c](https://d)\n\n- x\n- y"),
            ("a <b onclick=x>b</b>", "a &lt;b onclick=x>b&lt;/b>"),
            ("<script>\nalert(1)\n</script>", "&lt;script>\nalert(1)\n&lt;/script>"),
            ("<!-- no end", "&lt;!-- no end"),
            ("<https://a.example> <javascript:x>", "<https://a.example> &lt;javascript:x>"),
            ("[a](javascript:x) ![b](data:x)", "a b"),
            ("    <b>", "    <b>"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn links_between_items_lead_to_pages_or_are_text() {
        for (text, shown) in [
            ("see [`Self::Timeout`] or [it](Self::Timeout)", "see [`Self::Timeout`](TIMEOUT.md) or [it](TIMEOUT.md)"),
            ("see [`Self::Other`] or [it](Self::Other)", "see `Self::Other` or it"),
            ("the value[0] of [x]", "the value[0] of [x]"),
            ("[it][Self::Timeout]", "[it](TIMEOUT.md)"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn what_would_reach_beyond_its_place_does_not() {
        for (text, shown) in [
            ("# Examples\n\nx", "### Examples\n\nx"),
            ("Two\nlines\n===\n\nx", "### Two lines\n\nx"),
            ("###### Deep {#id}", "###### Deep"),
            ("```sh\nx", "```sh\nx\n```"),
            ("````\n```\nx\n```", "````\n```\nx\n```\n````"),
            ("```\nx\n```\n\nafter", "```\nx\n```\n\nafter"),
            ("~~~\nx\n~~~", "~~~\nx\n~~~"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn a_summary_is_one_line_in_any_place() {
        for (text, shown) in [
            ("The *end* of `a`.", "The *end* of `a`."),
            ("# not a heading", r"\# not a heading"),
            ("- not | a list", r"\- not \| a list"),
            ("a | b \\| c `d|e`", "a \\| b \\| c <code>d&#124;e</code>"),
        ] {
            assert_eq!(line(text, Place::Cell, &to_page), shown, "{text}");
        }
        assert_eq!(line("a | `b|c`", Place::Line, &to_page), "a | `b|c`");
    }
}
