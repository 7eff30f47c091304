//! File and process tools for agents, with a code and a hint for every failure.

mod answer;
mod breaker;
mod bug;
mod cli;
mod error;
mod fingerprint;
mod output;
mod provider;
mod root;
mod serve;
mod session;
mod state;
mod text;
mod tool;

use agent_error::Program;
use error::FiletoolsError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let program = Program::new(env!("CARGO_BIN_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .agent_format(output::AGENT)
        .piped_format(output::AGENT);
    match agent_error::clap::parse_args::<cli::Cli>() {
        Ok(cli) => cli.run(program),
        Err(usage) => program.run(|| Err::<(), _>(FiletoolsError::of_usage(usage))),
    }
}
