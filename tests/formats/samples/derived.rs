//! Derived errors with unusual values and causes.

use agent_error::AgentError;
use serde::Serialize;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

/// An error of the operating system, in the message or as the cause.
#[derive(Debug, thiserror::Error, AgentError)]
enum Unreachable {
    #[error("cannot connect")]
    #[code("NOT_CONNECTED")]
    Apart(#[source] io::Error),
    #[error("cannot connect: {0}")]
    #[code("NOT_CONNECTED_TO")]
    InMessage(#[source] io::Error),
    #[error("cannot connect")]
    #[code("NOT_CONNECTED_AT_ALL")]
    Wrapped(#[source] Retried),
}

#[derive(Debug, thiserror::Error)]
#[error("three attempts failed")]
struct Retried(#[source] io::Error);

#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot read the file")]
#[code("HOSTILE_PATH", exit = 5)]
struct Unreadable {
    path: PathBuf,
    name: OsString,
    paths: Vec<PathBuf>,
    ratio: f64,
}

#[derive(Debug, Serialize)]
struct Usage {
    bytes: u128,
    change: i128,
    files: u64,
    name: &'static str,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the disk is full")]
#[code("NAMES_DISK_FULL", exit = 5)]
struct Full {
    #[context]
    usage: Usage,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("login failed")]
#[code("HOSTILE_LOGIN", exit = 8)]
struct Login {
    user: String,
    #[context(secret)]
    password: String,
}

/// A replacement that the advice doesn't mention.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("{name} has moved")]
#[code("MOVED", replacement = "{to}", suggest = "Change the script")]
struct Moved {
    name: String,
    to: String,
}

/// The index is out of date.
#[derive(Debug, AgentError)]
#[agent_error(unregistered)]
#[code("INDEX_STALE")]
struct Stale(&'static str);

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Stale {}

pub(super) fn errors() -> Vec<(&'static str, Box<dyn AgentError>)> {
    let refused = || io::Error::from_raw_os_error(111);
    let name = OsString::from_vec(b"a\xffb".to_vec());
    let usage = |bytes, change| Usage {
        bytes,
        change,
        files: u64::MAX,
        name: "1\\234\"",
    };
    let moved = |to: &str| {
        Box::new(Moved {
            name: "tool old".into(),
            to: to.into(),
        })
    };
    vec![
        ("os_error", Box::new(Unreachable::Apart(refused()))),
        (
            "os_error_in_message",
            Box::new(Unreachable::InMessage(refused())),
        ),
        (
            "os_error_below_cause",
            Box::new(Unreachable::Wrapped(Retried(refused()))),
        ),
        (
            "not_unicode",
            Box::new(Unreadable {
                path: name.clone().into(),
                name: name.clone(),
                paths: vec![name.into()],
                ratio: f64::NAN,
            }),
        ),
        (
            "beyond_64_bits",
            Box::new(Full {
                usage: usage(u128::MAX, i128::MIN),
            }),
        ),
        (
            "within_64_bits",
            Box::new(Full {
                usage: usage(7, i64::MIN.into()),
            }),
        ),
        (
            "secret",
            Box::new(Login {
                user: "eve".into(),
                password: "hunter2".into(),
            }),
        ),
        ("moved", moved("tool new")),
        ("moved_to_word_of_advice", moved("script")),
        ("moved_to_part_of_word", moved("scrip")),
        ("blank_message", Box::new(Stale("\u{1b}[31m\u{1b}[0m"))),
        (
            "message_of_several_lines",
            Box::new(Stale("cannot read:\n\n  a\u{2028}b\n")),
        ),
    ]
}
