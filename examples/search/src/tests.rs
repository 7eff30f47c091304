//! Tests the advice and the codes.

use crate::Cli;
use agent_error::Catalog;
use agent_error_testing::{AdviceChecker, Lock};
use clap::CommandFactory as _;

#[test]
fn commands_and_flags_in_advice_exist() {
    AdviceChecker::new(&Cli::command()).assert_valid(&Catalog::linked().unwrap());
}

#[test]
fn codes_match_the_lock_file() {
    Lock::new("errors.lock.json")
        .commands(&Cli::command())
        .check();
}
