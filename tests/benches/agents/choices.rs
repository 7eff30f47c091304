//! The options an agent can choose from: fields of a failure, clap's messages, and help texts.

use crate::call::{Call, same_name};
use agent_error::{ErrorRecord, nearest};
use serde_json::Value;

/// The values that the user asked for, by argument name, such as `("os", "debian")`.
pub(crate) type Known = &'static [(&'static str, &'static str)];

/// A name and its description.
pub(crate) type Entry = (String, String);

/// What is wrong with a call.
#[derive(Debug, PartialEq)]
pub(crate) enum Mistake {
    Command(String),
    Flag(String),
    /// The value of an argument.
    Value(String),
}

/// Returns the mistake that a record reports.
pub(crate) fn stated(record: &ErrorRecord, call: &Call) -> Option<Mistake> {
    let text = |name: &str| record.value(name).and_then(Value::as_str).map(str::to_owned);
    let is_value = |value: &Value| value.as_str().is_some_and(|text| call.arguments.iter().any(|a| a.value == text));
    let value = || record.context.iter().find(|(_, value)| is_value(value)).and_then(|(_, value)| value.as_str());
    let flag = || text("flag").filter(|_| record.value("value").is_none());
    let command = || text("command").map(Mistake::Command);
    command()
        .or_else(|| flag().map(Mistake::Flag))
        .or_else(|| text("value").or_else(|| value().map(str::to_owned)).map(Mistake::Value))
}

/// Returns the mistake that a message of clap reports.
pub(crate) fn told(text: &str) -> Option<Mistake> {
    let after = |start: &str| text.split_once(start)?.1.split('\'').next().map(str::to_owned);
    let command = after("unrecognized subcommand '").map(Mistake::Command);
    let flag = || after("unexpected argument '").filter(|flag| flag.starts_with('-')).map(Mistake::Flag);
    command.or_else(flag).or_else(|| after("invalid value '").map(Mistake::Value))
}

/// Replaces the mistake in a call by another name or value.
pub(crate) fn corrected(call: &Call, mistake: &Mistake, right: &str) -> Option<Call> {
    let mut call = call.clone();
    let found = match mistake {
        Mistake::Command(wrong) => {
            let action = call.action.rsplit_once('.').filter(|(_, last)| last == wrong);
            call.action = match action {
                Some((above, _)) => format!("{above}.{right}"),
                None => right.replace(' ', "."),
            };
            return Some(call);
        }
        Mistake::Flag(wrong) => {
            let wrong = wrong.trim_start_matches('-').split('=').next().unwrap_or_default().to_owned();
            let argument = call.arguments.iter_mut().find(|argument| argument.name == wrong)?;
            &mut argument.name
        }
        Mistake::Value(wrong) => {
            let argument = call.arguments.iter_mut().find(|argument| argument.value == *wrong)?;
            argument.value = right.into();
            return Some(call);
        }
    };
    right.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default().clone_into(found);
    Some(call)
}

/// Finds the entry that was probably meant, by its spelling or by a word in its description.
pub(crate) fn meant<'a>(mistake: &Mistake, entries: &'a [Entry]) -> Option<&'a str> {
    let (Mistake::Command(wrong) | Mistake::Flag(wrong) | Mistake::Value(wrong)) = mistake;
    let wrong = wrong.trim_start_matches('-').split('=').next().unwrap_or_default();
    let bare = |name: &str| name.trim_start_matches('-').split(' ').next().unwrap_or_default().to_owned();
    let names: Vec<String> = entries.iter().map(|(name, _)| bare(name)).collect();
    let near = nearest(wrong, names.iter().map(String::as_str)).first().map(|near| (*near).to_owned());
    let by_name = near.and_then(|near| entries.iter().find(|(name, _)| bare(name) == near));
    let has_word = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(wrong));
    let found = by_name.or_else(|| entries.iter().find(|(_, description)| has_word(description)))?;
    Some(&found.0)
}

/// Returns the entries of a context value, which is an object or an array of names.
pub(crate) fn entries(value: Option<&Value>) -> Vec<Entry> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match value {
        Some(Value::Object(members)) => members.iter().map(|(name, about)| (name.clone(), text(about))).collect(),
        Some(Value::Array(names)) => names.iter().map(|name| (text(name), String::new())).collect(),
        _ => Vec::new(),
    }
}

/// Returns the entries of a help text: lines such as `  name  description` and `  -f, --flag <VALUE>  description`.
pub(crate) fn of_help(help: &str) -> Vec<Entry> {
    let entry = |line: &str| {
        let line = line.strip_prefix("  ")?.trim_start();
        let (name, about) = line.split_once("  ")?;
        let name = name.split_once(", ").map_or(name, |(_, long)| long);
        Some((name.to_owned(), about.trim().to_owned()))
    };
    help.lines().filter_map(entry).filter(|(name, _)| !["help", "--help", "--version"].contains(&&**name)).collect()
}

/// Returns the missing arguments in clap's message, from lines such as `  --host <HOST>`.
pub(crate) fn missing_in(text: &str) -> Vec<String> {
    let Some((_, rest)) = text.split_once("required arguments were not provided:\n") else { return Vec::new() };
    let names = rest.lines().map_while(|line| line.strip_prefix("  "));
    names.map(|name| name.trim_start_matches('-').split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// Returns the value that the user asked for, for a missing argument such as `--os <OS>`.
pub(crate) fn asked(known: Known, argument: &str) -> Option<(&'static str, &'static str)> {
    let name = argument.trim_start_matches('-').split(' ').next().unwrap_or_default();
    known.iter().find(|(known, _)| same_name(known, name)).copied()
}

/// Returns the first string in the data that contains the word.
pub(crate) fn found_in(data: &Value, word: &str) -> Option<String> {
    match data {
        Value::String(text) => text.to_lowercase().contains(&word.to_lowercase()).then(|| text.clone()),
        Value::Array(values) => values.iter().find_map(|value| found_in(value, word)),
        Value::Object(members) => members.values().find_map(|value| found_in(value, word)),
        _ => None,
    }
}
