//! Tests whether the commands, flags and actions in the advice exist.

use crate::cli::Cli;
use agent_error::Catalog;
use agent_error_testing::AdviceChecker;
use clap::CommandFactory as _;

#[test]
fn commands_flags_and_actions_in_advice_exist() {
    AdviceChecker::new(&Cli::command()).assert_valid(&Catalog::linked().unwrap());
}
