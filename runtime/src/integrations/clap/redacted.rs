//! Redacts secrets in invalid command lines.

use crate::process::output::arguments;
use crate::text::redact_text::keys::looks_like_key;
use crate::text::redact_text::without_secrets_of_word;
use crate::text::secret::{REDACTED, SecretValues, ambiguous, looks_secret};
use std::borrow::Cow;

/// Redacts an invalid value if it is a secret.
pub(super) fn shown_value<'v>(flag: &str, value: &'v str) -> Cow<'v, str> {
    if !value.is_empty() && (is_secret(flag) || has_secret_form(flag, value)) {
        return REDACTED.into();
    }
    without_secrets_of_word(value)
}

/// Redacts an invalid value in a message.
pub(super) fn with_shown_value(text: &str, flag: &str, value: &str) -> String {
    if value.is_empty() {
        return text.to_owned();
    }
    text.replace(value, &shown_value(flag, value))
}

/// Redacts a word that should have been a name, but looks like a key.
pub(super) fn shown_name(word: &str) -> String {
    if looks_like_key(word) {
        return REDACTED.to_owned();
    }
    without_secrets_of_word(word).into_owned()
}

/// Redacts an argument that the command doesn't take, if it may be a secret: because the command
/// takes a secret argument, or because the argument follows a flag with a secret value.
pub(super) fn shown_argument(argument: &str, usage: Option<&str>) -> String {
    if usage.is_some_and(has_secret_operand) || follows_secret_flag(argument) {
        return REDACTED.to_owned();
    }
    shown_name(argument)
}

/// Whether the value of a flag or argument is a secret. Takes clap's display form, such as
/// `--token <VALUE>` or `<PASSWORD>`.
fn is_secret(flag: &str) -> bool {
    names_in(flag)
        .into_iter()
        .any(|name| looks_secret(name.trim_start_matches('-')))
}

/// Whether the value of a flag is a secret because of its form: the digits of `--pin`, or the
/// random value of `--key`.
fn has_secret_form(flag: &str, value: &str) -> bool {
    names_in(flag)
        .into_iter()
        .filter_map(ambiguous)
        .any(|values| values != SecretValues::Strings && values.contain(value))
}

/// Returns the names in clap's display form of a flag or argument.
fn names_in(flag: &str) -> Vec<&str> {
    flag.split([' ', '=', '<', '>', '[', ']']).collect()
}

/// Whether a usage line contains a positional argument for a secret, such as `<PASSWORD>`.
fn has_secret_operand(usage: &str) -> bool {
    let mut before = "";
    for word in usage.split_whitespace() {
        let is_value_of_flag = before.contains('-');
        let is_operand = word.starts_with(['<', '[']) && !is_value_of_flag;
        if is_operand && is_secret(word) {
            return true;
        }
        before = word;
    }
    false
}

/// Whether the argument follows a flag with a secret value. It may also belong to a password of
/// several words without quotes. Other secrets, such as tokens, are a single word.
fn follows_secret_flag(argument: &str) -> bool {
    let mut flag = String::new();
    let mut is_next = false;
    let mut follows = false;
    for word in arguments() {
        let word = word.to_string_lossy();
        if word == argument {
            let may_have_spaces = flag.to_ascii_lowercase().contains("pass");
            let has_value = flag.contains('=');
            let may_be_value = !has_value && (is_next || may_have_spaces);
            follows = may_be_value && is_secret(&flag);
        }
        is_next = word.starts_with('-');
        if is_next {
            flag = word.into_owned();
        }
    }
    follows
}
