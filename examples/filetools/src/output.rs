//! The format of errors: `Tagged` unless the user asks for another, or a person watches.

use agent_error::{Format, Program};
use std::env;
use std::ffi::OsStr;

/// The format for agents.
pub(crate) const AGENT: Format = Format::Tagged;

const VARIABLE: &str = "FILETOOLS_OUTPUT";

/// The format of errors in a session, whose lines are for agents wherever they are shown.
pub(crate) fn in_session(program: &Program) -> Format {
    if is_told() { program.format() } else { AGENT }
}

/// Whether the user has asked for a format.
fn is_told() -> bool {
    let variable = env::var_os(VARIABLE).is_some_and(|name| name.to_str().and_then(Format::named).is_some());
    variable || env::args_os().skip(1).take_while(|argument| argument != "--").any(|argument| is_wish(&argument))
}

fn is_wish(argument: &OsStr) -> bool {
    let argument = argument.to_string_lossy();
    argument == "--agent" || argument == "--output" || argument.starts_with("--output=")
}
