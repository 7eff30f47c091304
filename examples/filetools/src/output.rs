//! Output formats. The default is `Tagged`, or text at a terminal.

use agent_error::format::{Stream, clean};
use agent_error::{Format, Program};
use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// The format for agents.
pub(crate) const AGENT: Format = Format::Tagged;

const VARIABLE: &str = "FILETOOLS_OUTPUT";

/// Returns the format of errors in a session. Unless the user requests a format, it's the one for agents, even at a
/// terminal.
pub(crate) fn in_session(program: &Program) -> Format {
    if is_reported() { program.format() } else { AGENT }
}

/// Whether the user requested a format.
fn is_reported() -> bool {
    let variable = env::var_os(VARIABLE).is_some_and(|name| name.to_str().and_then(Format::named).is_some());
    variable || env::args_os().skip(1).take_while(|argument| argument != "--").any(|argument| is_wish(&argument))
}

fn is_wish(argument: &OsStr) -> bool {
    let argument = argument.to_string_lossy();
    argument == "--agent" || argument == "--output" || argument.starts_with("--output=")
}

/// Prints foreign text without control characters, and returns the exit code.
pub(crate) fn unchanged(text: &str, format: Format, exit: u8) -> ExitCode {
    let line = format!("{}\n", clean(&text));
    // If the reader has closed the pipe, it doesn't need the output.
    let _ = match format.stream() {
        Stream::Stdout => io::stdout().write_all(line.as_bytes()),
        Stream::Stderr => io::stderr().write_all(line.as_bytes()),
    };
    ExitCode::from(exit)
}
