//! The global options of a call that select the data, such as `--db`. Other calls in the advice need
//! them too, because they would otherwise read or change other data.

use super::flags::is_output_flag;
use super::redacted::shown_value;
use super::source::{Level, levels, shown};
use crate::text::contains::contains_words;
use crate::text::shell;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// A global option on a command line.
pub(super) struct GlobalOption {
    /// The option with its quoted value, such as `--db=a.db`.
    text: String,
    /// The option's name, such as `db`.
    long: String,
}

/// Whether a global option may select the data that commands read and change. Output flags don't,
/// and neither do options that choose between known values and have a default, such as `--color`.
pub fn selects_data(arg: &Arg) -> bool {
    let has_choice = !arg.get_possible_values().is_empty() && !arg.get_default_values().is_empty();
    arg.is_global_set()
        && arg.get_long().is_some()
        && arg.get_action().takes_values()
        && !has_choice
        && !is_output_flag(arg)
}

/// Returns the global options on a command line that select the data. Omits secrets, and values that
/// can't be quoted.
pub(super) fn given(root: &Command, matches: &ArgMatches) -> Vec<GlobalOption> {
    let called = levels(root, matches);
    let mut options = Vec::new();
    for arg in root.get_arguments().filter(|arg| selects_data(arg)) {
        let long = arg.get_long().unwrap_or_default();
        for value in values(&called, arg) {
            options.push(GlobalOption {
                text: format!("--{long}={value}"),
                long: long.to_owned(),
            });
        }
    }
    options
}

/// Returns the quoted values of an option on the command line.
fn values(levels: &[Level<'_>], option: &Arg) -> Vec<String> {
    let id = option.get_id().as_str();
    let Some((_, matches)) = levels.iter().find(|(_, matches)| is_given(matches, id)) else {
        return Vec::new();
    };
    let mut quoted = Vec::new();
    for value in matches.get_raw(id).into_iter().flatten() {
        if let Some(value) = value.to_str()
            && shown_value(&shown(option), value) == value
        {
            quoted.extend(shell::word(value, false, cfg!(windows)));
        }
    }
    quoted
}

fn is_given(matches: &ArgMatches, id: &str) -> bool {
    matches.try_contains_id(id).unwrap_or_default()
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// Adds the options to a call of the same program, unless it already has them. Skips the option that
/// the call is about.
pub(super) fn pass_on(
    options: &[GlobalOption],
    root: &Command,
    about: Option<&Arg>,
    call: &str,
) -> String {
    let mut passed = call.to_owned();
    let is_other_program = call.split(' ').next() != Some(root.get_name());
    // After `--`, options are no longer recognized.
    if is_other_program || call.contains(" -- ") {
        return passed;
    }
    let skipped = about.and_then(Arg::get_long);
    for option in options {
        let is_present = contains_words(call, &format!("--{}", option.long));
        let is_skipped = skipped == Some(&option.long);
        if !is_present && !is_skipped {
            passed.push(' ');
            passed.push_str(&option.text);
        }
    }
    passed
}
