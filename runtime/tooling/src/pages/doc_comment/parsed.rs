//! Parses doc comments as Markdown and edits them.

use super::Resolve;
use crate::pages::inline::{Place, code_span, escaped, longest_run, prose};
use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

/// The number of levels by which to lower the headings of a doc comment. The page itself uses the two levels above.
const LEVELS_ABOVE: usize = 2;

/// The maximum number of passes to remove unsafe Markdown. Only malicious input needs more.
const MAX_READINGS: usize = 4;

/// The targets of intra-doc links.
struct Targets<'a> {
    resolve: Resolve<'a>,
    /// The pages that links have been resolved to so far.
    pages: RefCell<BTreeSet<String>>,
}

impl Targets<'_> {
    fn page(&self, item: &str) -> Option<String> {
        let page = (self.resolve)(item.trim_matches('`'))?;
        self.pages.borrow_mut().insert(page.clone());
        Some(page)
    }

    fn is_page(&self, link: &str) -> bool {
        self.pages.borrow().contains(link)
    }
}

type Spans<'a> = Vec<(Event<'a>, Range<usize>)>;

fn options() -> Options {
    // The default extensions of mdBook.
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
}

/// Parses Markdown like a Markdown renderer.
fn parse(text: &str) -> Spans<'_> {
    Parser::new_ext(text, options()).into_offset_iter().collect()
}

/// Parses Markdown like rustdoc, where a link such as `[Self::Timeout]` doesn't need a target.
fn parse_with_items(text: &str) -> Spans<'_> {
    let mut to_item = |link: BrokenLink<'_>| Some((CowStr::from(link.reference.to_string()), CowStr::from("")));
    Parser::new_with_broken_link_callback(text, options(), Some(&mut to_item)).into_offset_iter().collect()
}

pub(super) fn block(text: &str, resolve: Resolve<'_>) -> String {
    let Some(mut shown) = safe(text, resolve) else { return prose(text, Place::Line) };
    shown.truncate(shown.trim_end().len());
    if affects_following_blocks(&shown) {
        let fence = last_fence(&parse(&shown), &shown);
        shown.push('\n');
        shown.push_str(&fence);
    }
    match affects_following_blocks(&shown) {
        true => prose(text, Place::Line),
        false => shown,
    }
}

pub(super) fn line(text: &str, place: Place, resolve: Resolve<'_>) -> String {
    let safe = safe(text, resolve).filter(|text| is_one_paragraph(&parse(text)));
    // If the doc comment starts like a list or a heading, escape it.
    let Some(shown) = safe else { return prose(text, place) };
    match place {
        Place::Line => shown,
        Place::Cell => in_cell(&shown),
    }
}

fn is_one_paragraph(spans: &Spans<'_>) -> bool {
    let ends = |(event, _): &(Event<'_>, _)| matches!(event, Event::End(TagEnd::Paragraph));
    matches!(spans.first(), Some((Event::Start(Tag::Paragraph), _)))
        && spans.iter().position(ends) == Some(spans.len() - 1)
}

/// Removes all unsafe Markdown. Repeats the process, because an edit may expose other unsafe Markdown. Returns `None`
/// if some is left after [`MAX_READINGS`] passes.
fn safe(text: &str, resolve: Resolve<'_>) -> Option<String> {
    let targets = Targets { resolve, pages: RefCell::default() };
    let mut edits = items(text, &targets);
    edits.extend(headings(text, &parse_with_items(text), usize::MAX));
    let mut shown = applied(text, edits);
    for _ in 0..MAX_READINGS {
        let spans = parse(&shown);
        let mut edits = unsafe_parts(&shown, &spans, &targets);
        edits.extend(headings(&shown, &spans, LEVELS_ABOVE));
        if edits.is_empty() {
            return Some(shown);
        }
        shown = applied(&shown, edits);
    }
    None
}

/// Replaces a range of a string.
struct Edit {
    range: Range<usize>,
    text: String,
}

fn applied(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    // Skip edits within a range that was already replaced.
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

/// Edits links that don't include a URL.
///
/// If a link refers to an item that has a page, links to that page. Otherwise, removes the brackets around code.
/// Replaces link labels with the URLs of their definitions, because a definition would apply to the whole page.
fn items(text: &str, targets: &Targets<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let spans = parse_with_items(text);
    for (index, (event, range)) in spans.iter().enumerate() {
        let Event::Start(Tag::Link { link_type, dest_url, .. }) = event else { continue };
        let Some(inner) = inside(&spans, index) else { continue };
        match link_type {
            LinkType::Shortcut | LinkType::Collapsed | LinkType::Reference => {
                let target = as_target(dest_url).or_else(|| targets.page(dest_url));
                edits.extend(retargeted(range, inner, target));
            }
            LinkType::ShortcutUnknown | LinkType::CollapsedUnknown | LinkType::ReferenceUnknown => {
                let page = targets.page(dest_url);
                // Brackets in a sentence aren't necessarily a link.
                if page.is_some() || text[inner.clone()].starts_with('`') {
                    edits.extend(retargeted(range, inner, page));
                }
            }
            _ => {}
        }
    }
    edits
}

/// Escapes HTML, and removes link definitions and links with an unsafe target.
fn unsafe_parts(text: &str, spans: &Spans<'_>, targets: &Targets<'_>) -> Vec<Edit> {
    let parser = Parser::new_ext(text, options());
    let definitions = parser.reference_definitions().iter();
    let mut edits: Vec<Edit> =
        definitions.map(|(_, definition)| Edit { range: definition.span.clone(), text: String::new() }).collect();
    for (index, (event, range)) in spans.iter().enumerate() {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => edits.push(as_text(text, range)),
            Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. })
                if !leads_to_a_page(*link_type, dest_url, targets) =>
            {
                edits.extend(unregistered(text, range, inside(spans, index), (*link_type, dest_url), targets));
            }
            _ => {}
        }
    }
    edits
}

