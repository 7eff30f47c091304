//! Tests of the published pages: every docs URL has a page, and no link is broken.

use crate::own_pages::{OwnPages, followed};
use agent_error_tooling::ExportFormat;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn pages() -> OwnPages {
    OwnPages::of(env!("CARGO_BIN_EXE_dbtool"), "https://dbtool.example.com/")
}

#[test]
fn every_docs_url_has_a_page_in_the_book() {
    pages().assert_every_docs_url_leads_to_a_page_of_the_book();
}

#[test]
fn every_link_points_to_a_file() {
    pages().assert_every_link_leads_to_a_file();
}

#[test]
fn the_book_and_the_index_list_every_code() {
    pages().assert_the_book_and_the_index_name_every_code();
}

#[test]
fn two_pages_match_their_reviewed_versions() {
    pages().assert_as_read(env!("CARGO_MANIFEST_DIR"), &["DB_CONNECTION_REFUSED.md", "DB_FILE_MISSING.md"]);
}

#[test]
fn exports_are_reproducible() {
    pages().assert_an_export_twice_is_the_same_bytes();
}

/// `.ci/deep` installs mdBook, sets `MDBOOK` and runs this test.
#[test]
#[ignore = "needs mdBook; .ci/deep installs it"]
fn mdbook_builds_the_site_and_every_docs_url_leads_to_its_page() {
    let mdbook = std::env::var_os("MDBOOK").expect("MDBOOK names the mdbook to build with");
    let pages = pages();
    let (book, _) = pages.export(ExportFormat::Site);
    let built = Command::new(mdbook).arg("build").current_dir(&book).output().unwrap();
    let log = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success() && !log.contains("WARN") && !log.contains("ERROR"), "{log}");
    let site = book.join("book");
    let search = fs::read_dir(&site).unwrap().map(|entry| entry.unwrap().path());
    let is_index = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("searchindex");
    let search: String = search.filter(is_index).map(|path| fs::read_to_string(path).unwrap()).collect();
    for (code, path) in pages.codes() {
        let page = site.join(&path).join("index.html");
        let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(text.contains(&format!("<title>{code} - Errors of dbtool</title>")), "{text}");
        assert!(search.contains(&code), "the search does not know {code}");
        assert_leads_somewhere(&page, &text);
    }
}

/// Asserts that every relative link in a generated page points to an existing file.
#[track_caller]
fn assert_leads_somewhere(page: &Path, text: &str) {
    let targets = text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let targets: Vec<&str> = targets.filter(|link| !link.contains("://") && !link.starts_with('#')).collect();
    assert!(targets.len() > 10, "{}", page.display());
    for link in targets {
        let target = followed(page, link);
        let target = if target.is_dir() { target.join("index.html") } else { target };
        assert!(target.is_file(), "{}: {link} leads to no file", page.display());
    }
}
