use agent_error::process::Failure;
use std::io::{self, Write};

mod program {
    #[agent_error::main(
        formats = &[agent_error::Format::PROBLEM],
        piped = agent_error::Format::HUMAN,
        errors_on_stderr = true,
        read_flags = false,
        human = super::show,
        observe = |record| println!("{}", record.code()),
        clap_text = true,
        handle_signals = true,
        panic_exit = agent_error::exit::GENERAL_ERROR,
        reported_exit = 200,
        traced = true,
        crate = agent_error
    )]
    fn main() {}

    pub fn run() {
        let _ = main();
    }
}

mod all_formats {
    #[agent_error::main(formats = agent_error::Format::BUILT_IN)]
    fn main() {}

    pub fn run() {
        let _ = main();
    }
}

fn show(error: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tool: {error}")
}

fn main() {
    program::run();
    assert!(agent_error::error_set![].allows("INTERRUPTED"));
    all_formats::run();
}
