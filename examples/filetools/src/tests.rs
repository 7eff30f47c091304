//! Tests the catalog: its lock file, and whether the commands and flags in the advice exist.

use crate::cli::Cli;
use agent_error::Catalog;
use agent_error_testing::{AdviceChecker, assert_catalog_locked};
use clap::CommandFactory as _;

#[test]
fn commands_and_flags_in_advice_exist() {
    AdviceChecker::new(&Cli::command()).assert_valid(&Catalog::linked().unwrap());
}

#[test]
fn codes_match_the_lock_file() {
    let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
    assert_catalog_locked("errors.lock.json", &catalog);
}
