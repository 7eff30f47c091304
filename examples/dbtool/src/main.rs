//! A database tool that shows how to give a CLI with clap coded errors. `tests/dbtool.md` shows its
//! output, and checks the CLI agent specification, statement by statement.
//!
//! Read `error.rs` first, then `cli.rs`.

mod cli;
mod config;
mod connect;
mod csv_file;
mod error;
mod store;
#[cfg(test)]
mod tests;

use agent_error::Response;

#[agent_error::main(handle_signals = true)]
fn main() -> Result<Response, error::DbError> {
    agent_error::clap::parse_args::<cli::Cli>()?.run()
}