fn leads_to_a_page(link_type: LinkType, target: &str, targets: &Targets<'_>) -> bool {
    leads_out(target) || link_type == LinkType::Email || targets.is_page(target)
}

fn leads_out(target: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| starts_with(target, scheme))
}

/// Returns a URL in the syntax of a link target. Returns `None` if the URL is unsafe.
fn as_target(url: &str) -> Option<String> {
    (leads_out(url) && !url.contains(['<', '>', '\\', '\n'])).then(|| format!("<{url}>"))
}

/// Returns the target of the link definition with this label.
pub(super) fn defined(text: &str, label: &str) -> Option<String> {
    let parser = Parser::new_ext(text, options());
    as_target(&parser.reference_definitions().get(label)?.dest)
}

fn unregistered(
    text: &str,
    range: &Range<usize>,
    inner: Option<Range<usize>>,
    (link_type, target): (LinkType, &str),
    targets: &Targets<'_>,
) -> Vec<Edit> {
    match inner {
        _ if link_type == LinkType::Autolink => {
            vec![Edit { range: range.start..range.start + 1, text: "&lt;".to_owned() }]
        }
        Some(inner) => retargeted(range, inner, targets.page(target)).into(),
        None => vec![Edit { range: range.clone(), text: escaped(&text[range.clone()]) }],
    }
}

/// Replaces a link with a link to `page`, or with its text if `page` is `None`.
fn retargeted(range: &Range<usize>, inner: Range<usize>, page: Option<String>) -> [Edit; 2] {
    let (open, close) = page.map_or(("", String::new()), |page| ("[", format!("]({page})")));
    let before = Edit { range: range.start..inner.start, text: open.to_owned() };
    [before, Edit { range: inner.end..range.end, text: close }]
}

/// Escapes `|`, which would end a table cell.
fn in_cell(text: &str) -> String {
    let mut edits = Vec::new();
    for (event, range) in parse(text) {
        let source = &text[range.clone()];
        match event {
            Event::Code(code) if code.contains('|') => {
                edits.push(Edit { range, text: code_span(&code, Place::Cell) });
            }
            Event::Text(_) => {
                let places = source.match_indices('|').map(|(at, _)| range.start + at);
                // The event for `\|` starts after the backslash.
                let bare = places.filter(|at| !text[..*at].ends_with('\\'));
                edits.extend(bare.map(|at| Edit { range: at..at + 1, text: r"\|".to_owned() }));
            }
            _ => {}
        }
    }
    applied(text, edits)
}

/// Replaces HTML with its escaped source.
fn as_text(text: &str, range: &Range<usize>) -> Edit {
    let source = &text[range.clone()];
    let end = if source.ends_with('\n') { "\n" } else { "" };
    Edit { range: range.clone(), text: format!("{}{end}", escaped(source)) }
}

/// Returns the range of the content between the start tag at `index` and its end tag.
fn inside(spans: &Spans<'_>, index: usize) -> Option<Range<usize>> {
    let outer = &spans[index].1;
    let within = spans[index + 1..].iter().map(|(_, range)| range);
    let within: Vec<_> = within.take_while(|range| outer.start <= range.start && range.end <= outer.end).collect();
    let inner = within.iter().filter(|range| **range != outer);
    Some(inner.clone().map(|range| range.start).min()?..inner.map(|range| range.end).max()?)
}

/// Lowers all headings whose level number is at most `level`.
fn headings(text: &str, spans: &Spans<'_>, level: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (index, (event, range)) in spans.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level: found, .. }) if *found as usize <= level => {
                edits.extend(lowered(text, range, inside(spans, index), *found as usize));
            }
            _ => {}
        }
    }
    edits
}

fn lowered(text: &str, range: &Range<usize>, inner: Option<Range<usize>>, level: usize) -> Vec<Edit> {
    let Some(inner) = inner else { return vec![Edit { range: range.clone(), text: String::new() }] };
    let marks = "#".repeat((level + LEVELS_ABOVE).min(6));
    let mut edits = vec![Edit { range: range.start..inner.start, text: format!("{marks} ") }];
    let breaks = text[inner.clone()].match_indices('\n').map(|(at, _)| inner.start + at);
    edits.extend(breaks.map(|at| Edit { range: at..at + 1, text: " ".to_owned() }));
    let end = if text[range.clone()].ends_with('\n') { "\n" } else { "" };
    edits.push(Edit { range: inner.end..range.end, text: end.to_owned() });
    edits
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

/// Whether the text would affect a heading that follows it, for example because of an unclosed code block.
fn affects_following_blocks(text: &str) -> bool {
    let page = format!("{text}\n\n# x\n");
    let spans = parse(&page);
    let heading = spans.iter().rfind(|(event, _)| matches!(event, Event::Start(Tag::Heading { .. })));
    heading.is_none_or(|(_, range)| range.start != text.len() + 2) || !is_at_top(&spans)
}

/// Whether the last block is a heading at the top level.
fn is_at_top(spans: &Spans<'_>) -> bool {
    matches!(spans.last(), Some((Event::End(TagEnd::Heading(_)), _)))
}

/// Returns the fence that closes the last code block.
fn last_fence(spans: &Spans<'_>, text: &str) -> String {
    let fenced = |event: &Event<'_>| matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))));
    let source = spans.iter().rfind(|(event, _)| fenced(event)).map_or("", |(_, range)| &text[range.clone()]);
    let mark = source.chars().next().unwrap_or('`');
    mark.to_string().repeat(longest_run(source, mark).max(3))
}
