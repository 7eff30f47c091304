//! The format of errors: `Tagged` unless the user asks for another, or a person watches.

use agent_error::clap::OutputArgs;
use agent_error::{Format, set_format};
use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal as _};

/// The format for agents.
pub(crate) const AGENT: Format = Format::Tagged;

const VARIABLE: &str = "FILETOOLS_OUTPUT";

/// Makes `Tagged` the format of a program that nobody watches and that was told nothing else.
///
/// Before the command line is parsed, for what is wrong with it is answered in this format, too.
pub(crate) fn settle() {
    let told = env::args_os().skip(1).take_while(|argument| argument != "--").any(|argument| is_wish(&argument));
    let watched = io::stdout().is_terminal() && env::var_os("CI").is_none_or(|value| value.is_empty());
    if !told && variable().is_none() && !watched {
        set_format(AGENT);
    }
}

fn is_wish(argument: &OsStr) -> bool {
    let argument = argument.to_string_lossy();
    argument == "--agent" || argument == "--output" || argument.starts_with("--output=")
}

fn variable() -> Option<Format> {
    Format::named(env::var_os(VARIABLE)?.to_str()?)
}

/// The format of errors in a session, whose lines are for agents wherever they are shown.
pub(crate) fn format(args: OutputArgs) -> Format {
    let told = if args.agent { Some(AGENT) } else { args.output };
    told.or_else(variable).unwrap_or(AGENT)
}
