//! A knowledge base for agents, on the command line and as an MCP server. Both use the same error enum.

#![allow(clippy::doc_markdown, reason = "SQLite is a product name, and the catalog shows docs as plain text")]

mod cli;
mod entry;
mod error;
mod format;
mod kb;
mod lines;
mod server;
mod store;
mod tier;

use agent_error::{Format, Program};
use error::KbError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let program = Program::new(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .agent_format(format::JSON)
        .piped_format(Format::Human)
        .handle_signals(true);
    format::choose(std::env::args_os().skip(1), std::env::var_os("KB_OUTPUT"));
    program.run(|| {
        agent_error::clap::parse_args::<cli::Cli>().map_err(|error| KbError::from(cli::usage::advised(error)))?.run()
    })
}
