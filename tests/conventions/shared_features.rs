//! Checks the features that our crates enable on dependencies that a program may also use itself. Cargo unifies
//! features, so such a feature affects the program's own data and output.

use crate::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// The libraries that programs link.
const CRATES: [&str; 5] =
    ["agent-error", "agent-error-mcp", "agent-error-testing", "agent-error-tonic", "agent-error-tooling"];

/// Features that change how a program parses or prints its own data. A `*` stands for any suffix.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("serde_json", &["arbitrary_precision", "float_roundtrip", "preserve_order", "unbounded_depth"]),
    ("jsonschema", &["arbitrary-precision"]),
    ("schemars", &["preserve_order"]),
    ("toml", &["preserve_order"]),
    ("clap", &["color", "unicode", "unstable-v5", "wrap_help"]),
    ("tracing", &["log", "log-always", "max_level_*", "release_max_level_*"]),
    ("tracing-core", &["valuable"]),
    ("eyre", &["auto-install"]),
    ("ryu", &["small"]),
];

/// Each feature that our crates enable, and why it doesn't change what a program parses or prints.
const ENABLED: &[(&str, &str, &str)] = &[
    ("anstream", "auto", "detects terminals; a default feature"),
    ("clap", "env", "adds `Arg::env`, which only affects arguments that use it"),
    ("clap", "error-context", "the values in usage errors; a default feature"),
    ("clap", "help", "`--help`; a default feature"),
    ("clap", "std", "a default feature"),
    ("clap", "suggestions", "similar names in usage errors; a default feature"),
    ("clap", "usage", "the usage line; a default feature"),
    ("data-encoding", "alloc", "adds functions that allocate"),
    ("http", "std", "a default feature"),
    ("percent-encoding", "std", "adds impls of std traits"),
    ("prost", "std", "adds impls of std traits"),
    ("prost-types", "std", "adds impls of std traits"),
    ("regex", "std", "adds impls of std traits"),
    ("rmcp", "server", "adds the server API"),
    ("rustix", "event", "adds `poll`"),
    ("rustix", "process", "adds functions for processes"),
    ("rustix", "std", "adds impls of std traits"),
    ("schemars", "std", "adds impls for std types"),
    ("serde", "derive", "adds the derive macros"),
    ("serde", "std", "adds impls for std types"),
    ("serde_json", "raw_value", "adds `RawValue`, which only affects code that uses it"),
    ("textwrap", "unicode-width", "the width of wide characters; a default feature"),
    ("tokio", "rt", "adds the runtime"),
    ("tracing", "std", "a default feature"),
];

/// Runs Cargo in the repository.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).arg("--locked").current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the forbidden features in a list of packages, such as `serde_json v1.0.145 default,std`.
fn forbidden(packages: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in packages.lines() {
        let (package, features) = (line.split(' ').next().unwrap(), line.split(' ').next_back().unwrap());
        let listed = FORBIDDEN.iter().filter(|(name, _)| *name == package).flat_map(|(_, features)| *features);
        for pattern in listed {
            let is_pattern = |feature: &&str| match pattern.strip_suffix('*') {
                Some(prefix) => feature.starts_with(prefix),
                None => feature == pattern,
            };
            found.extend(features.split(',').filter(is_pattern).map(|feature| format!("{package}/{feature}")));
        }
    }
    found
}

#[test]
fn no_dependency_parses_or_prints_differently() {
    for package in CRATES {
        let arguments = ["tree", "-p", package, "--all-features", "-e", "normal", "--prefix", "none", "-f", "{p} {f}"];
        let packages = cargo(&arguments);
        assert!(packages.lines().any(|line| line.starts_with("serde_json v")), "{packages}");
        let found = forbidden(&packages);
        assert!(found.is_empty(), "{package} enables {found:?}; find out why with `cargo tree -e features -i`");
    }
}

#[test]
fn each_enabled_feature_has_a_reason() {
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let packages = packages.iter().filter(|package| CRATES.contains(&package["name"].as_str().unwrap()));
    let dependencies = packages.flat_map(|package| package["dependencies"].as_array().unwrap());
    // Only third-party packages have a source, and normal dependencies have no kind.
    let shared = dependencies.filter(|dependency| dependency["source"].is_string() && dependency["kind"].is_null());
    let enabled: BTreeSet<(&str, &str)> = shared
        .flat_map(|dependency| {
            let features = dependency["features"].as_array().unwrap();
            features.iter().map(|feature| (dependency["name"].as_str().unwrap(), feature.as_str().unwrap()))
        })
        .collect();
    let explained: BTreeSet<(&str, &str)> = ENABLED.iter().map(|(package, feature, _)| (*package, *feature)).collect();
    let (new, gone) = (&enabled - &explained, &explained - &enabled);
    assert!(new.is_empty(), "add a reason to `ENABLED`, or remove the feature: {new:?}");
    assert!(gone.is_empty(), "remove from `ENABLED`: {gone:?}");
}
