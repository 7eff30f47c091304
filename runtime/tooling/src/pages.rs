//! Documentation pages for a catalog: a page for each code, and indexes.
//!
//! Pages include an example error in every output format.

mod book;
mod doc_comment;
mod example;
mod fleet;
mod groups;
mod index;
mod inline;
mod llms;
mod page;
mod site;

use crate::document::{Code, Document, Retired};
use crate::export::ExportedFile;
use groups::Groups;
use index::Index;
use site::{Site, retired};

/// The index if all pages are in a single folder. Code hosts such as GitHub display a file with this name.
const README: &str = "README.md";
/// The index pages of a book.
const BY_EXIT: &str = "exit-codes.md";
const BY_DOMAIN: &str = "domains.md";

pub(crate) use fleet::fleet_index;

/// Returns a page for each code, and an index.
pub(crate) fn markdown(catalog: &Document) -> Vec<ExportedFile> {
    let site = Site::flat(catalog);
    let groups = Groups::of(catalog);
    let mut files = pages(&site, &groups);
    let index = Index { site: &site, groups: &groups, path: README };
    files.push(file(README, index.whole()));
    files
}

/// Returns the source of an mdBook: pages at the paths of the docs URLs, indexes, and an `llms.txt`.
pub(crate) fn mdbook(catalog: &Document) -> Vec<ExportedFile> {
    let site = Site::served(catalog);
    let groups = Groups::of(catalog);
    let index = |path| Index { site: &site, groups: &groups, path };
    let mut files = pages(&site, &groups);
    files.push(file(book::COVER, index(book::COVER).cover()));
    files.push(file(BY_EXIT, index(BY_EXIT).by_exit()));
    files.push(file(BY_DOMAIN, index(BY_DOMAIN).by_domain()));
    files.push(file("SUMMARY.md", book::summary(&site, &groups)));
    files.push(file("llms.txt", llms::document(&site)));
    for file in &mut files {
        file.path.insert_str(0, "src/");
    }
    files.push(file("book.toml", book::settings(&site)));
    files.push(file("narrow.css", book::NARROW.to_owned()));
    files
}

/// Returns a section for a project's `llms.txt`.
pub(crate) fn llms(catalog: &Document) -> ExportedFile {
    file("llms.txt", llms::section(&Site::served(catalog)))
}

fn pages(site: &Site<'_>, groups: &Groups<'_>) -> Vec<ExportedFile> {
    let page = |entry: &Code| file(site.page(entry.code()), page::page(site, groups, entry));
    let old = |retired: &Retired| file(site.page(&retired.code), page::retired(site, retired));
    site.catalog.entries().map(page).chain(retired(site.catalog).map(old)).collect()
}

fn file(path: &str, text: String) -> ExportedFile {
    ExportedFile { path: path.to_owned(), text }
}
