//! The exit codes of cloudctl, which differ from the standard table.

use agent_error::exit::ExitCodeEntry;
use agent_error::vocabulary::SideEffects;

pub(super) const GENERAL: u8 = 1;
pub(super) const BAD_INPUT: u8 = 2;
pub(super) const AUTH: u8 = 3;
pub(super) const API: u8 = 4;
pub(super) const NOT_FOUND: u8 = 5;
pub(super) const BALANCE: u8 = 6;

const fn entry(code: u8, name: &'static str, description: &'static str, advice: &'static str) -> ExitCodeEntry {
    ExitCodeEntry { code, name, description, retryable: false, side_effects: SideEffects::None, advice }
}

agent_error::exit_codes!([
    entry(GENERAL, "GENERAL", "An error without a more specific exit code.", "Read the message."),
    entry(
        BAD_INPUT,
        "BAD_INPUT",
        "A flag is missing or invalid, or the action needs confirmation.",
        "Correct the command line, then try again."
    ),
    entry(AUTH, "AUTH", "The credentials are missing, invalid or expired.", "Log in with `cloudctl auth login`."),
    entry(API, "API", "The API failed.", "Follow the suggestion of the error, which says whether to try again."),
    entry(NOT_FOUND, "NOT_FOUND", "The resource does not exist.", "Check the ID with `cloudctl instances list`."),
    entry(BALANCE, "BALANCE", "The balance is too low.", "Check `cloudctl balance`, and suggest adding funds."),
]);
