//! Compares the lengths of the examples' errors with those of sentences that say the same.
//!
//! A table lists the calls of a program. Each call is followed by the numbers of characters in
//! `Brief`, in `Envelope`, in the sentences, and in the sentences with the URL of the
//! documentation, which `Brief` omits. The sentences come last. A call after `#` prepares the
//! others. `cargo overwrite` updates the numbers.
//!
//! Build the examples first, then run `cargo test -p agent-error-benches --bench lengths`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark may panic")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Each program, and the folder with the files of its calls.
const PROGRAMS: [(&str, &str); 3] = [
    ("cloudctl", "verda.in"),
    ("dbtool", "dbtool.in"),
    ("filetools", "errfmt.in"),
];

fn main() {
    let (mut count, mut total) = (0, [0; 4]);
    for (program, files) in PROGRAMS {
        for lengths in check(program, files) {
            count += 1;
            total = [0, 1, 2, 3].map(|index| total[index] + lengths[index]);
        }
    }
    let [brief, envelope, sentences, with_url] = total;
    println!(
        "{count} failures: Brief {brief}, Envelope {envelope}, sentences {sentences}, with URLs {with_url}"
    );
    assert!(count >= 30 && 10 * brief <= 12 * sentences && 10 * envelope <= 19 * with_url);
}

/// Runs the calls in the table of a program, and returns the lengths of each.
fn check(program: &str, files: &str) -> Vec<[usize; 4]> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(
        benches
            .join("../../examples")
            .join(program)
            .join("tests")
            .join(files),
    )
    .unwrap()
    {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let this = env::current_exe().unwrap();
    let programs = this.ancestors().nth(2).unwrap().display();
    let path = format!("{programs}:{}", env::var("PATH").unwrap());
    let variable = format!("{}_OUTPUT", program.to_uppercase());
    let output = |call: &str, format: &str| {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", call])
            .current_dir(&folder)
            .env("PATH", &path)
            .env(&variable, format);
        String::from_utf8(shell.output().unwrap().stdout)
            .unwrap()
            .trim_end()
            .to_owned()
    };
    let length = |text: &str| text.chars().count();
    let table = benches.join("lengths").join(program).with_extension("txt");
    let known = fs::read_to_string(&table).unwrap();
    let (mut shown, mut all) = (Vec::new(), Vec::new());
    for entry in known.trim_end().split("\n\n") {
        if let Some(call) = entry.strip_prefix("# ") {
            output(call, "json");
            shown.push(entry.to_owned());
            continue;
        }
        let [call, _, sentences] = entry.splitn(3, '\n').collect::<Vec<_>>()[..] else {
            panic!("{entry}")
        };
        let envelope = output(&call[2..], "json");
        let member = |name: &str| {
            envelope
                .split_once(&format!("\"{name}\":"))
                .map_or("", |(_, value)| value)
        };
        let duration = member("duration_ms")
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let url = member("docs_url")
            .split('"')
            .nth(1)
            .map_or(0, |url| length(" See .") + length(url));
        let brief = length(&output(&call[2..], "brief"));
        let lengths = [
            brief,
            length(&envelope) - duration,
            length(sentences),
            length(sentences) + url,
        ];
        shown.push(format!(
            "{call}\n= {}\n{sentences}",
            lengths.map(|length| length.to_string()).join(" ")
        ));
        all.push(lengths);
    }
    let shown = shown.join("\n\n") + "\n";
    match env::var_os("SNAPSHOTS") {
        Some(_) => fs::write(table, shown).unwrap(),
        None => assert_eq!(shown, known),
    }
    all
}
