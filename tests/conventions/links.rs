//! Tests that links in Markdown lead to existing files, on GitHub and in rustdoc.

use crate::root;
use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag};
use std::path::{Path, PathBuf};

/// The source directories of the packages with guides. Each contains a `guide` directory, and
/// `_guide.md` with link definitions for rustdoc.
pub(crate) const GUIDED: [&str; 5] = [
    "runtime/src",
    "runtime/axum/src",
    "runtime/grpc/src",
    "runtime/mcp/src",
    "runtime/testing/src",
];

/// Returns the guides, and the reference pages.
fn pages() -> Vec<PathBuf> {
    GUIDED.into_iter().flat_map(pages_of).collect()
}

fn pages_of(source: &str) -> Vec<PathBuf> {
    let folders = ["guide", "reference"].map(|folder| root().join(source).join(folder));
    let files = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten();
    let mut pages: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the link targets in a document, and the link names that the document doesn't define.
fn links(text: &str) -> (Vec<String>, Vec<String>) {
    let mut undefined = Vec::new();
    let mut note = |link: BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
        undefined.push(link.reference.to_string());
        None
    };
    let events =
        Parser::new_with_broken_link_callback(text, Options::ENABLE_TABLES, Some(&mut note));
    let targets = events.filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            ..
        }) if link_type != LinkType::Autolink => Some(dest_url.to_string()),
        _ => None,
    });
    (targets.collect(), undefined)
}

/// Describes the broken links in a file.
fn problems(path: &Path, text: &str) -> Vec<String> {
    let (targets, undefined) = links(text);
    let is_dead = |target: &String| {
        let file = target.split('#').next().unwrap_or_default();
        !target.contains("://") && !file.is_empty() && !path.with_file_name(file).exists()
    };
    targets
        .into_iter()
        .filter(is_dead)
        .chain(undefined)
        .map(|link| format!("{}: {link}", path.display()))
        .collect()
}

#[test]
fn every_link_of_the_documents_leads_to_a_file() {
    let documents = [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "examples/README.md",
        "macros/src/derive.md",
    ];
    let documents = documents.map(|name| root().join(name));
    let found: Vec<String> = documents
        .into_iter()
        .chain(pages())
        .flat_map(|path| problems(&path, &read(&path)))
        .collect();
    assert!(found.is_empty(), "dead links:\n{}", found.join("\n"));
}

#[test]
fn ten_guides_of_250_lines_are_enough() {
    let guides: Vec<PathBuf> = pages()
        .into_iter()
        .filter(|path| path.parent().unwrap().ends_with("guide"))
        .collect();
    assert!((1..=10).contains(&guides.len()), "{guides:#?}");
    for path in guides {
        let lines = read(&path).lines().count();
        assert!(lines <= 250, "{} has {lines} lines", path.display());
    }
}

/// Readers of one guide must not miss what clients see, and the guides must not disagree.
#[test]
fn the_guides_describe_what_clients_see_in_the_same_words() {
    const START: &str = "From HTTP status 500 on,";
    let described = [
        "runtime/axum/src/guide/http.md",
        "runtime/grpc/src/guide/grpc.md",
        "runtime/src/guide/adopting.md",
        "runtime/src/guide/security.md",
        "macros/src/derive.md",
    ]
    .map(|page| {
        let text = read(&root().join(page));
        let start = text
            .find(START)
            .unwrap_or_else(|| panic!("{page} lacks {START:?}"));
        let paragraph = text[start..].split("\n\n").next().unwrap();
        paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    assert!(described[0].len() > 500, "{}", described[0]);
    for other in &described[1..] {
        assert_eq!(*other, described[0]);
    }
}
