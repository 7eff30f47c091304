//! Builds the workspace's programs if necessary and finds their paths.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

const PROGRAMS: [&str; 3] = ["agent-error", "cloudctl", "dbtool"];

static PATHS: LazyLock<BTreeMap<String, PathBuf>> = LazyLock::new(|| {
    let mut cargo = Command::new(env!("CARGO"));
    // Use the same features as `cargo test --workspace`, so that no library is built twice.
    cargo.args([
        "build",
        "--quiet",
        "--locked",
        "--message-format",
        "json",
        "--workspace",
        "--test",
        "conventions",
    ]);
    cargo.args(PROGRAMS.iter().flat_map(|name| ["--bin", name]));
    let output = cargo
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let messages = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok());
    let executable = |message: Value| {
        let path = PathBuf::from(message["executable"].as_str()?);
        Some((message["target"]["name"].as_str()?.to_owned(), path))
    };
    messages.filter_map(executable).collect()
});

/// Returns the path of a program.
pub(crate) fn program(name: &str) -> &'static Path {
    &PATHS[name]
}
