//! A database tool. Agents can act on its errors.

#![allow(clippy::doc_markdown, reason = "SQLite is a product name, and the catalog shows docs as plain text")]

mod cli;
mod connect;
mod error;
mod init;
mod items;
mod process;
mod status;
mod store;
mod sync;
mod validate;

use agent_error::Response;
use error::DbError;

#[agent_error::main(handle_signals = true)]
fn main() -> Result<Response, DbError> {
    agent_error::clap::parse_args::<cli::Cli>()?.run()
}
