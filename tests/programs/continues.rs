//! Reports errors and goes on, then ends as its first argument specifies.

use agent_error::process::{self, Failure};
use agent_error::ready::ConfirmationRequired;
use agent_error::{AgentError, Format, Program, Report, Response};
use std::convert::Infallible;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

/// The error of a file. `ContinueError` provides its documentation URL.
#[derive(Debug, thiserror::Error, AgentError)]
enum FileError {
    /// The file can't be read.
    #[error("cannot read {path}")]
    #[code("FILE_UNREADABLE", exit = 66, suggest = "Check the path")]
    Unreadable { path: String, source: io::Error },
    /// The file isn't text.
    #[error("{path} isn't text")]
    #[code("FILE_BINARY", exit = 65)]
    Binary { path: String },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://continues.example.com/{code}")]
enum ContinueError {
    #[error(transparent)]
    #[code(transparent)]
    File(#[from] FileError),
    /// Too many files are bad.
    #[error("too many bad files")]
    #[code("TOO_MANY_BAD_FILES", exit = 79)]
    TooMany,
}

const PRETTY: &[Format] = &[Format::ENVELOPE.pretty(true)];

const THREADS: usize = 8;
const ERRORS_PER_THREAD: usize = 50;

fn unreadable(path: impl Into<String>) -> FileError {
    FileError::Unreadable {
        path: path.into(),
        source: io::Error::from(io::ErrorKind::NotFound),
    }
}

fn report_two_files() {
    process::report(&unreadable("a.txt"));
    process::report(&FileError::Binary {
        path: "b\u{1b}[31m.txt".to_owned(),
    });
}

/// The paths are longer than the writes that a pipe never interleaves.
fn report_in_threads() {
    thread::scope(|scope| {
        for number in 0..THREADS {
            scope.spawn(move || {
                for error in 0..ERRORS_PER_THREAD {
                    let path = format!("{number}-{error}-{}", "x".repeat(10_000));
                    process::report(&FileError::Binary { path });
                }
            });
        }
    });
}

/// Another program reports an error while this one runs.
fn run_another() -> bool {
    let exit = Program::new("another").run(|| process::report(&unreadable("c.txt")));
    exit == ExitCode::from(66)
}

/// Writes until the reader closes the pipe.
fn write_until_closed() -> io::Result<()> {
    let mut stdout = io::stdout();
    loop {
        writeln!(stdout, "{}", "x".repeat(1000))?;
    }
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn show(failure: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
    match failure.downcast_ref::<FileError>() {
        Some(FileError::Binary { .. }) => panic!("the function panics on purpose"),
        _ => writeln!(out, "continues: {failure}; going on"),
    }
}

fn with_settings(mut program: Program) -> Program {
    if let Ok(exit) = env::var("REPORTED_EXIT") {
        program = program.reported_exit(exit.parse().unwrap_or_default());
    }
    if env::var_os("OWN_TEXT").is_some() {
        program = program.human(show);
    }
    if env::var_os("OBSERVED").is_some() {
        program = program.observe(|record| eprintln!("observed {}", record.code()));
    }
    program.read_flags(true).exit_overrides(|_, _| 64)
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn act(mode: &str) -> Result<Option<Response>, Report> {
    match mode {
        "none" => {}
        "override" => process::report(&ConfirmationRequired::new("delete the files")),
        "record" => {
            let error = io::Error::other("no code");
            process::report(&Report::new(error).into_record());
        }
        "threads" => report_in_threads(),
        "another" => {
            report_two_files();
            if !run_another() {
                return Err(ContinueError::TooMany.into());
            }
        }
        "unit" => {
            report_two_files();
            return Ok(None);
        }
        "fails" => {
            report_two_files();
            return Err(ContinueError::TooMany.into());
        }
        "panics" => {
            report_two_files();
            panic!("on purpose");
        }
        _ => report_two_files(),
    }
    Ok(Some(Response::new(["found"]).human("found")))
}

fn main() -> ExitCode {
    let mode = env::args().nth(1).unwrap_or_default();
    let formats = match mode.as_str() {
        "pretty" => PRETTY,
        _ => agent_error_formats::ALL,
    };
    let program = with_settings(Program::with_formats("continues", formats));
    match mode.as_str() {
        "outside" => {
            process::report(&unreadable("a.txt"));
            ExitCode::SUCCESS
        }
        "own-exit" => program.run(|| {
            process::report(&unreadable("a.txt"));
            ExitCode::from(9)
        }),
        "prints" => program.run(|| -> Infallible {
            process::report(&unreadable("a.txt"));
            loop {
                println!("{}", "x".repeat(1000));
            }
        }),
        "writes" => program.run(|| {
            if let Err(source) = write_until_closed() {
                let path = "standard output".to_owned();
                process::report(&FileError::Unreadable { path, source });
            }
        }),
        "signal" => program.handle_signals(true).run(|| {
            process::report(&unreadable("a.txt"));
            println!("ready");
            thread::sleep(Duration::from_secs(600));
        }),
        mode => program.run(|| act(mode)),
    }
}
