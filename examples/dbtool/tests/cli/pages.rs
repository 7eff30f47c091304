//! The published pages: every docs URL leads to one, and none of their links leads nowhere.

use crate::tool::Sandbox;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where dbtool's site is served.
const SITE: &str = "https://dbtool.example.com/";

/// Exports into a folder of the sandbox, and returns it with the files that the answer names.
#[track_caller]
fn exported(sandbox: &Sandbox, format: &str) -> (PathBuf, BTreeSet<String>) {
    let (data, _) = sandbox.succeeds(&["errors", "export", "--format", format, "--out", format]);
    let files = data["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap().to_owned());
    (sandbox.path(format), files.collect())
}

/// Every code and its docs URL.
fn codes(sandbox: &Sandbox) -> Vec<(String, String)> {
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_else(|| panic!("no {key}: {entry}")).to_owned();
    sandbox.listed().iter().map(|entry| (text(entry, "code"), text(entry, "docs_url"))).collect()
}

fn is_page(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "md")
}

/// The targets of the links on a page, code left out.
fn links(page: &str) -> Vec<String> {
    let outside_code: String = page.split("```").step_by(2).collect();
    let targets = outside_code.split("](").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned());
    targets.filter(|target| !target.contains("://")).collect()
}

/// The file that a link on a page leads to.
fn followed(page: &Path, link: &str) -> PathBuf {
    let mut target = page.parent().unwrap().to_path_buf();
    for part in link.split('#').next().unwrap().split('/') {
        match part {
            ".." => assert!(target.pop()),
            part => target.push(part),
        }
    }
    target
}

#[test]
fn every_docs_url_leads_to_a_page_of_the_book() {
    let sandbox = Sandbox::new();
    let (book, files) = exported(&sandbox, "mdbook");
    let codes = codes(&sandbox);
    assert!(codes.len() > 30, "{}", codes.len());
    for (code, url) in codes {
        let path = url.strip_prefix(SITE).unwrap_or_else(|| panic!("{url} is on another site"));
        // A static server answers a path without an ending with the index of the folder of this name.
        let page = format!("src/{path}/index.md");
        assert!(files.contains(&page), "{url} leads to no page");
        let text = fs::read_to_string(book.join(page)).unwrap();
        assert!(text.starts_with(&format!("# {code}\n")), "{text}");
    }
    let settings = fs::read_to_string(book.join("book.toml")).unwrap();
    assert!(settings.contains(SITE) && settings.contains("site-url = \"/\""), "{settings}");
}

#[test]
fn every_link_of_every_page_leads_to_a_file() {
    let sandbox = Sandbox::new();
    for format in ["mdbook", "markdown"] {
        let (folder, files) = exported(&sandbox, format);
        let pages: Vec<&String> = files.iter().filter(|file| is_page(file)).collect();
        let mut count = 0;
        for page in &pages {
            let path = folder.join(page);
            for link in links(&fs::read_to_string(&path).unwrap()) {
                let target = followed(&path, &link);
                assert!(target.is_file(), "{page}: {link} leads to no file");
                count += 1;
            }
        }
        assert!(count > 3 * pages.len(), "{count} links on {} pages", pages.len());
    }
}

#[test]
fn the_book_and_the_index_name_every_code() {
    let sandbox = Sandbox::new();
    let (book, files) = exported(&sandbox, "mdbook");
    let (folder, _) = exported(&sandbox, "markdown");
    let read = |folder: &Path, path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let summary = read(&book, "src/SUMMARY.md");
    let indexes = ["src/exit-codes.md", "src/domains.md"].map(|path| read(&book, path));
    let index = read(&folder, "README.md");
    for (code, _) in codes(&sandbox) {
        assert_eq!(summary.matches(&format!("[{code}](errors/{code}/index.md)\n")).count(), 1, "{summary}");
        for index in &indexes {
            assert_eq!(index.matches(&format!("[{code}](errors/{code}/index.md)")).count(), 1, "{index}");
        }
        // By domain and by exit code.
        assert_eq!(index.matches(&format!("[{code}]({code}.md)")).count(), 2, "{index}");
    }
    let named = links(&summary).len();
    assert_eq!(named, files.iter().filter(|file| is_page(file)).count() - 1, "all pages but the summary");
}

#[test]
fn two_pages_are_as_they_were_read() {
    let sandbox = Sandbox::new();
    let (folder, _) = exported(&sandbox, "markdown");
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    for page in ["DB_CONNECTION_REFUSED.md", "DB_FILE_MISSING.md"] {
        let shown = fs::read_to_string(folder.join(page)).unwrap();
        if std::env::var_os("DBTOOL_PAGES").is_some_and(|wish| wish == "overwrite") {
            fs::write(known.join(page), &shown).unwrap();
        }
        let known = fs::read_to_string(known.join(page)).unwrap_or_default();
        assert!(
            shown == known,
            "{page} has changed; read it, then accept it with \
             `DBTOOL_PAGES=overwrite cargo test -p dbtool --test cli pages`:\n{shown}"
        );
    }
}

#[test]
fn an_export_twice_is_the_same_bytes() {
    let sandbox = Sandbox::new();
    for format in ["mdbook", "markdown"] {
        let (folder, files) = exported(&sandbox, format);
        let read = || files.iter().map(|file| fs::read(folder.join(file)).unwrap()).collect::<Vec<_>>();
        let first = read();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(exported(&sandbox, format).1, files);
        assert!(read() == first, "{format} differs");
    }
    let llms = || sandbox.run(&["errors", "export", "--format", "llms"]).stdout;
    assert_eq!(llms(), llms());
}

/// Run by `.ci/run`, which installs mdBook and names it in `MDBOOK`.
#[test]
#[ignore = "needs mdBook; .ci/run installs it"]
fn mdbook_builds_the_site_and_every_docs_url_leads_to_its_page() {
    let mdbook = std::env::var_os("MDBOOK").expect("MDBOOK names the mdbook to build with");
    let sandbox = Sandbox::new();
    let (book, _) = exported(&sandbox, "mdbook");
    let built = Command::new(mdbook).arg("build").current_dir(&book).output().unwrap();
    let log = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success() && !log.contains("WARN") && !log.contains("ERROR"), "{log}");
    let site = book.join("book");
    let search = fs::read_dir(&site).unwrap().map(|entry| entry.unwrap().path());
    let is_index = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("searchindex");
    let search: String = search.filter(is_index).map(|path| fs::read_to_string(path).unwrap()).collect();
    for (code, url) in codes(&sandbox) {
        let page = site.join(url.strip_prefix(SITE).unwrap()).join("index.html");
        let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{url}: {error}"));
        assert!(text.contains(&format!("<title>{code} - Errors of dbtool</title>")), "{text}");
        assert!(search.contains(&code), "the search does not know {code}");
        assert_leads_somewhere(&page, &text);
    }
}

/// Every link of a built page leads to a file of the site.
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
