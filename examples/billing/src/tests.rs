//! Tests whether the tools and commands in the advice exist.

use crate::{Cli, tools};
use agent_error::Catalog;
use agent_error_testing::AdviceChecker;
use clap::CommandFactory as _;

#[test]
fn tools_and_commands_in_advice_exist() {
    let tools = tools::TOOLS.iter().map(|(tool, _)| *tool);
    AdviceChecker::new(&Cli::command())
        .actions(tools)
        .assert_valid(&Catalog::linked().unwrap());
}
