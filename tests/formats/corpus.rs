//! Tests that parse the saved corpus `corpus/FORMAT/*`, with which `tests/fuzz` starts, too.
//!
//! If a file name starts with `bad-`, the format of its directory must reject the file. All other
//! files must be accepted.

use crate::invariants::check_text;
use agent_error::Format;
use agent_error_tests::is_thorough;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the saved files. There are at least ten per format.
fn files() -> Vec<(PathBuf, Format, String)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats/corpus");
    let mut files = Vec::new();
    for format in crate::PARSED {
        let folder = fs::read_dir(corpus.join(format.name())).unwrap();
        let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        assert!(paths.len() >= 10, "{format}: {} files", paths.len());
        paths.sort();
        files.extend(
            paths
                .into_iter()
                .map(|path| (path.clone(), *format, fs::read_to_string(path).unwrap())),
        );
    }
    files
}

#[test]
fn every_saved_text_is_parsed_or_rejected_as_its_name_says() {
    let formats: Vec<Option<Format>> = crate::ALL.iter().copied().map(Some).chain([None]).collect();
    // Each text in one other format, or in all.
    let count = if is_thorough() { formats.len() } else { 1 };
    let mut others = formats.into_iter().cycle();
    for (path, format, text) in files() {
        let is_bad = path
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("bad-");
        assert_eq!(
            check_text(&text, Some(format)).is_err(),
            is_bad,
            "{}",
            path.display()
        );
        for other in others.by_ref().take(count) {
            let _ = check_text(&text, other);
        }
    }
}
