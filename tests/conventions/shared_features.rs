//! Checks the features that our crates enable on dependencies that a program may also use itself.
//! Cargo unifies features, so such a feature affects the program's own data and output.

use crate::root;
use std::collections::BTreeSet;
use std::process::Command;

/// The libraries that programs link.
const CRATES: [&str; 6] = [
    "agent-error",
    "agent-error-axum",
    "agent-error-mcp",
    "agent-error-testing",
    "agent-error-tonic",
    "agent-error-tooling",
];

/// Features that change how a program parses or prints its own data. A `*` stands for any suffix.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "serde_json",
        &[
            "arbitrary_precision",
            "float_roundtrip",
            "preserve_order",
            "unbounded_depth",
        ],
    ),
    ("jsonschema", &["arbitrary-precision"]),
    ("schemars", &["preserve_order"]),
    ("toml", &["preserve_order"]),
    ("clap", &["color", "unicode", "unstable-v5", "wrap_help"]),
    (
        "tracing",
        &["log", "log-always", "max_level_*", "release_max_level_*"],
    ),
    ("tracing-core", &["valuable"]),
    ("eyre", &["auto-install"]),
    ("ryu", &["small"]),
];

/// Returns the forbidden features in a list of packages, such as `serde_json v1.0.145 default,std`.
fn forbidden(packages: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in packages.lines() {
        let (package, features) = (
            line.split(' ').next().unwrap(),
            line.split(' ').next_back().unwrap(),
        );
        let listed = FORBIDDEN
            .iter()
            .filter(|(name, _)| *name == package)
            .flat_map(|(_, features)| *features);
        for pattern in listed {
            let is_pattern = |feature: &&str| match pattern.strip_suffix('*') {
                Some(prefix) => feature.starts_with(prefix),
                None => feature == pattern,
            };
            found.extend(
                features
                    .split(',')
                    .filter(is_pattern)
                    .map(|feature| format!("{package}/{feature}")),
            );
        }
    }
    found
}

#[test]
fn no_dependency_parses_or_prints_differently() {
    for package in CRATES {
        let arguments = [
            "tree",
            "-p",
            package,
            "--all-features",
            "-e",
            "normal",
            "--prefix",
            "none",
            "-f",
            "{p} {f}",
        ];
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .arg("--locked")
            .current_dir(root())
            .output()
            .unwrap();
        let packages = String::from_utf8(output.stdout).unwrap();
        assert!(
            packages
                .lines()
                .any(|line| line.starts_with("serde_json v")),
            "{packages}"
        );
        let found = forbidden(&packages);
        assert!(
            found.is_empty(),
            "{package} enables {found:?}; find out why with `cargo tree -e features -i`"
        );
    }
}
