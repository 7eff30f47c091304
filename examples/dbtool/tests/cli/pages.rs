//! Tests of the exported pages: every code has one, and no link is broken.

use agent_error_tooling::{Document, ExportFormat, ExportedFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn pages() -> Vec<ExportedFile> {
    let output = Command::new(env!("CARGO_BIN_EXE_dbtool")).args(["errors", "catalog"]).env_clear().output().unwrap();
    let document: Document = String::from_utf8(output.stdout).unwrap().parse().unwrap();
    let pages = document.export(ExportFormat::Markdown);
    assert_eq!(pages.len(), document.len() + 1, "a page per code, and an index");
    pages
}

#[test]
fn the_index_lists_every_page_and_no_link_is_broken() {
    let pages = pages();
    let names: BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    for page in &pages {
        let links = links(&page.text);
        assert!(links.iter().all(|link| names.contains(link)), "{}: {links:?}", page.path);
        if page.path == "SUMMARY.md" {
            let listed: BTreeSet<&str> = links.iter().copied().chain(["SUMMARY.md"]).collect();
            assert_eq!((listed, links.len() + 1), (names.clone(), names.len()));
        }
    }
}

/// Returns the relative links of a page.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    targets.filter(|target| !target.contains("://")).collect()
}

#[test]
fn two_pages_match_their_reviewed_versions() {
    let overwrites = std::env::var_os("DBTOOL_PAGES").is_some_and(|wish| wish == "overwrite");
    for name in ["DB_CONNECTION_REFUSED.md", "DB_FILE_MISSING.md"] {
        let text = &pages().into_iter().find(|page| page.path == name).unwrap().text;
        let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(name);
        if overwrites {
            fs::write(&known, text).unwrap();
        }
        assert!(
            *text == fs::read_to_string(known).unwrap_or_default(),
            "{name} has changed; review it, then accept the change with \
             `DBTOOL_PAGES=overwrite cargo test -p dbtool --test cli pages`:\n{text}"
        );
    }
}
