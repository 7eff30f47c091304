//! Asserts that `#[agent_error::main]` works above and below the attribute of tokio, and without a prelude.

use agent_error::error_set;

mod above_tokio {
    #[tokio::main(flavor = "current_thread")]
    #[agent_error::main]
    async fn main() -> Result<(), agent_error::ErrorRecord> {
        tokio::task::yield_now().await;
        Err(agent_error::ErrorRecord::new("ASYNC", "from an async main").with_exit_code(77))
    }

    pub(super) fn run() -> std::process::ExitCode {
        main()
    }
}

mod below_tokio {
    #[agent_error::main]
    #[tokio::main(flavor = "current_thread")]
    async fn main() -> Result<(), agent_error::ErrorRecord> {
        tokio::task::yield_now().await;
        Err(agent_error::ErrorRecord::new("ASYNC", "from an async main").with_exit_code(77))
    }

    pub(super) fn run() -> std::process::ExitCode {
        main()
    }
}

#[no_implicit_prelude]
mod without_prelude {
    /// Runs.
    #[::agent_error::main]
    fn main() {}

    pub(super) fn run() -> ::std::process::ExitCode {
        main()
    }
}

#[agent_error::main(handle_signals = false)]
fn main() {
    assert!(!error_set![].allows("INTERRUPTED"));
    assert_eq!(
        [above_tokio::run(), below_tokio::run()],
        [std::process::ExitCode::from(77); 2]
    );
    assert_eq!(without_prelude::run(), std::process::ExitCode::SUCCESS);
}
