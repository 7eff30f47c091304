//! Finds out where the values in an invalid command line come from: an argument, an environment variable or a default.

use super::commands::{change_args, ignore_errors};
use crate::error::listing::Listing;
use crate::ready::clap_error::shown_value;
use crate::ready::usage::{UsageError, name};
use crate::text::secret::{REDACTED, looks_secret};
use clap::builder::{Resettable, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::env::VarError;
use std::ffi::OsString;

/// Returns the error for an argument if its value comes from an environment variable and isn't UTF-8.
pub(super) fn not_utf8(arg: &Arg, root: &Command, arguments: &[OsString]) -> Option<UsageError> {
    let VarError::NotUnicode(value) = std::env::var(arg.get_env()?).err()? else { return None };
    let flag = arg.to_string();
    let Some(Source::Variable(_)) = source_of(root, arguments, &flag, None) else { return None };
    let usage = UsageError::InvalidValue {
        value: shown_value(&flag, &value.to_string_lossy()).into(),
        flag,
        reason: "it is not valid UTF-8".into(),
        nearest: Vec::new(),
        valid: Listing::new(),
        values_from: Listing::new(),
        advice: Box::default(),
    };
    Some(with_source(usage, root, arguments))
}

/// The source of a value that the caller hasn't passed as an argument.
pub(super) enum Source {
    Variable(String),
    Default,
}

/// Returns the source of an argument's value, unless the caller has passed the argument. A global argument can have a
/// different value at each level. If `value` is given, only searches the levels with this value.
pub(super) fn source_of(root: &Command, arguments: &[OsString], shown: &str, value: Option<&str>) -> Option<Source> {
    let mut command = Command::from(root);
    change_args(&mut command, &mut |arg| match arg.to_string() == shown && arg.get_action().takes_values() {
        true => arg.value_parser(ValueParser::os_string()).global(false),
        false if arg.to_string() == shown => arg.env(Resettable::Reset),
        false => arg,
    });
    let matches = parsed(command, arguments)?;
    let found = levels(root, &matches).filter_map(|(command, matches)| {
        let arg = with_name(command, shown)?;
        if value.is_some() && !arg.get_action().takes_values() {
            return arg.get_env().map(|_| (ValueSource::EnvVariable, arg));
        }
        let mut values = matches.get_raw(arg.get_id().as_str())?;
        let has_it = |value| values.any(|raw| shown_value(shown, &raw.to_string_lossy()) == value);
        let source = matches.value_source(arg.get_id().as_str())?;
        value.is_none_or(has_it).then_some((source, arg))
    });
    match found.max_by_key(|(source, _)| *source)? {
        (ValueSource::EnvVariable, arg) => Some(Source::Variable(arg.get_env()?.to_string_lossy().into_owned())),
        (ValueSource::DefaultValue, _) => Some(Source::Default),
        _ => None,
    }
}

/// If an invalid value comes from an environment variable or a default, names that source instead of the flag.
pub(super) fn with_source(mut usage: UsageError, root: &Command, arguments: &[OsString]) -> UsageError {
    if let UsageError::InvalidValue { flag, value, reason, advice, .. } = &mut usage {
        match source_of(root, arguments, flag, Some(value)) {
            Some(Source::Variable(variable)) => {
                if looks_secret(&variable) && !value.is_empty() {
                    (*value, *reason) = (REDACTED.into(), "it is not valid".into());
                }
                *advice = format!("Correct or unset the environment variable `{variable}`, then call again").into();
                *flag = variable;
            }
            Some(Source::Default) => {
                *advice = format!("Pass a valid value to `{}`", name(flag)).into();
                *flag = format!("default of {flag}");
            }
            None => {}
        }
    }
    usage
}

/// Parses as much as possible of an invalid command line.
pub(super) fn parsed(mut command: Command, arguments: &[OsString]) -> Option<ArgMatches> {
    ignore_errors(&mut command);
    command.try_get_matches_from(arguments).ok()
}

/// Iterates over the called command and those above it, from the root down.
pub(super) fn levels<'c, 'm>(
    root: &'c Command,
    matches: &'m ArgMatches,
) -> impl Iterator<Item = (&'c Command, &'m ArgMatches)> {
    std::iter::successors(Some((root, matches)), |(command, matches)| {
        let (name, below) = matches.subcommand()?;
        Some((command.find_subcommand(name)?, below))
    })
}

/// Finds the argument that clap displays as `shown`.
pub(super) fn with_name<'a>(command: &'a Command, shown: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.to_string() == shown)
}

#[test]
fn a_default_is_named_as_the_source_of_its_value() {
    let rate = || Arg::new("rate").long("rate");
    let strict = Command::new("tool").arg(rate().value_parser(clap::value_parser!(u8)));
    let error = strict.try_get_matches_from(["tool", "--rate", "low"]).unwrap_err();
    let mut root = Command::new("tool").arg(rate().default_value("low"));
    root.build();
    let usage = with_source(UsageError::of(&error), &root, &["tool".into()]);
    assert_eq!(usage.to_string(), "invalid value 'low' for 'default of --rate <rate>': invalid digit found in string");
}
