//! Parses exported pages as a renderer would.

use agent_error_tooling::ExportedFile;
use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub(crate) fn is_page(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "md")
}

pub(crate) fn events(text: &str) -> Vec<Event<'_>> {
    // Use the same options as mdBook's default.
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM;
    Parser::new_ext(text, options).collect()
}

/// Returns the text of all headings at a level.
pub(crate) fn headings(text: &str, wanted: HeadingLevel) -> Vec<String> {
    let mut headings = Vec::new();
    let mut open = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level == wanted => open = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => headings.extend(open.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut open {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    headings
}

/// Returns the targets of all links and images on a page.
pub(crate) fn links(text: &str) -> Vec<String> {
    let target = |event: Event<'_>| match event {
        Event::Start(Tag::Link { link_type: LinkType::Email, dest_url, .. }) => Some(format!("mailto:{dest_url}")),
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    };
    events(text).into_iter().filter_map(target).collect()
}

/// Returns the rows of all tables on a page, including the headers. Each cell is plain text.
pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut in_cell = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => {
                in_cell = true;
                rows.last_mut().unwrap().push(String::new());
            }
            Event::End(TagEnd::TableCell) => in_cell = false,
            Event::Text(part) | Event::Code(part) if in_cell => {
                rows.last_mut().unwrap().last_mut().unwrap().push_str(&part);
            }
            _ => {}
        }
    }
    rows
}

/// Asserts that every link between pages leads to an existing page and heading.
#[track_caller]
pub(crate) fn assert_links_lead_somewhere(files: &[ExportedFile]) {
    let pages = files.iter().filter(|file| is_page(&file.path));
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        pages.clone().map(|page| (page.path.as_str(), anchors(&page.text))).collect();
    let mut followed = 0;
    for page in pages {
        for link in links(&page.text).into_iter().filter(|link| !leads_out(link)) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = resolved(&page.path, path);
            let known = anchors.get(target.as_str());
            let known = known.unwrap_or_else(|| panic!("{}: {link} leads to no page", page.path));
            assert!(anchor.is_empty() || known.contains(anchor), "{}: {link} names no heading", page.path);
            followed += 1;
        }
    }
    assert!(followed > 0, "no links were followed");
}

pub(crate) fn leads_out(link: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| link.to_ascii_lowercase().starts_with(scheme))
}

/// Resolves a relative link on a page.
fn resolved(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{link} leads out of the pages"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the heading anchors that GitHub and mdBook generate.
fn anchors(text: &str) -> BTreeSet<String> {
    let levels = [HeadingLevel::H1, HeadingLevel::H2, HeadingLevel::H3];
    let headings = levels.into_iter().flat_map(|level| headings(text, level));
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    headings.map(|heading| heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}
