use agent_error::ErrorSet;

mod above_tokio {
    #[tokio::main(flavor = "current_thread")]
    #[agent_error::main]
    async fn main() -> Result<(), agent_error::ErrorRecord> {
        Ok(())
    }

    pub fn run() -> std::process::ExitCode {
        main()
    }
}

mod below_tokio {
    #[agent_error::main]
    #[tokio::main(flavor = "current_thread")]
    async fn main() -> Result<(), agent_error::ErrorRecord> {
        Ok(())
    }

    pub fn run() -> std::process::ExitCode {
        main()
    }
}

#[no_implicit_prelude]
mod without_prelude {
    /// Runs.
    #[::agent_error::main]
    fn main() {}

    pub fn run() -> ::std::process::ExitCode {
        main()
    }
}

#[agent_error::main(handle_signals = false)]
fn main() {
    assert!(!ErrorSet::EMPTY.allows("INTERRUPTED"));
    for exit in [above_tokio::run(), below_tokio::run(), without_prelude::run()] {
        assert_eq!(exit, std::process::ExitCode::SUCCESS);
    }
}
