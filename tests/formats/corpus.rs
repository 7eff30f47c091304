//! Tests that parse the saved corpus `corpus/FORMAT/*`, both unchanged and with small mutations.
//!
//! If a file name starts with `bad-`, the format of its directory must reject the file. All other files must be
//! accepted.

use crate::invariants::check_text;
use agent_error::Format;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the saved files. There are at least ten per format.
fn files() -> Vec<(PathBuf, Format, String)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats/corpus");
    let mut files = Vec::new();
    for format in crate::PARSED {
        let folder = fs::read_dir(corpus.join(format.as_str())).unwrap();
        let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        assert!(paths.len() >= 10, "{format}: {} files", paths.len());
        paths.sort();
        files.extend(paths.into_iter().map(|path| (path.clone(), *format, fs::read_to_string(path).unwrap())));
    }
    files
}

#[test]
fn every_saved_text_is_parsed_or_rejected_as_its_name_says() {
    for (path, format, text) in files() {
        let is_bad = path.file_name().unwrap().to_str().unwrap().starts_with("bad-");
        assert_eq!(check_text(&text, Some(format)).is_err(), is_bad, "{}", path.display());
        for other in Format::ALL.iter().copied().map(Some).chain([None]) {
            let _ = check_text(&text, other);
        }
    }
}

/// A change to a file: a position, and the number of characters that the string replaces there.
fn mutation() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let seams = "[\n\r\t\0\u{1b}<>&;\"'\\[\\]{}:,\\\\ =/0e-]{0,2}";
    (any::<prop::sample::Index>(), 0..16_usize, prop_oneof![3 => seams, 1 => ".{0,2}"])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_small_mutation_of_a_saved_text_breaks_a_parser(
        file in prop::sample::select(files()), mutations in prop::collection::vec(mutation(), 1..4), is_cut in any::<bool>(),
    ) {
        let (_, format, text) = file;
        let mut text: Vec<char> = text.chars().collect();
        for (at, length, piece) in mutations {
            let at = at.index(text.len() + 1);
            let end = if is_cut { text.len() } else { text.len().min(at + length) };
            text.splice(at..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let _ = check_text(&text, Some(format));
        let _ = check_text(&text, None);
    }
}
