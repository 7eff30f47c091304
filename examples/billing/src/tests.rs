//! Tests the catalog: its lock file, and whether the tools and commands in the advice exist.

use crate::{Cli, tools};
use agent_error::Catalog;
use agent_error_testing::{AdviceChecker, assert_catalog_locked};
use clap::CommandFactory as _;

#[test]
fn tools_and_commands_in_advice_exist() {
    let tools = tools::errors().map(|(tool, _)| tool);
    AdviceChecker::new(&Cli::command()).actions(tools).assert_valid(&Catalog::linked().unwrap());
}

#[test]
fn codes_match_the_lock_file() {
    let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
    assert_catalog_locked("errors.lock.json", &tools::with_errors(catalog));
}
