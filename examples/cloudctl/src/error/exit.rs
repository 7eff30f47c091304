//! The meaning of cloudctl's exit codes, which differ from the standard table.

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
    entry(GENERAL, "GENERAL", "Something failed that has no code of its own.", "Read the message."),
    entry(
        BAD_INPUT,
        "BAD_INPUT",
        "A flag is missing, wrong, or needs confirmation.",
        "Correct the call, then repeat it."
    ),
    entry(AUTH, "AUTH", "The credentials are missing, invalid or expired.", "Log in with `cloudctl auth login`."),
    entry(API, "API", "The API failed.", "Show the error; its advice says whether to repeat the call."),
    entry(NOT_FOUND, "NOT_FOUND", "The resource does not exist.", "Check the id with `cloudctl instances list`."),
    entry(BALANCE, "BALANCE", "The balance does not suffice.", "Show `cloudctl balance`; suggest adding funds."),
]);
