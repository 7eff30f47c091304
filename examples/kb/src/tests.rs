//! Tests whether the commands, flags and tools in the advice exist.

use crate::cli::Cli;
use crate::error::KbError;
use crate::server;
use agent_error::{Catalog, Format, render};
use agent_error_testing::AdviceChecker;
use clap::CommandFactory as _;
use rmcp::model::CallToolResponse;
use serde_json::json;
use std::io;

#[test]
fn commands_flags_and_tools_in_advice_exist() {
    let tools = server::TOOLS.iter().map(|(tool, _)| *tool);
    AdviceChecker::new(&Cli::command())
        .actions(tools)
        .assert_valid(&Catalog::linked().unwrap());
}

#[test]
fn commands_and_tools_show_hints_that_their_callers_can_follow() {
    let path = || "kb.json".into();
    let missing = KbError::NoKnowledgeBase { path: path() };
    let denied = KbError::Denied {
        tier: "read".to_owned(),
        required: "write",
    };
    let unreadable = KbError::File {
        action: "read",
        path: path(),
        source: io::ErrorKind::PermissionDenied.into(),
    };
    for (error, cli, mcp) in [
        (missing, "`kb init`", "restore kb.json"),
        (denied, "`--tier write`", "with the tier `write`"),
        (unreadable, "`--db`", "check kb.json"),
    ] {
        let command = render(&error, Format::BRIEF);
        assert!(command.contains(cli) && !command.contains(mcp), "{command}");
        let tool = shown_by_tool(&error);
        assert!(tool.contains(mcp) && !tool.contains("--"), "{tool}");
    }
}

fn shown_by_tool(error: &KbError) -> String {
    match agent_error_mcp::result(error) {
        Ok(CallToolResponse::Complete(result)) => json!(result).to_string(),
        other => panic!("{other:?}"),
    }
}
