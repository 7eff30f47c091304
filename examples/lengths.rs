//! Compares the lengths of errors with those of sentences that say the same.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Runs the calls in a table, in a copy of the folder `files`. Each call is followed by the numbers of characters in
/// `Brief`, in `Envelope`, in the sentences, and in the sentences with the URL of the documentation, which `Brief` omits.
/// The sentences come last. A call after `#` prepares the others.
///
/// `cargo overwrite` updates the numbers.
pub(crate) fn check(program: &str, table: &str, files: &str) {
    let program = Path::new(program);
    let variable = format!("{}_OUTPUT", program.file_name().unwrap().to_str().unwrap().to_uppercase());
    let path = format!("{}:{}", program.parent().unwrap().display(), env::var("PATH").unwrap());
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(files).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let output = |call: &str, format: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", call]).current_dir(&folder).env("PATH", &path).env(&variable, format);
        String::from_utf8(shell.output().unwrap().stdout).unwrap().trim_end().to_owned()
    };
    let length = |text: &str| text.chars().count();
    let known = fs::read_to_string(table).unwrap();
    let mut shown = String::new();
    for entry in known.trim_end().split("\n\n") {
        if let Some(call) = entry.strip_prefix("# ") {
            output(call, "json");
            let _ = writeln!(shown, "{entry}\n");
            continue;
        }
        let [call, _, sentences] = entry.splitn(3, '\n').collect::<Vec<_>>()[..] else { panic!("{entry}") };
        let envelope = output(&call[2..], "json");
        let member = |name: &str| envelope.split_once(&format!("\"{name}\":")).map_or("", |(_, value)| value);
        let duration = member("duration_ms").bytes().take_while(u8::is_ascii_digit).count();
        let url = member("docs_url").split('"').nth(1).map_or(0, |url| length(" See .") + length(url));
        let brief = length(&output(&call[2..], "brief"));
        let lengths = [brief, length(&envelope) - duration, length(sentences), length(sentences) + url];
        let _ = writeln!(shown, "{call}\n= {}\n{sentences}\n", lengths.map(|length| length.to_string()).join(" "));
    }
    let shown = shown.trim_end().to_owned() + "\n";
    match env::var_os("SNAPSHOTS") {
        Some(_) => fs::write(table, shown).unwrap(),
        None => assert_eq!(shown, known),
    }
    check_totals();
}

/// Checks the numbers of all programs together.
fn check_totals() {
    let (mut count, mut total) = (0, [0; 4]);
    for program in ["cloudctl", "dbtool", "filetools"] {
        let table = fs::read_to_string(format!("../{program}/tests/lengths.txt")).unwrap();
        for line in table.lines().filter_map(|line| line.strip_prefix("= ")) {
            let lengths: Vec<usize> = line.split(' ').map(|length| length.parse().unwrap()).collect();
            total = [0, 1, 2, 3].map(|index| total[index] + lengths[index]);
            count += 1;
        }
    }
    let [brief, envelope, sentences, with_url] = total;
    assert!(count >= 30 && 10 * brief <= 12 * sentences && 10 * envelope <= 22 * with_url, "{count} {total:?}");
}
