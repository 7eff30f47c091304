//! Tests of the published pages: every docs URL has a page, and no link is broken.

use crate::own_pages::OwnPages;

fn pages() -> OwnPages {
    OwnPages::of(env!("CARGO_BIN_EXE_cloudctl"), "https://cloudctl.example.com/")
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
    pages().assert_as_read(env!("CARGO_MANIFEST_DIR"), &["NOT_FOUND.md", "RATE_LIMITED.md"]);
}

#[test]
fn exports_are_reproducible() {
    pages().assert_an_export_twice_is_the_same_bytes();
}
