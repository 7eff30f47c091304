//! Succeeds or fails as its first argument specifies.

use agent_error::process::can_prompt;
use agent_error::{AgentError, Response};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://answers.example.com/{code}")]
enum AnswerError {
    /// The service is down.
    #[error("{service} does not respond")]
    #[code("SERVICE_DOWN", exit = 12, suggest = "Start {service}")]
    Down { service: String },
    /// The value is too long for one page of a pipe.
    #[error("too long")]
    #[code("TOO_LONG", exit = 79, detail = "{text}")]
    TooLong {
        #[context(skip)]
        text: String,
    },
}

struct Broken;

impl serde::Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("broken on purpose"))
    }
}

struct Panics;

impl serde::Serialize for Panics {
    #[expect(clippy::panic, reason = "the test is about it")]
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("a bug in `Serialize`")
    }
}

fn not_utf8() -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(b"a\xffb".to_vec()).into()
}

#[agent_error::main(read_flags = true, formats = agent_error_formats::ALL)]
fn main() -> Result<Response, AnswerError> {
    let mode = std::env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "ok" => Ok(Response::new(["a", "b"])
            .human("a and b")
            .warning("c is missing")),
        "number" => Ok(Response::new(7)),
        "string" => Ok(Response::new("two \"bottles\"\nof \u{1b}[31mmilk\u{1b}[0m")),
        "prompt" => Ok(Response::new(can_prompt())),
        "unserializable" => Ok(Response::new(Broken)),
        "panics" => Ok(Response::new(Panics)),
        "path" => Ok(Response::new(not_utf8())),
        "long" => Err(AnswerError::TooLong {
            text: "x".repeat(5_000),
        }),
        "zero" => {
            let record =
                agent_error::ErrorRecord::new("ZERO", "a failure that says 0").with_exit_code(0);
            std::process::exit(exit_code(agent_error::run(|| Err::<(), _>(record))))
        }
        "unit" => {
            print!("no newline");
            std::process::exit(exit_code(agent_error::run(|| ())))
        }
        _ => Err(down()),
    }
}

fn down() -> AnswerError {
    AnswerError::Down {
        service: "postgres".into(),
    }
}

/// Converts an `ExitCode` to a number. `std` only allows comparing exit codes.
fn exit_code(code: ExitCode) -> i32 {
    (0..=255_u8)
        .find(|number| ExitCode::from(*number) == code)
        .map_or(255, i32::from)
}
