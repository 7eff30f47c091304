//! Redacts secrets on a command line.

use crate::text::redact_text::without_secrets_of_word;
use crate::text::secret::{REDACTED, SecretValues, ambiguous, looks_secret};

/// Whether the value of a flag or argument is a secret. Takes clap's display form, such as `--token <VALUE>` or
/// `<PASSWORD>`.
pub(super) fn is_secret(flag: &str) -> bool {
    flag.split([' ', '=', '<', '>', '[', ']']).any(|name| looks_secret(name.trim_start_matches('-')))
}

/// Whether the value of a flag is a secret because of its form: the digits of `--pin`, or the random value of `--key`.
pub(super) fn has_secret_form(flag: &str, value: &str) -> bool {
    let names = flag.split([' ', '=', '<', '>', '[', ']']);
    let mut values = names.filter_map(ambiguous).filter(|values| *values != SecretValues::Strings);
    values.any(|values| values.contain(value))
}

/// Redacts an unexpected argument if it could be a secret: if the command has a secret positional argument, if the
/// preceding flag has a secret value, or if the argument itself looks like a secret.
pub(super) fn surplus(argument: &str, usage: Option<&str>) -> String {
    if usage.is_some_and(has_secret_operand) || behind_secret_flag(argument) {
        return REDACTED.to_owned();
    }
    unknown(argument)
}

/// Whether a usage line contains a secret positional argument, such as `<PASSWORD>`.
fn has_secret_operand(usage: &str) -> bool {
    let words: Vec<&str> = usage.split_whitespace().collect();
    let is_operand = |at: usize| words[at].starts_with(['<', '[']) && !(at > 0 && words[at - 1].contains('-'));
    (0..words.len()).any(|at| is_operand(at) && is_secret(words[at]))
}

/// Redacts secrets in an unknown command.
pub(super) fn unknown(word: &str) -> String {
    without_secrets_of_word(word).into_owned()
}

/// Whether the last flag before the argument has a secret value. After `--password=S`, the argument isn't part of the
/// value.
fn behind_secret_flag(argument: &str) -> bool {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let Some(place) = words.iter().rposition(|word| word == argument) else { return false };
    words[..place]
        .iter()
        .rev()
        .find(|word| word.starts_with('-'))
        .is_some_and(|flag| !flag.contains('=') && is_secret(flag))
}
