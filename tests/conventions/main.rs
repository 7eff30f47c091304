//! Tests of the repository's structure: the order of modules, links, and public names.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "only tests call these functions")]

mod links;
mod modules;
mod public_names;
mod shared_features;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The top-level modules of the runtime. Each may only import the modules before it.
const LAYERS: &[&str] = &[
    "vocabulary",
    "text",
    "json",
    "definition",
    "error",
    "registry",
    "ready",
    "format",
    "catalog",
    "classify",
    "process",
    "integrations",
];

/// The modules outside this order: the facade, the names that generated code uses, and the documentation. Ordered
/// modules must not import these.
const FACADE: &[&str] = &["lib", "private", "_guide", "guide", "reference"];

#[test]
fn the_runtime_only_has_known_modules() {
    let modules = modules::top_level(&root().join("runtime/src"));
    let mut expected: Vec<String> = LAYERS.iter().chain(FACADE).map(|name| (*name).to_owned()).collect();
    expected.sort();
    assert_eq!(modules, expected);
}

#[test]
fn modules_only_import_earlier_modules() {
    let (mut against, count) = modules::against(&root().join("runtime/src"), LAYERS);
    // The table of a type contains the functions that find its errors.
    against.retain(|import| !import.ends_with("definition/def.rs imports crate::registry"));
    assert!(count > 100, "only {count} imports were found");
    assert!(against.is_empty(), "{} imports against the order:\n{}", against.len(), against.join("\n"));
    let mut reversed = LAYERS.to_vec();
    reversed.reverse();
    assert!(modules::against(&root().join("runtime/src"), &reversed).0.len() > 100, "the check finds imports");
}

#[test]
fn paths_in_the_contributing_guide_exist() {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let named = text.split('`').skip(1).step_by(2).filter(|word| word.contains('/') && !word.contains(' '));
    let missing: Vec<&str> = named.filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for room in LAYERS {
        assert!(text.contains(&format!("| `{room}` |")), "{room} is not in the table of rooms");
    }
}

#[test]
fn secret_names_are_documented_with_the_derive() {
    let docs = std::fs::read_to_string(root().join("macros/src/derive.md")).unwrap();
    let missing: Vec<String> = agent_error_rules::secret::SECRET_WORDS
        .iter()
        .map(|(topic, words)| format!("| {topic} | `{}` |", words.split(' ').collect::<Vec<_>>().join("`, `")))
        .filter(|row| !docs.contains(row))
        .collect();
    assert!(missing.is_empty(), "not in the docs of the derive: {missing:#?}");
    let qualifiers = agent_error_rules::secret::QUALIFIERS.split_whitespace();
    let missing: Vec<&str> = qualifiers.filter(|word| !docs.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "not in the docs of the derive: {missing:#?}");
}

#[test]
fn every_key_of_the_derive_is_documented() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let (keys, page) = (read("macros/src/keys.rs"), read("macros/src/derive.md"));
    let keys: Vec<&str> = keys.split("#[cfg(test)]").next().unwrap().split("const ").skip(1).collect();
    let keys = keys.iter().flat_map(|list| list.split(';').next().unwrap().split('"').skip(1).step_by(2));
    let keys: Vec<&str> = keys.filter(|key| !["code", "origin"].contains(key)).collect();
    assert!(keys.len() > 30, "{keys:?}");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let is_in = |key: &str, row: &&str| {
        let (names, _) = row[2..].split_once(" | ").unwrap();
        let names = names.split(", ").map(|name| name.trim_start_matches('`'));
        names.into_iter().any(|name| name.strip_prefix(key).is_some_and(|rest| rest.starts_with(['`', ' ', '('])))
    };
    let missing: Vec<&&str> = keys.iter().filter(|key| !rows.iter().any(|row| is_in(key, row))).collect();
    assert!(missing.is_empty(), "not in `macros/src/derive.md`: {missing:?}");
}

#[test]
fn each_package_contains_its_licences() {
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = std::fs::read_to_string(root().join(licence)).unwrap();
        for package in [
            "macros",
            "macros/rules",
            "runtime",
            "runtime/cli",
            "runtime/grpc",
            "runtime/mcp",
            "runtime/testing",
            "runtime/tooling",
        ] {
            let path = root().join(package).join(licence);
            assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "{}", path.display());
        }
    }
}

/// Each guide must be included in a rustdoc module. Otherwise, its examples wouldn't be tested.
#[test]
fn every_guide_is_included_and_linked_on_the_front_page() {
    for source in links::GUIDED.map(|source| root().join(source)) {
        let read = |name: &str| std::fs::read_to_string(source.join(name)).unwrap();
        let (modules, front) = (read("_guide.rs"), read("lib.rs"));
        let guides = modules::top_level(&source.join("guide"));
        assert!(!guides.is_empty());
        for guide in guides {
            assert!(
                modules.contains(&format!("include_str!(\"guide/{guide}.md\")")),
                "`_guide.rs` does not include {guide}"
            );
            assert!(front.contains(&format!("](_guide::{guide})")), "the front page has no link to {guide}");
        }
    }
}

/// Compares the public names with the expected files. To update the files, set `SNAPSHOTS=overwrite`.
#[test]
#[ignore = "needs the JSON of rustdoc, in the folder PUBLIC_NAMES_JSON"]
fn public_names_are_those_of_the_file() {
    let folder = PathBuf::from(std::env::var_os("PUBLIC_NAMES_JSON").expect("PUBLIC_NAMES_JSON is set"));
    for library in ["default", "all", "mcp", "testing", "tonic", "tooling"] {
        let names = public_names::names(&folder.join(format!("{library}.json")));
        let text = names.into_iter().collect::<Vec<_>>().join("\n") + "\n";
        let path = root().join(format!("tests/conventions/public_names.{library}.txt"));
        if std::env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "SNAPSHOTS=overwrite accepts it");
    }
}

#[test]
fn the_guide_lists_all_exit_codes() {
    let guide = include_str!("../../runtime/src/guide/exit_codes.md");
    for entry in agent_error::exit::TABLE {
        let retry = match (entry.code, entry.retryable) {
            (0, _) => " ",
            (_, true) => " yes ",
            (_, false) => " no ",
        };
        let row = format!("| {} | `{}` |{retry}| {} |", entry.code, entry.name, entry.advice);
        assert!(guide.contains(&row), "the guide lacks {row}");
    }
}
