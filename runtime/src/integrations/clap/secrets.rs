//! Values on a command line that must not be shown.

use crate::text::redact_text::without_secrets_of_word;
use crate::text::secret::{REDACTED, looks_secret};

/// Whether a flag or an argument, as clap shows it, has a secret value: `--token <VALUE>`, `-k <API_KEY>`,
/// `<PASSWORD>`.
pub(super) fn is_secret(flag: &str) -> bool {
    flag.split([' ', '=', '<', '>', '[', ']']).any(|name| looks_secret(name.trim_start_matches('-')))
}

/// An argument that the command doesn't accept, redacted if it may be a secret: if the command has a secret argument, if
/// the flag before it has the name of a secret, or if it looks like one.
pub(super) fn surplus(argument: &str, usage: Option<&str>) -> String {
    let of_command = usage.is_some_and(is_secret);
    if of_command || behind_secret_flag(argument) {
        return REDACTED.to_owned();
    }
    unknown(argument)
}

/// An unknown command, without secrets.
pub(super) fn unknown(word: &str) -> String {
    without_secrets_of_word(word).into_owned()
}

/// Whether the last flag before the argument has the name of a secret.
fn behind_secret_flag(argument: &str) -> bool {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let Some(place) = words.iter().rposition(|word| word == argument) else { return false };
    words[..place].iter().rev().find(|word| word.starts_with('-')).is_some_and(|flag| is_secret(flag))
}
