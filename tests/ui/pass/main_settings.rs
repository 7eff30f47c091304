use agent_error::process::Failure;
use std::io::{self, Write};

fn show(error: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tool: {error}")
}

#[agent_error::main(
    agent_format = Nested,
    piped_format = Human,
    errors_on_stderr = true,
    output_flags = false,
    human = show,
    clap_text = true,
    handle_signals = true,
    panic_exit = agent_error::exit::GENERAL_ERROR,
    traced = true,
    crate = agent_error
)]
fn main() {}
