//! Tests whether the commands, flags and tools in the advice exist.

use crate::cli::Cli;
use crate::server;
use agent_error::Catalog;
use agent_error_testing::AdviceChecker;
use clap::CommandFactory as _;

#[test]
fn commands_flags_and_tools_in_advice_exist() {
    let tools = server::TOOLS.iter().map(|(tool, _)| *tool);
    AdviceChecker::new(&Cli::command())
        .actions(tools)
        .assert_valid(&Catalog::linked().unwrap());
}
