//! The advice that a careful programmer can extract from prose.

use crate::call::{Call, same_name};
use crate::choices::{self, Known, Mistake};
use serde_json::Value;
use std::time::Duration;

/// Advice in a message.
#[derive(Debug, PartialEq)]
pub(crate) enum Hint {
    /// Wait, for this long if the message says so.
    Wait(Option<Duration>),
    /// Use another value or another flag.
    Instead(Call),
    /// Run a command.
    Run(String),
}

/// Returns all hints in a message about a call, in the order in which to try them.
pub(crate) fn hints(text: &str, program: &str, call: &Call, known: Known) -> Vec<Hint> {
    let mut hints = Vec::new();
    hints.extend(completed(text, call, known).map(Hint::Instead));
    hints.extend(possible(text, call).or_else(|| one_of(text, call)).map(Hint::Instead));
    hints.extend(wait(text));
    hints.extend(meant(text, call).map(Hint::Instead));
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let commands = quoted.iter().filter(|part| part.split(' ').next() == Some(program) && part.contains(' '));
    hints.extend(commands.map(|command| Hint::Run((*command).to_owned())));
    hints.extend(quoted.iter().find_map(|part| with_flag(part, call)).map(Hint::Instead));
    hints
}

/// Matches "try again in 5 s", "retry after 500 ms" and messages about temporary failures.
fn wait(text: &str) -> Option<Hint> {
    let lower = text.to_lowercase();
    for start in ["again in ", "retry after ", "retry in ", "wait "] {
        let Some((_, rest)) = lower.split_once(start) else { continue };
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse() else { continue };
        let unit = rest[digits.len()..].trim_start();
        return Some(Hint::Wait(Some(match unit {
            _ if unit.starts_with("ms") || unit.starts_with("milli") => Duration::from_millis(number),
            _ if unit.starts_with("min") => Duration::from_secs(60 * number),
            _ => Duration::from_secs(number),
        })));
    }
    let passing = [
        "try again later",
        "temporarily",
        "timed out",
        "timeout",
        "connection refused",
        "connection reset",
        "is busy",
        "in use by another",
        "too many",
        "locked",
        "unavailable",
        "\"retryable\":true",
    ];
    passing.iter().any(|words| lower.contains(words)).then_some(Hint::Wait(None))
}

/// Adds the missing arguments, with the values that the user asked for.
fn completed(text: &str, call: &Call, known: Known) -> Option<Call> {
    let missing = choices::missing_in(text);
    let all = missing.iter().try_fold(call.clone(), |call, name| {
        let (name, value) = choices::asked(known, name)?;
        Some(call.with(name, value))
    });
    all.filter(|_| !missing.is_empty())
}

/// Matches "invalid value for os: not one of a, b".
fn one_of(text: &str, call: &Call) -> Option<Call> {
    let (before, after) = text.split_once(": not one of ")?;
    let (_, field) = before.rsplit_once("invalid value for ")?;
    let argument = call.arguments.iter().find(|argument| same_name(&argument.name, field))?;
    let mistake = Mistake::Value(argument.value.as_str()?.to_owned());
    let end = after.find(['\n', '"', '\\', ';']).unwrap_or(after.len());
    let entries: Vec<_> = after[..end].split(", ").map(|value| (value.to_owned(), String::new())).collect();
    choices::corrected(call, &mistake, choices::meant(&mistake, &entries)?)
}

/// Matches clap's "[possible values: a, b]".
fn possible(text: &str, call: &Call) -> Option<Call> {
    let mistake = choices::told(text)?;
    let listed = text.split_once("[possible values: ").and_then(|(_, rest)| rest.split(']').next())?;
    let entries: Vec<_> = listed.split(", ").map(|value| (value.to_owned(), String::new())).collect();
    choices::corrected(call, &mistake, choices::meant(&mistake, &entries)?)
}

/// Matches "did you mean `x`" and clap's "a similar argument exists: '--x'".
fn meant(text: &str, call: &Call) -> Option<Call> {
    let behind = |start: &str, quote: char| {
        let (_, rest) = text.split_once(start)?;
        rest.trim_start().strip_prefix(quote)?.split(quote).next().map(str::to_owned)
    };
    if let (Some(command), Some(mistake)) = (behind("similar subcommand exists:", '\''), choices::told(text)) {
        return choices::corrected(call, &mistake, &command);
    }
    let found = behind("id you mean", '`').or_else(|| behind("similar argument exists:", '\''))?;
    let mut call = call.clone();
    if let Some(flag) = found.strip_prefix("--") {
        let wrong = call.arguments.iter_mut().min_by_key(|argument| strsim::osa_distance(&argument.name, flag))?;
        flag.clone_into(&mut wrong.name);
    } else {
        let near = |value: &Value| value.as_str().map_or(usize::MAX, |text| strsim::osa_distance(text, &found));
        let wrong = call.arguments.iter_mut().min_by_key(|argument| near(&argument.value))?;
        wrong.value = found.clone().into();
    }
    Some(call)
}

/// Adds the flag in backticks, with its value, to the call. Returns `None` if the call already has both.
fn with_flag(part: &str, call: &Call) -> Option<Call> {
    let mut words = part.split([' ', '=']);
    let name = words.next()?.strip_prefix("--")?.to_owned();
    let value = words.next().map_or(Value::Bool(true), Into::into);
    let mut call = call.clone();
    match call.arguments.iter_mut().find(|argument| argument.name == name) {
        Some(argument) if argument.value == value || value == Value::Bool(true) => return None,
        Some(argument) => argument.value = value,
        None => call = call.with(&name, value),
    }
    Some(call)
}
