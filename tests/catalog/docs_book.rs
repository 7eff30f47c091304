//! Tests of the generated book: the paths of its pages, and the links between them.

use crate::def::{Def, built};
use crate::docs_declared::PageError;
use crate::docs_read::{assert_links_lead_somewhere, is_page, links};
use crate::document_of;
use agent_error::Catalog;
use agent_error::definition::TypeDef;
use agent_error_tooling::{ExportFormat, ExportedFile};

fn source(files: &[ExportedFile], path: &str) -> String {
    files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}")).text.clone()
}

#[test]
fn the_summary_lists_every_page_and_no_link_is_broken() {
    let files = document_of(&Catalog::of::<PageError>()).export(ExportFormat::Site);
    assert_links_lead_somewhere(&files);
    let mut named = links(&source(&files, "src/SUMMARY.md"));
    named.sort();
    let pages = files.iter().filter_map(|file| file.path.strip_prefix("src/"));
    let mut pages: Vec<&str> = pages.filter(|path| is_page(path) && *path != "SUMMARY.md").collect();
    pages.sort_unstable();
    assert_eq!(named, pages);
    assert!(pages.contains(&"errors/PAGE_LOCKED/index.md"));
}

#[test]
fn the_book_is_reproducible() {
    for export in [ExportFormat::Markdown, ExportFormat::Site, ExportFormat::Llms] {
        let first = document_of(&Catalog::of::<PageError>()).export(export);
        assert_eq!(first, document_of(&Catalog::of::<PageError>()).export(export));
        assert!(first.is_sorted_by_key(|file| &file.path));
        for file in first {
            assert!(file.text.ends_with('\n') && !file.text.ends_with("\n\n"), "{}", file.path);
            assert!(!file.text.contains("\n\n\n") && !file.text.contains(" \n"), "{}:\n{}", file.path, file.text);
        }
    }
}

/// Creates a catalog of codes with these docs URLs.
fn catalog(codes: &[(&'static str, Option<&'static str>)]) -> Catalog {
    let def = |(code, docs_url): &(&'static str, _)| Def { code, docs_url: *docs_url, ..Def::with_exit(1) };
    let defs = built(codes.iter().map(def));
    let ty = TypeDef { path: "tool::Error", defs, ..TypeDef::EMPTY };
    Catalog::from_types(&[Box::leak(Box::new(ty))]).unwrap()
}

/// Returns the paths of the pages for these codes, and the base path of the site.
fn places(codes: &[(&'static str, Option<&'static str>)]) -> (Vec<String>, String) {
    let files = document_of(&catalog(codes)).export(ExportFormat::Site);
    assert_links_lead_somewhere(&files);
    let known = ["src/SUMMARY.md", "src/index.md", "src/exit-codes.md", "src/domains.md"];
    let pages = files.iter().filter(|file| is_page(&file.path) && !known.contains(&file.path.as_str()));
    let settings = source(&files, "book.toml");
    let url = settings.lines().find_map(|line| line.strip_prefix("site-url = ")).unwrap().trim_matches('"').to_owned();
    (pages.map(|page| page.path.trim_start_matches("src/").to_owned()).collect(), url)
}

#[test]
fn a_page_is_at_the_path_of_its_url() {
    for (url, page, served) in [
        ("https://x.example/errors/A_B", "errors/A_B/index.md", "/"),
        ("https://x.example/errors/A_B/", "errors/A_B/index.md", "/"),
        ("https://x.example/errors/A_B.html", "errors/A_B.md", "/"),
        ("https://x.example/A_B", "A_B/index.md", "/"),
        ("https://x.example/tool/v1/errors/A_B", "errors/A_B/index.md", "/tool/v1/"),
        ("https://x.example:8080/errors/e-A_B?from=cli#top", "errors/e-A_B/index.md", "/"),
        // A static site can't distinguish these URLs.
        ("https://x.example/errors?code=A_B", "errors/A_B/index.md", "/"),
        ("https://x.example/errors#A_B", "errors/A_B/index.md", "/"),
        ("https://A_B.example/errors", "errors/A_B/index.md", "/"),
        ("https://x.example/%2e%2e/A_B", "errors/A_B/index.md", "/"),
        ("https://x.example/../../A_B", "errors/A_B/index.md", "/../"),
    ] {
        assert_eq!(places(&[("A_B", Some(url))]), (vec![page.to_owned()], served.to_owned()), "{url}");
    }
    assert_eq!(places(&[("A_B", None)]), (vec!["errors/A_B/index.md".to_owned()], "/".to_owned()));
}

#[test]
fn types_with_pages_of_their_own_share_the_site() {
    let (pages, served) = places(&[
        ("A_1", Some("https://x.example/t/a/A_1")),
        ("A_2", Some("https://x.example/t/b/A_2")),
        ("A_3", Some("https://other.example/A_3")),
        ("A_4", Some("https://x.example/t/guide")),
    ]);
    assert_eq!(pages, ["a/A_1/index.md", "b/A_2/index.md", "errors/A_3/index.md", "errors/A_4/index.md"]);
    assert_eq!(served, "/t/");
}

#[test]
fn a_page_links_to_external_docs() {
    let files = catalog(&[("A_1", Some("https://x.example/errors/A_1")), ("A_2", Some("https://y.example/guide"))]);
    let files = document_of(&files).export(ExportFormat::Site);
    assert!(!source(&files, "src/errors/A_1/index.md").contains("**Docs URL:**"));
    assert!(source(&files, "src/errors/A_2/index.md").contains("- **Docs URL:** <https://y.example/guide>\n"));
}

#[test]
fn pages_stay_short_however_many_codes_there_are() {
    let codes: Vec<_> = (0..500).map(|number| (&*format!("A_{number:03}").leak(), None)).collect();
    let files = document_of(&catalog(&codes)).export(ExportFormat::Site);
    let page = source(&files, "src/errors/A_250/index.md");
    assert!(links(&page).len() < 25, "{page}");
    assert!(page.contains("[500 of A](../../domains.md#a): [A_246]"), "{page}");
    let longest = files.iter().filter(|file| file.path.contains("/errors/")).map(|file| file.text.len()).max();
    assert!(longest < Some(6_000), "{longest:?}");
}
