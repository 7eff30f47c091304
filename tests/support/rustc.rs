//! Compiles programs in a test, against the libraries that the test is linked with. cargo would build all of these
//! again for another target directory or other features.

use agent_error_tests_arguments::rustc_and_libraries;
use std::path::Path;
use std::process::{Command, Output};

/// Runs rustc on a file below `tests`, as a program in the edition of the workspace, with more arguments.
pub(crate) fn rustc(name: &str, file: &Path, arguments: &[&str]) -> Output {
    let libraries: &[&str] = rustc_and_libraries!();
    Command::new(libraries[0])
        .args(&libraries[1..])
        .args(["--edition", "2024", "--crate-type", "bin", "--crate-name", name])
        .args(arguments)
        .arg(file)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // rustc's advice depends on whether cargo runs it.
        .env("CARGO_CRATE_NAME", name)
        .output()
        .unwrap()
}
