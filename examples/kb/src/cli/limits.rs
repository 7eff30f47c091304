//! `kb limits`: shows or sets the limits.

use crate::error::KbError;
use crate::kb::Kb;
use crate::store::Limits;
use agent_error::Response;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Maximum number of changes per window, by all callers combined
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    changes: Option<u32>,

    /// Length of the window, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    window_s: Option<u32>,

    /// Maximum size of the database, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_mib: Option<u32>,
}

impl Args {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let Self { changes, window_s, max_mib } = self;
        let limits = match (changes, window_s, max_mib) {
            (None, None, None) => kb.limits()?,
            _ => kb.set_limits(|limits: &mut Limits| {
                limits.changes = changes.unwrap_or(limits.changes);
                limits.window_s = window_s.unwrap_or(limits.window_s);
                limits.max_mib = max_mib.unwrap_or(limits.max_mib);
            })?,
        };
        let text = limits.to_string();
        Ok(Response::new(limits).human(text))
    }
}
