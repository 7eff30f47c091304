//! The exit codes in Verda's documentation, which replace the crate's standard table.

use agent_error::exit::Meaning;
use agent_error::facts::SideEffects;

pub(crate) const GENERAL: u8 = 1;
pub(crate) const BAD_INPUT: u8 = 2;
pub(crate) const AUTH: u8 = 3;
pub(crate) const API: u8 = 4;
pub(crate) const NOT_FOUND: u8 = 5;
pub(crate) const BALANCE: u8 = 6;

const fn entry(
    code: u8,
    name: &'static str,
    description: &'static str,
    advice: &'static str,
) -> Meaning {
    Meaning {
        code,
        name,
        description,
        retryable: false,
        side_effects: SideEffects::None,
        advice,
    }
}

agent_error::exit_codes!([
    entry(
        GENERAL,
        "GENERAL",
        "An error without a more specific exit code.",
        "Show the error to the user."
    ),
    entry(
        BAD_INPUT,
        "BAD_INPUT",
        "A flag is missing or invalid, or the action needs confirmation.",
        "Correct the input, then try again."
    ),
    entry(
        AUTH,
        "AUTH",
        "Authentication failed.",
        "Tell the user to run `cloudctl auth login`."
    ),
    entry(
        API,
        "API",
        "The API returned an error.",
        "Show the error. Some errors are temporary."
    ),
    entry(
        NOT_FOUND,
        "NOT_FOUND",
        "The resource doesn't exist.",
        "Check the ID with `cloudctl instances list`."
    ),
    entry(
        BALANCE,
        "BALANCE",
        "The balance is too low.",
        "Show `cloudctl balance`, and suggest adding funds."
    ),
]);

/// Maps the exit codes of agent-error's own errors to those in the documentation. All that it
/// doesn't cover, such as a full disk, is a general error.
pub(crate) fn documented(_code: &str, declared: u8) -> u8 {
    match declared {
        BAD_INPUT | NOT_FOUND => declared,
        _ => GENERAL,
    }
}
