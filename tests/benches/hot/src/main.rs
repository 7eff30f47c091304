//! Runs a hot path a number of times: `agent-error-hot-paths PATH TIMES`. Without arguments, lists the paths.
//!
//! `tests/benches/counts.sh` counts the instructions of each path. The counts depend only on the code and the compiler,
//! not on the load of the machine.

use agent_error::{AgentError, Catalog, Classify, ErrorRecord, FieldError, Format, Renderer, error_set};
use std::hint::black_box;
use std::process::ExitCode;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}")]
enum HotError {
    /// The server did not accept the connection.
    #[error("cannot connect to database at {host}:{port}")]
    #[code("HOT_REFUSED", exit = 12, retry_after = "5s", suggest = "Start it: `dbtool start --host {host}`")]
    Refused { host: String, port: u16, attempts: u32 },

    /// The user may not read this.
    #[error("access denied")]
    #[code("HOT_DENIED", exit = 7, classify(status(403), message("access denied")))]
    Denied,

    /// Anything else.
    #[error("{message}")]
    #[code("HOT_OTHER", classify(fallback))]
    Other { message: String },
}

fn refused() -> HotError {
    HotError::Refused { host: "db-1.internal".into(), port: 5432, attempts: 3 }
}

fn write(format: Format, times: u32) {
    let error = refused();
    let mut buffer = Vec::with_capacity(4096);
    for _ in 0..times {
        buffer.clear();
        let written = agent_error::write(black_box(&error), format, &mut buffer);
        assert!(written.is_ok(), "a vector takes all that is written");
    }
}

fn parse(format: Format, times: u32) {
    let text = agent_error::render(&refused(), format);
    for _ in 0..times {
        assert!(black_box(agent_error::parse(black_box(&text))).is_ok(), "what was written can be read");
    }
}

fn find(times: u32) {
    let error = anyhow::Error::new(refused()).context("cannot list").context("cannot answer");
    for _ in 0..times {
        assert!(black_box(agent_error::find(black_box(error.as_ref()))).is_some(), "the chain holds a coded error");
    }
}

fn look_up(times: u32) {
    let catalog = Catalog::of::<HotError>();
    for _ in 0..times {
        assert!(black_box(catalog.get(black_box("HOT_OTHER"))).is_some(), "the code is declared");
    }
}

fn classify(times: u32) {
    for _ in 0..times {
        black_box(HotError::classify(black_box("403: access denied")));
    }
}

fn collect(times: u32) {
    for _ in 0..times {
        black_box(error_set![HotError].codes());
    }
}

/// Redacts a record. The number of instructions must grow linearly with the size.
fn redact(parts: usize, times: u32) {
    let hostile = ["token=[\"", "a://b:c", "\\\\", "password:must:", "eyJ-sk-", "Some("].concat().repeat(parts);
    let passwords: Vec<String> = (0..parts).map(|number| format!("a{number:07}")).collect();
    let record =
        ErrorRecord::new("HOT", hostile).with_detail("a".repeat(16 * parts)).with_context("passwords", passwords);
    for _ in 0..times {
        black_box(black_box(&record).clone().without_secrets());
    }
}

/// Creates an error with many strings of characters that formats escape, fold or quote.
fn hostile(parts: usize) -> ErrorRecord {
    let text = "\"\\\n\u{1b}]<&]]>\u{202e}: , hint: ".repeat(parts);
    let mut record = ErrorRecord::new("HOT", &text).with_detail(&text).with_body(&text).with_cause(&text);
    for part in 0..parts {
        let name = format!("{part}: \"\0");
        record = record.with_action(&name).with_context(&name, name.as_str());
        record = record.with_field_error(FieldError::new(&name, &name).expected(&name).options([&name]));
    }
    record
}

/// Writes the error in every format. The number of instructions must grow linearly with the size.
fn write_hostile(parts: usize, times: u32) {
    let record = hostile(parts);
    for _ in 0..times {
        for format in Format::ALL {
            black_box(Renderer::new(*format).cap(usize::MAX).render(black_box(&record)));
        }
    }
}

/// Parses the error in every format. The number of instructions must grow linearly with the size.
fn parse_hostile(parts: usize, times: u32) {
    let record = hostile(parts);
    let texts: Vec<String> =
        Format::ALL.iter().map(|format| Renderer::new(*format).cap(usize::MAX).render(&record)).collect();
    for _ in 0..times {
        for text in &texts {
            assert!(black_box(agent_error::parse(black_box(text))).is_ok(), "what was written can be read");
        }
    }
}

fn redact_nothing(times: u32) {
    for _ in 0..times {
        black_box(agent_error::format::without_secrets(black_box(
            "cannot read db.toml: permission denied (os error 13)",
        )));
    }
}

type Path = (&'static str, fn(u32));

const PATHS: &[Path] = &[
    ("write_envelope", |times| write(Format::Envelope, times)),
    ("write_human", |times| write(Format::Human, times)),
    ("write_xml", |times| write(Format::Xml, times)),
    ("write_tagged", |times| write(Format::Tagged, times)),
    ("write_problem", |times| write(Format::Problem, times)),
    ("write_brief", |times| write(Format::Brief, times)),
    ("parse_envelope", |times| parse(Format::Envelope, times)),
    ("parse_human", |times| parse(Format::Human, times)),
    ("parse_xml", |times| parse(Format::Xml, times)),
    ("find", find),
    ("look_up", look_up),
    ("classify", classify),
    ("collect", collect),
    ("write_hostile", |times| write_hostile(16, times)),
    ("write_hostile_twice", |times| write_hostile(32, times)),
    ("parse_hostile", |times| parse_hostile(16, times)),
    ("parse_hostile_twice", |times| parse_hostile(32, times)),
    ("redact_nothing", redact_nothing),
    ("redact_hostile", |times| redact(32, times)),
    ("redact_hostile_twice", |times| redact(64, times)),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(name), Some(times)) = (arguments.first(), arguments.get(1).and_then(|times| times.parse().ok())) else {
        for (name, _) in PATHS {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let Some((_, run)) = PATHS.iter().find(|(known, _)| known == name) else {
        eprintln!("unknown path `{name}`; run without arguments for a list");
        return ExitCode::from(2);
    };
    run(times);
    ExitCode::SUCCESS
}
