//! Serves a shop's orders with the same errors over HTTP (problem details) and gRPC (statuses with
//! details).
//!
//! Read `error.rs` first, then `api.rs` for HTTP and `grpc.rs` for gRPC.

mod api;
mod error;
mod grpc;
mod serve;
mod shop;
#[cfg(test)]
mod tests;

use agent_error::Response;
use agent_error::clap::{FullErrorsCommand, OutputFlags, parse_args};
use clap::{Parser, Subcommand};
use error::ProgramError;

/// Serve a shop's orders over HTTP and gRPC
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(flatten)]
    output: OutputFlags,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API on 127.0.0.1 and print its addresses
    Serve(serve::Args),
    /// List or explain the errors of this program and its API
    Errors(FullErrorsCommand),
}

#[agent_error::main(handle_signals = true)]
fn main() -> Result<Response, ProgramError> {
    match parse_args::<Cli>()?.command {
        Command::Serve(args) => match serve::run(args)? {},
        Command::Errors(command) => Ok(command.run()?),
    }
}
