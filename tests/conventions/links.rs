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
        "MIGRATION.md",
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

/// The directories of the published packages.
pub(crate) const PACKAGES: [&str; 10] = [
    "macros",
    "macros/rules",
    "runtime",
    "runtime/axum",
    "runtime/cli",
    "runtime/formats",
    "runtime/grpc",
    "runtime/mcp",
    "runtime/testing",
    "runtime/tooling",
];

/// Returns the value of a key of a manifest, such as `name`.
fn manifest_value(package: &str, key: &str) -> Option<String> {
    let manifest = read(&root().join(package).join("Cargo.toml"));
    let start = format!("{key} = \"");
    let line = manifest.lines().find(|line| line.starts_with(&start))?;
    line[start.len()..].split('"').next().map(str::to_owned)
}

/// The source directory of the published package with this name.
fn source_of(name: &str) -> Option<PathBuf> {
    let package = PACKAGES
        .into_iter()
        .find(|package| manifest_value(package, "name").as_deref() == Some(name))?;
    Some(root().join(package).join("src"))
}

/// Whether a page of docs.rs will exist. Only checks the pages of this workspace's packages: the
/// front page, guides, and items at the root, such as `struct.Report.html`.
fn is_on_docs_rs(page: &str) -> bool {
    let page = page.split('#').next().unwrap_or_default();
    let parts: Vec<&str> = page.trim_end_matches('/').split('/').collect();
    let Some(source) = source_of(parts[0]) else {
        return !parts[0].starts_with("agent-error");
    };
    match parts[1..] {
        [] => true,
        ["latest", library] => library == parts[0].replace('-', "_"),
        ["latest", library, "_guide", guide, "index.html"] => {
            library == parts[0].replace('-', "_")
                && read(&source.join("_guide.rs")).contains(&format!("pub mod {guide} {{}}"))
        }
        ["latest", library, item] => {
            let name = item.split('.').nth(1).unwrap_or_default();
            library == parts[0].replace('-', "_") && read(&source.join("lib.rs")).contains(name)
        }
        _ => false,
    }
}

/// The registry resolves relative links against the directory of the package in the repository, even
/// if the package takes its README from elsewhere.
fn leads_somewhere_on_the_registry(package: &str, link: &str) -> bool {
    if let Some(page) = link.strip_prefix("https://docs.rs/") {
        return is_on_docs_rs(page);
    }
    if link.contains("://") || link.starts_with('#') {
        return !link.contains("example.com");
    }
    let file = link.split('#').next().unwrap_or_default();
    root().join(package).join(file).exists()
}

#[test]
fn every_link_of_a_packaged_readme_works_on_the_registry() {
    let mut checked = 0;
    for package in PACKAGES {
        let readme = manifest_value(package, "readme").unwrap();
        let text = read(&root().join(package).join(readme));
        let (targets, undefined) = links(&text);
        assert!(undefined.is_empty(), "{package}: {undefined:?}");
        checked += targets.len();
        for link in targets {
            let works = leads_somewhere_on_the_registry(package, &link);
            assert!(works, "the README of {package} links to {link}");
        }
    }
    assert!(checked > 30, "only {checked} links were found");
}

#[test]
fn dead_links_on_the_registry_are_found() {
    let guide = "https://docs.rs/agent-error/latest/agent_error/_guide";
    for (package, link, works) in [
        ("runtime", "src/guide/cli.md", true),
        ("runtime", "runtime/src/guide/cli.md", false),
        ("runtime/mcp", "README.md#start", true),
        ("runtime", &format!("{guide}/cli/index.html"), true),
        ("runtime", &format!("{guide}/axum/index.html"), false),
        ("runtime", "https://docs.rs/agent-error-http", false),
        ("runtime", "https://docs.rs/tonic", true),
        ("runtime", "https://example.com/agent-error", false),
    ] {
        assert_eq!(
            leads_somewhere_on_the_registry(package, link),
            works,
            "{package}: {link}"
        );
    }
}

/// The README of each package says what the package is for, and links to a guide.
#[test]
fn every_packaged_readme_links_to_a_guide() {
    for package in PACKAGES {
        assert_eq!(
            manifest_value(package, "readme").as_deref(),
            Some("README.md"),
            "{package} has no README of its own"
        );
        let text = read(&root().join(package).join("README.md"));
        let name = manifest_value(package, "name").unwrap();
        assert!(text.starts_with(&format!("# {name}\n")), "{package}");
        assert!(text.contains("/_guide/"), "{package} links to no guide");
    }
}

/// The test of the repository's README also compiles the program that the registry shows.
#[test]
fn the_readmes_of_the_repository_and_the_package_show_the_same_program() {
    let [repository, package] = ["README.md", "runtime/README.md"].map(|name| {
        let text = read(&root().join(name));
        let program = text.split("```rust,no_run\n").nth(1).expect(name);
        program.split("```").next().unwrap().to_owned()
    });
    assert!(repository.contains("agent_error::main"));
    assert_eq!(package, repository);
}

#[test]
fn ten_guides_of_300_lines_are_enough() {
    let guides: Vec<PathBuf> = pages()
        .into_iter()
        .filter(|path| path.parent().unwrap().ends_with("guide"))
        .collect();
    assert!((1..=10).contains(&guides.len()), "{guides:#?}");
    for path in guides {
        let lines = read(&path).lines().count();
        assert!(lines <= 300, "{} has {lines} lines", path.display());
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
