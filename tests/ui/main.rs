//! Compiles invalid and valid uses of the macros.
//!
//! Each file in `fail` collects the mistakes of one topic, and `trybuild` checks it. Its `.stderr` file contains the
//! expected messages. `cargo overwrite` rewrites them; review the difference before you commit it. To check a single
//! file, use `cargo test -p agent-error-tests-ui -- mistakes trybuild=NAME`.
//!
//! The programs in `pass` have to compile and succeed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use trybuild::TestCases;

/// Returns the Rust files in a folder, of which there are some.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|rs| rs == "rs"))
        .collect();
    assert!(files.len() > 1);
    files
}

#[test]
fn mistakes_are_reported() {
    // Only `check`, because `trybuild` runs Cargo once for each file if one of them has to be linked.
    assert!(
        files("fail")
            .iter()
            .all(|file| file.with_extension("stderr").exists())
    );
    TestCases::new().compile_fail("fail/*.rs");
}

#[test]
fn valid_uses_succeed() {
    let programs = env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .with_file_name("");
    for file in files("pass") {
        let program = programs
            .join(file.file_stem().unwrap())
            .with_extension(env::consts::EXE_EXTENSION);
        let status = Command::new(&program).status().unwrap();
        assert!(status.success(), "{}: {status}", program.display());
    }
}
