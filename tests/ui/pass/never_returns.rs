//! Programs whose `main` never returns, such as servers.

use std::process::ExitCode;

mod never {
    #[agent_error::main(handle_signals = false)]
    fn main() -> ! {
        std::process::exit(0)
    }

    pub fn run() -> std::process::ExitCode {
        main()
    }
}

mod only_fails {
    #[agent_error::main]
    fn main() -> Result<std::convert::Infallible, agent_error::Report> {
        Err("cannot listen")?
    }

    pub fn run() -> std::process::ExitCode {
        main()
    }
}

fn main() -> ExitCode {
    assert_ne!(only_fails::run(), ExitCode::SUCCESS);
    never::run()
}
