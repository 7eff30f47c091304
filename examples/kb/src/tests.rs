//! Tests the catalog: its lock file, and whether the commands, flags and tools in the advice exist.

use crate::cli::Cli;
use crate::server;
use agent_error::Catalog;
use agent_error_testing::{AdviceChecker, assert_catalog_locked};
use clap::CommandFactory as _;

#[test]
fn commands_flags_and_tools_in_advice_exist() {
    let tools = server::tools().map(|(name, ..)| name);
    AdviceChecker::new(&Cli::command()).actions(tools).assert_valid(&Catalog::linked().unwrap());
}

#[test]
fn codes_match_the_lock_file() {
    let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
    assert_catalog_locked("errors.lock.json", &server::with_tools(catalog));
}
