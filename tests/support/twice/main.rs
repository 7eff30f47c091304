//! Fails with one of several copies of an error, as its first argument specifies.

mod error;

use agent_error::clap::ErrorsCommand;
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("own") => agent_error::run(|| Err::<(), _>(error::NoItem { id: 3 })),
        Some("library") => agent_error::run(|| Err::<(), _>(twice::error::NoItem { id: 3 })),
        Some("next") => agent_error::run(|| Err::<(), _>(next::error::NoItem { id: 3 })),
        Some("anyhow") => agent_error::run(|| {
            Err::<(), _>(anyhow::anyhow!("line 4").context(twice::error::NoItem { id: 3 }))
        }),
        _ => agent_error::run(|| ErrorsCommand::list().run()),
    }
}
