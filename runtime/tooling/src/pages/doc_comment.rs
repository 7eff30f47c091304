//! Renders doc comments as Markdown that can't affect the rest of the page.
//!
//! Escapes HTML, and lowers headings to fit below the headings of the page. Converts intra-doc
//! links to links to pages, or to plain text.

use super::text::{one_line, prose};
use pulldown_cmark::{
    BrokenLink, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};
use pulldown_cmark_to_cmark::{
    Options as Style, calculate_code_block_token_count, cmark_with_options,
};

/// Resolves an intra-doc link. Returns the path of the item's page, or `None` if the item doesn't
/// have a page.
pub(super) type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Renders a whole doc comment.
pub(super) fn block(text: &str, resolve: Resolve<'_>) -> String {
    let text = agent_error::format::clean(&text);
    to_markdown(&safe_events(&text, resolve)).unwrap_or_else(|| prose(&text))
}

/// Renders a summary on a single line. If it isn't a paragraph, escapes all Markdown except code.
pub(super) fn line(text: &str, resolve: Resolve<'_>) -> String {
    let text = one_line(text);
    let events = safe_events(&text, resolve);
    if let Some(Event::Start(Tag::Paragraph)) = events.first()
        && let Some(markdown) = to_markdown(&events)
    {
        markdown
    } else {
        prose(&text)
    }
}

fn to_markdown(events: &[Event<'_>]) -> Option<String> {
    let style = Style {
        list_token: '-',
        increment_ordered_list_bullets: true,
        code_block_token_count: calculate_code_block_token_count(events).unwrap_or(3),
        ..Style::default()
    };
    let mut text = String::new();
    cmark_with_options(events.iter(), &mut text, style).ok()?;
    Some(text.trim_matches('\n').to_owned())
}

/// Parses a doc comment, and replaces everything that isn't safe on a page.
fn safe_events<'a>(text: &'a str, resolve: Resolve<'_>) -> Vec<Event<'a>> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_with_broken_link_callback(
        text,
        options,
        Some(|link: BrokenLink<'_>| undefined_link(link, resolve)),
    );
    let mut events = Vec::new();
    // Whether the links that contain the current event are kept, outermost first.
    let mut are_kept = Vec::new();
    for event in parser {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                let target = link_target(&dest_url, resolve);
                are_kept.push(target.is_some());
                events.extend(target.map(link_to));
            }
            Event::End(TagEnd::Link) => {
                if are_kept.pop() == Some(true) {
                    events.push(event);
                }
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Heading { level, .. }) => events.push(heading(lowered(level))),
            Event::End(TagEnd::Heading(level)) => {
                events.push(Event::End(TagEnd::Heading(lowered(level))));
            }
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Html(html) | Event::InlineHtml(html) => {
                events.push(Event::InlineHtml(prose(&html).into()));
            }
            other => events.push(other),
        }
    }
    events
}

/// Returns the target of brackets without a target. Brackets in a sentence aren't necessarily a
/// link.
fn undefined_link<'a>(
    link: BrokenLink<'_>,
    resolve: Resolve<'_>,
) -> Option<(CowStr<'a>, CowStr<'a>)> {
    let is_link = link.reference.starts_with('`') || resolve(&link.reference).is_some();
    is_link.then(|| (link.reference.into_string().into(), "".into()))
}

fn link_to(target: String) -> Event<'static> {
    Event::Start(Tag::Link {
        link_type: LinkType::Inline,
        dest_url: target.into(),
        title: "".into(),
        id: "".into(),
    })
}

fn heading(level: HeadingLevel) -> Event<'static> {
    Event::Start(Tag::Heading {
        level,
        id: None,
        classes: Vec::new(),
        attrs: Vec::new(),
    })
}

/// Returns the target of a link, or `None` if only the text of the link remains.
fn link_target(link: &str, resolve: Resolve<'_>) -> Option<String> {
    let schemes = ["https://", "http://", "mailto:"];
    if schemes.iter().any(|scheme| link.starts_with(scheme)) {
        Some(link.to_owned())
    } else {
        resolve(link.trim_matches('`'))
    }
}

/// Lowers a heading by two levels. The page's own headings use the first two levels.
fn lowered(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 2).unwrap_or(HeadingLevel::H6)
}

#[cfg(test)]
mod tests {
    use super::{block, line};

    fn to_page(item: &str) -> Option<String> {
        (item == "Self::Timeout").then(|| "TIMEOUT.md".to_owned())
    }

    #[test]
    fn markdown_is_kept_and_html_becomes_text() {
        for (text, shown) in [
            (
                "*a* `<b>` [c](https://d)\n\n- x\n- y",
                "*a* `<b>` [c](https://d)\n\n- x\n- y",
            ),
            ("a <b onclick=x>b</b>", r"a \<b onclick=x>b\</b>"),
            ("<!-- no end", r"\<!-\- no end"),
            ("[a](javascript:x) ![b](data:x)", "a b"),
            ("# Examples\n\nx", "### Examples\n\nx"),
            ("```sh\nx", "```sh\nx\n```"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn links_between_items_become_links_to_pages_or_text() {
        for (text, shown) in [
            (
                "see [`Self::Timeout`] or [it](Self::Timeout)",
                "see [`Self::Timeout`](TIMEOUT.md) or [it](TIMEOUT.md)",
            ),
            (
                "see [`Self::Other`] or [it](Self::Other)",
                "see `Self::Other` or it",
            ),
            ("[it][Self::Timeout]", "[it](TIMEOUT.md)"),
            (
                "[it]\n\n[it]: https://a.example\n",
                "[it](https://a.example)",
            ),
            ("[it]\n\n[it]: Self::Timeout", "[it](TIMEOUT.md)"),
        ] {
            assert_eq!(block(text, &to_page), shown, "{text}");
        }
    }

    #[test]
    fn a_summary_is_one_line() {
        for (text, shown) in [
            ("The *end* of `a`.", "The *end* of `a`."),
            ("Two\nlines.", "Two lines."),
            ("# not a heading", r"\# not a heading"),
        ] {
            assert_eq!(line(text, &to_page), shown, "{text}");
        }
    }
}
