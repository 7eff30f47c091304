//! Checks that each format renders records in linear time: four times as many of a repeated thing,
//! such as causes, may take at most 4.8 times as many instructions.
//!
//! Run with `cargo bench -p agent-error-benches --bench instructions`. To select rows, pass parts
//! of their names: `-- Human listing`. Counts instructions with valgrind's callgrind, which must be
//! installed, so that other processes don't affect the result.

#![allow(clippy::expect_used, reason = "a benchmark may panic")]

use agent_error::{ErrorRecord, FieldError, Format};
use agent_error_formats::ALL;
use serde_json::json;
use std::fmt::Write as _;
use std::process::{Command, ExitCode};

/// The approximate sizes of the repeated things.
const BYTES: [usize; 3] = [64 << 10, 256 << 10, 1 << 20];

/// The maximum growth between two sizes. It's above 4, because maps take logarithmic time for a
/// name.
const MAX_GROWTH: f64 = 4.8;

/// The length of each repeated string.
const UNIT_BYTES: usize = 16;

/// Adds a thing several times to a record, or to the warnings.
type Repeat = fn(usize, ErrorRecord, &mut Vec<String>) -> ErrorRecord;

const THINGS: &[(&str, Repeat)] = &[
    ("listing", |times, record, _| {
        let names: Vec<_> = (0..times)
            .map(|at| (format!("name {at}"), json!("b")))
            .collect();
        record.with_context("valid", serde_json::Map::from_iter(names))
    }),
    ("listing of equal names", |times, record, _| {
        // Control characters are removed, so these names become equal.
        let taken = (0..times / 2).map(|at| (format!("a_{}", at + times / 2), json!("b")));
        let equal = (0..times / 2).map(|at| {
            let removed: String = format!("{at:b}")
                .chars()
                .map(|digit| if digit == '0' { '\0' } else { '\u{1}' })
                .collect();
            (format!("a{removed}"), json!("b"))
        });
        let valid: serde_json::Map<String, serde_json::Value> = taken.chain(equal).collect();
        record.with_context("valid", valid)
    }),
    ("list of choices", |times, record, _| {
        record.with_context("choices", texts(times))
    }),
    ("similar names", |times, record, _| {
        record.with_context("nearest", texts(times))
    }),
    ("context values", |times, record, _| {
        (0..times).fold(record, |record, at| {
            record.with_context(format!("name {at}"), "b")
        })
    }),
    ("context values in the message", |times, _, _| {
        let record = ErrorRecord::new("A", texts(times).join(" "));
        (0..times).fold(record, |record, at| {
            record.with_context(format!("name {at}"), text(at))
        })
    }),
    ("causes", |times, record, _| {
        (0..times).fold(record, |record, at| record.with_cause(text(at)))
    }),
    ("field errors", |times, record, _| {
        (0..times).fold(record, |record, at| {
            record.with_field_error(FieldError::new(text(at), "is missing"))
        })
    }),
    ("actions", |times, record, _| {
        record.with_actions(texts(times))
    }),
    ("advice lines", |times, record, _| {
        record.with_suggestion(texts(times).join("\n"))
    }),
    ("words of advice", |times, record, _| {
        record.with_suggestion(texts(times).join(" `"))
    }),
    ("lines of detail", |times, record, _| {
        record.with_detail(texts(times).join("\n"))
    }),
    ("lines of the message", |times, _, _| {
        ErrorRecord::new("A", texts(times).join("\n"))
    }),
    ("warnings", |times, record, warnings| {
        warnings.extend(texts(times));
        record
    }),
];

fn text(at: usize) -> String {
    format!("{at:0UNIT_BYTES$}")
}

fn texts(times: usize) -> Vec<String> {
    (0..times).map(text).collect()
}

/// Renders one record. This is what callgrind counts.
fn render(name: &str, thing: &str, bytes: usize) -> usize {
    let format_name = name.trim_end_matches(WRAPPED);
    let repeat = THINGS
        .iter()
        .find(|(name, _)| *name == thing)
        .expect("a known thing")
        .1;
    let mut warnings = Vec::new();
    let record = ErrorRecord::new("A", "b").with_retryable(true);
    let record = repeat(bytes / UNIT_BYTES, record, &mut warnings);
    let format = ALL
        .iter()
        .find(|known| known.name() == format_name)
        .expect("a known format");
    let width = (format.name() != name).then_some(80);
    format
        .cap(usize::MAX)
        .width(width)
        .__render(&record, &warnings, 0)
        .len()
}

const WRAPPED: &str = " wrapped";

/// Returns the instructions that this program takes to render a record.
fn instructions(format: &str, thing: &str, bytes: usize) -> f64 {
    let program = std::env::current_exe().expect("the path of this program");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([RENDER, format, thing, &bytes.to_string()])
        .output()
        .expect("valgrind must be installed");
    let log = String::from_utf8_lossy(&output.stderr);
    let collected = log.split("Collected : ").nth(1).and_then(|rest| {
        let number = rest.split_whitespace().next()?;
        number.parse().ok()
    });
    assert!(output.status.success(), "{log}");
    collected.expect("callgrind prints the number of instructions")
}

const RENDER: &str = "--render";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, format, thing, bytes] = arguments.as_slice()
        && flag == RENDER
    {
        let rendered = render(format, thing, bytes.parse().expect("a number of bytes"));
        assert!(rendered > 0, "nothing was rendered");
        return ExitCode::SUCCESS;
    }
    let filters: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let mut formats: Vec<String> = ALL.iter().map(|format| format.name().to_owned()).collect();
    formats.push(format!("{}{WRAPPED}", Format::HUMAN.name()));
    let (mut rows, mut faults) = (0, 0);
    for format in &formats {
        for (thing, _) in THINGS {
            let row = format!("{format}, {thing}");
            if !filters.iter().all(|filter| row.contains(filter.as_str())) {
                continue;
            }
            rows += 1;
            let counts = BYTES.map(|bytes| instructions(format, thing, bytes));
            let growths = counts.windows(2).map(|pair| pair[1] / pair[0]);
            let growth = growths.fold(0.0, f64::max);
            let mut line = format!("{row}: {growth:.2} times, {:.0} million", counts[2] / 1e6);
            if growth > MAX_GROWTH {
                faults += 1;
                let _ = write!(line, ", NOT LINEAR: {counts:?}");
            }
            println!("{line}");
        }
    }
    println!("{rows} pairs of a format and a thing, {faults} not linear");
    ExitCode::from(u8::from(faults > 0 || rows == 0))
}
