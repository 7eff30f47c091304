//! Tests that the repository is ready for a release.

use crate::links::PACKAGES;
use crate::{modules, root};
use std::collections::BTreeSet;
use std::fs;

/// Returns the versions in a text that are part of identifiers, such as `_1_2_3`.
fn versions_in_identifiers(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter_map(version_at_the_end).collect()
}

fn version_at_the_end(word: &str) -> Option<String> {
    let parts: Vec<&str> = word.rsplitn(4, '_').collect();
    let [patch, minor, major, name] = parts[..] else {
        return None;
    };
    // Other identifiers contain dates, such as that of a protocol.
    let is_ours = name.to_ascii_lowercase().contains("agent_error");
    if is_ours && [major, minor, patch].iter().all(is_number) {
        Some(format!("{major}.{minor}.{patch}"))
    } else {
        None
    }
}

fn is_number(part: &&str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn versions_in_identifiers_are_found() {
    let text = "use x::AGENT_ERROR_TYPES_1_20_3; let y = \"same_version_as_agent_error_macros_0_1_0\"; \
                agent_error_1_2 + _1_2_3 + agent_error_1_2_x + 1_000_000_000 + V_2026_07_28";
    let found: Vec<String> = versions_in_identifiers(text).into_iter().collect();
    assert_eq!(found, ["0.1.0", "1.20.3"]);
}

/// `.ci/release version` renames them.
#[test]
fn identifiers_contain_the_version_of_the_packages() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let package = manifest.split("[workspace.package]").nth(1).unwrap();
    let version = package.split("version = \"").nth(1).unwrap();
    let version = version.split('"').next().unwrap();

    let mut files = PACKAGES
        .iter()
        .flat_map(|package| modules::files(&root().join(package).join("src")))
        .collect::<Vec<_>>();
    files.push(root().join("tests/ui/fail/version_mismatch.stderr"));
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for found in versions_in_identifiers(&text) {
            assert_eq!(found, version, "in {}", file.display());
            count += 1;
        }
    }
    assert!(count >= 5, "only {count} files contain the version");
}

/// Readers find each package, and the order in which packages are published.
#[test]
fn the_lists_of_packages_are_complete() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (readme, contributing) = (read("README.md"), read("CONTRIBUTING.md"));
    for package in PACKAGES {
        let manifest = read(&format!("{package}/Cargo.toml"));
        let name = manifest.split("name = \"").nth(1).unwrap();
        let name = format!("`{}`", name.split('"').next().unwrap());
        assert!(
            contributing.contains(&format!("| `{package}` | {name}")),
            "CONTRIBUTING.md lacks {package}"
        );
        // Users don't depend on these.
        if !package.starts_with("macros") {
            assert!(readme.contains(&name), "README.md lacks {name}");
        }
    }
}
