//! Checks argument values with the program's own value parsers.

use super::error::{Problem, Strictness};
use super::placeholder_marker::is_marked;
use agent_error::clap::UsageError;
use agent_error::{AgentError as _, code};
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsStr;

/// Checks all argument values in the command line.
pub(super) fn check(
    command: &Command,
    matches: &ArgMatches,
    strictness: Strictness,
) -> Result<(), Problem> {
    for arg in command.get_arguments() {
        if !arg.get_action().takes_values() || !is_given(matches, arg) {
            continue;
        }
        let values = matches.try_get_raw(arg.get_id().as_str());
        for value in values.ok().flatten().into_iter().flatten() {
            if is_literal(arg, value, strictness) {
                check_value(arg, value)?;
            }
        }
    }
    if let Some((name, below)) = matches.subcommand()
        && let Some(subcommand) = command.find_subcommand(name)
    {
        check(subcommand, below, strictness)?;
    }
    Ok(())
}

/// Whether the command line contains the argument.
pub(super) fn is_given(matches: &ArgMatches, arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    matches.try_contains_id(id).unwrap_or(false)
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// Whether a value is literal rather than a placeholder.
///
/// If arguments may be missing, `PORT`, `<port>`, `...` and the argument's own name also count as
/// placeholders.
fn is_literal(arg: &Arg, value: &OsStr, strictness: Strictness) -> bool {
    let Some(text) = value.to_str() else {
        return true;
    };
    if is_marked(text) {
        return false;
    }
    strictness == Strictness::Complete || !looks_like_placeholder(arg, text)
}

fn looks_like_placeholder(arg: &Arg, text: &str) -> bool {
    let is_upper_case = text.starts_with(|c: char| c.is_ascii_uppercase())
        && !text.contains(|c: char| c.is_lowercase());
    let is_bracketed = text.starts_with('<') && text.ends_with('>');
    let is_ellipsis = matches!(text, "..." | "…");
    is_upper_case || is_bracketed || is_ellipsis || arg.get_id() == text
}

/// Parses a value with the argument's value parser, in a command with only this argument.
fn check_value(arg: &Arg, value: &OsStr) -> Result<(), Problem> {
    let probe = Arg::new("value")
        .value_parser(arg.get_value_parser().clone())
        .ignore_case(arg.is_ignore_case_set());
    let command = Command::new("probe")
        .no_binary_name(true)
        .disable_help_flag(true)
        .arg(probe);
    let Err(error) = command.try_get_matches_from([OsStr::new("--"), value]) else {
        return Ok(());
    };
    let valid = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => values.clone(),
        _ => Vec::new(),
    };
    let usage = UsageError::from(error);
    if usage.code() != code!("INVALID_FLAG_VALUE" in UsageError) {
        return Err(Problem::new(usage.to_string()));
    }
    let mut reason = usage
        .record()
        .context()
        .get("reason")
        .and_then(|reason| Some(format!(": {}", reason.as_str()?)))
        .unwrap_or_default();
    if !valid.is_empty() {
        reason += &format!(", which are {}", valid.join(", "));
    }
    let text = value.to_string_lossy();
    Err(Problem::unknown(
        format!("invalid value `{text}` for `{}`{reason}", name(arg)),
        &text,
        valid.iter().map(String::as_str),
    ))
}

/// Returns the name of an argument without the placeholder of its value.
fn name(arg: &Arg) -> String {
    let shown = arg.to_string();
    let name = shown.split([' ', '=']).next().unwrap_or_default();
    // An optional value is shown as `--color[=<WHEN>]`.
    name.trim_end_matches('[').to_owned()
}
