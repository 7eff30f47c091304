//! What this crate changes in clap's help.

use super::declared;
use super::redacted::shown_value;
use super::source::{change_args, change_own_args};
use crate::text::contains::contains;
use crate::text::secret::looks_secret;
use clap::builder::StyledStr;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::fmt::Write as _;

/// Makes help omit secrets, and say which command lists the values of an argument. Has no effect if
/// it was called before.
pub(super) fn prepare(command: &mut Command) {
    change_args(command, &mut without_secrets);
    add_sources(command, &[]);
}

/// Makes help omit the default value and the environment variable's value of an argument that looks
/// secret, judging by its name, the variable's name, or the variable's value.
fn without_secrets(arg: Arg) -> Arg {
    let variable = arg.get_env().map(OsStr::to_string_lossy);
    let value = variable
        .as_deref()
        .and_then(|name| std::env::var(name).ok())
        .unwrap_or_default();
    let names = [
        variable.as_deref(),
        arg.get_long(),
        Some(arg.get_id().as_str()),
    ];
    let is_secret = names
        .into_iter()
        .flatten()
        .any(|name| looks_secret(name) || shown_value(name, &value) != value);
    if is_secret {
        arg.hide_env_values(true).hide_default_value(true)
    } else {
        arg
    }
}

/// An argument's id, and the command that lists its values.
type Source = (String, String);

/// Adds the command that lists the values of an argument to its help. `inherited` contains the
/// sources of global arguments.
fn add_sources(command: &mut Command, inherited: &[Source]) {
    let mut sources = inherited.to_vec();
    let mut global = inherited.to_vec();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        if let Some(call) = declared::values_from(command, id) {
            let source = (id.to_owned(), call.to_owned());
            if arg.is_global_set() {
                global.push(source.clone());
            }
            sources.push(source);
        }
    }
    if !sources.is_empty() {
        change_own_args(command, &mut |arg| with_source(arg, &sources));
    }
    for subcommand in command.get_subcommands_mut() {
        add_sources(subcommand, &global);
    }
}

fn with_source(arg: Arg, sources: &[Source]) -> Arg {
    let Some((_, call)) = sources.iter().find(|(id, _)| arg.get_id() == id) else {
        return arg;
    };
    let help = sourced(arg.get_help(), call);
    let long_help = arg.get_long_help().map(|help| sourced(Some(help), call));
    let arg = arg.help(help);
    match long_help {
        Some(help) => arg.long_help(help),
        None => arg,
    }
}

/// The label of a command that lists values, as in clap's `[default: 80]`.
const LABEL: &str = "[values: ";

fn sourced(help: Option<&StyledStr>, call: &str) -> StyledStr {
    let mut help = help.cloned().unwrap_or_default();
    let text = help.to_string();
    if contains(&text, LABEL) {
        return help;
    }
    let separator = if text.is_empty() { "" } else { " " };
    // Writing to memory can't fail.
    let _ = write!(help, "{separator}{LABEL}{call}]");
    help
}

/// Removes the command that lists the values.
pub(super) fn without_source(help: &str) -> &str {
    match help.match_indices(LABEL).next() {
        Some((place, _)) => help[..place].trim_end(),
        None => help,
    }
}
