//! The `agent-error` command-line tool.

use agent_error::process::Outcome;

#[agent_error::main]
fn main() -> impl Outcome {
    agent_error_cli::run()
}
