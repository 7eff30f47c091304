//! Tests which versions of each other the packages require.

use super::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// The exact requirements. A library on any other package must not block an update of
/// `agent-error`, so these packages accept each compatible version.
const EXACT: [&str; 5] = [
    "agent-error -> agent-error-macros",
    "agent-error -> agent-error-rules",
    "agent-error-cli -> agent-error-tooling",
    "agent-error-macros -> agent-error-rules",
    "agent-error-testing -> agent-error-tooling",
];

/// Returns the packages of the workspace, as `cargo metadata` describes them.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    serde_json::from_value(metadata["packages"].take()).unwrap()
}

/// Returns the requirements of published packages on each other, without those for tests.
fn requirements(packages: &[Value]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for package in packages {
        let is_published = package["publish"].is_null();
        if !is_published {
            continue;
        }
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["name"].as_str().unwrap();
            let is_for_tests = dependency["kind"] == "dev";
            if name.starts_with("agent-error") && !is_for_tests {
                let package = package["name"].as_str().unwrap();
                let required = dependency["req"].as_str().unwrap();
                found.push((format!("{package} -> {name}"), required.to_owned()));
            }
        }
    }
    found
}

#[test]
fn only_macros_rules_and_tooling_are_required_in_an_exact_version() {
    let packages = packages();
    let version_of = |name: &str| {
        let package = packages.iter().find(|package| package["name"] == name);
        package.unwrap()["version"].as_str().unwrap()
    };
    let requirements = requirements(&packages);
    assert!(requirements.len() > 12, "{requirements:?}");
    let mut exact = BTreeSet::new();
    for (packages, required) in &requirements {
        let (_, name) = packages.split_once(" -> ").unwrap();
        if required.starts_with('=') {
            exact.insert(packages.as_str());
        }
        // At least the version that the package was tested with.
        let version = required.trim_start_matches(['=', '^']);
        assert_eq!(version, version_of(name), "{packages}");
    }
    assert_eq!(exact, BTreeSet::from(EXACT));
}
