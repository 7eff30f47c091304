//! Values on a command line that must not be shown.

use crate::text::redact_text::keys::looks_like_key;
use crate::text::secret::{REDACTED, looks_secret};

/// Whether a flag or an argument, as clap shows it, has a secret value: `--token <VALUE>`, `-k <API_KEY>`,
/// `<PASSWORD>`.
pub(super) fn is_secret(flag: &str) -> bool {
    flag.split([' ', '=', '<', '>', '[', ']']).any(|name| looks_secret(name.trim_start_matches('-')))
}

/// An argument that the command does not take, or a mark in its place if it may be a secret: if the command takes one, if
/// the flag before it is named so, or if it looks like a key.
pub(super) fn surplus(argument: &str, usage: Option<&str>) -> String {
    let of_command = usage.is_some_and(is_secret);
    if of_command || behind_secret_flag(argument) || looks_like_key(argument) {
        return REDACTED.to_owned();
    }
    argument.to_owned()
}

/// A word in the place of a command, or a mark in its place if it looks like a key.
pub(super) fn unknown(command: String) -> String {
    if looks_like_key(&command) { REDACTED.to_owned() } else { command }
}

/// Whether the last flag before the argument has the name of a secret.
fn behind_secret_flag(argument: &str) -> bool {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let Some(place) = words.iter().rposition(|word| word == argument) else { return false };
    words[..place].iter().rev().find(|word| word.starts_with('-')).is_some_and(|flag| is_secret(flag))
}
