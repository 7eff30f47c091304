//! Tests that parse the saved corpus `corpus/FORMAT/*`, both unchanged and with small mutations.
//!
//! If a file name starts with `bad-`, the format of its directory must reject the file. All other files must be
//! accepted.

use crate::invariants::check_text;
use agent_error::Format;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of mutations per file.
const FAULTS: usize = 120;
/// One in this many mutated files is also rendered in every format and parsed again. Checking all of them would take
/// too long.
const CHECKED: u64 = 8;

struct Seed {
    path: PathBuf,
    format: Format,
    text: String,
}

impl Seed {
    fn is_bad(&self) -> bool {
        self.path.file_name().unwrap().to_str().unwrap().starts_with("bad-")
    }
}

/// Returns the saved files. There are at least ten per format.
fn seeds() -> Vec<Seed> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats/corpus");
    let mut seeds = Vec::new();
    for format in crate::PARSED {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(corpus.join(format.as_str())).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(paths.len() >= 10, "{format}: {} texts", paths.len());
        // The order of directory entries differs between machines, but mutations must be reproducible.
        paths.sort();
        seeds.extend(paths.into_iter().map(|path| {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            Seed { path, format: *format, text }
        }));
    }
    seeds
}

#[test]
fn every_saved_text_is_read_or_refused_as_its_name_says() {
    let seeds = seeds().into_iter();
    let wrong = seeds.filter(|seed| seed.format.parse(&seed.text).is_err() != seed.is_bad()).map(|seed| seed.path);
    assert_eq!(wrong.collect::<Vec<_>>(), <Vec<PathBuf>>::new());
}

#[test]
fn every_saved_text_meets_every_parser() {
    for seed in seeds() {
        let formats = Format::ALL.iter().copied().map(Some).chain([None]);
        formats.for_each(|format| drop(named(&seed, || check_text(&seed.text, format))));
    }
}

#[test]
fn no_small_fault_in_a_saved_text_breaks_a_parser() {
    let mut parses = 0_u64;
    for seed in seeds() {
        let cuts = (0..seed.text.len()).filter(|at| seed.text.is_char_boundary(*at));
        let cuts = cuts.take(FAULTS).map(|at| seed.text[..at].to_owned());
        let faults = Faults { random: XorShift::new(&seed.text), bytes: seed.text.as_bytes() };
        for text in cuts.chain(faults.take(FAULTS)) {
            parses += 2;
            if (parses / 2).is_multiple_of(CHECKED) {
                let read = named(&seed, || check_text(&text, Some(seed.format)));
                let _ = named(&seed, || check_text(&text, None)).or(read);
            } else {
                let _ = agent_error::parse(&text).or_else(|_| seed.format.parse(&text));
            }
        }
    }
    assert!(parses > 20_000, "{parses}");
}

/// Runs a check. If it panics, prints the path of the seed.
fn named<T>(seed: &Seed, check: impl FnOnce() -> T) -> T {
    struct Named<'a>(&'a Path);
    impl Drop for Named<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("the seed: {}", self.0.display());
            }
        }
    }
    let _named = Named(&seed.path);
    check()
}

/// Generates copies of a file with one to three mutations.
struct Faults<'a> {
    random: XorShift,
    bytes: &'a [u8],
}

impl Iterator for Faults<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut bytes = self.bytes.to_owned();
        for _ in 0..=self.random.below(3) {
            self.spoil(&mut bytes);
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Faults<'_> {
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        /// Characters that have a meaning in some format.
        const SEAMS: &[u8] = b"\n\r\t\0\x1b<>&;\"'[]{}:,\\ =/-0e";
        if bytes.is_empty() {
            return;
        }
        let at = self.random.below(bytes.len());
        let end = (at + 1 + self.random.below(16)).min(bytes.len());
        match self.random.below(5) {
            0 => bytes[at] ^= 1 << self.random.below(8),
            1 => bytes[at] = SEAMS[self.random.below(SEAMS.len())],
            2 => bytes.insert(at, SEAMS[self.random.below(SEAMS.len())]),
            3 => drop(bytes.drain(at..end)),
            _ => {
                let again = bytes[at..end].to_owned();
                bytes.splice(at..at, again);
            }
        }
    }
}

/// Marsaglia's xorshift generator. It returns the same numbers in every run.
struct XorShift(u64);

impl XorShift {
    /// Seeds the generator with the FNV-1a hash of the file, so that adding a file doesn't change the mutations of
    /// others.
    fn new(text: &str) -> Self {
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(hash | 1)
    }

    /// Returns a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit
    }
}
