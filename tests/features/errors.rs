//! The errors of both programs. Some use codes that agent-error itself uses if optional features
//! are enabled.

use agent_error::AgentError;
use std::collections::HashMap;

/// A kind that describes itself with `schemars`.
#[derive(Clone, Copy, Debug, schemars::JsonSchema, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Bolt,
    Nut,
}

/// The errors of both programs.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum PartError {
    /// The part does not exist.
    #[error("no {kind:?}")]
    #[code("PART_MISSING", exit = 5, suggest = "Order one")]
    Missing {
        #[context]
        kind: Kind,
        #[context]
        zone: HashMap<String, u8>,
        #[context]
        area: Vec<Kind>,
    },
    /// The machine was stopped.
    #[error("the machine was stopped")]
    #[code("INTERRUPTED", exit = 9)]
    Stopped,
    /// The machine has no such flag.
    #[error("no such flag on the machine")]
    #[code("UNKNOWN_FLAG", exit = 64)]
    NoFlag,
}

/// Returns, fails, panics or waits, depending on the mode.
pub(crate) fn end(mode: &str) -> Result<agent_error::Response, agent_error::Report> {
    match mode {
        "missing" => {
            let zone = HashMap::from([("z".to_owned(), 1)]);
            Err(PartError::Missing {
                kind: Kind::Nut,
                zone,
                area: vec![Kind::Bolt],
            })?
        }
        "stopped" => Err(PartError::Stopped)?,
        "flag" => Err(PartError::NoFlag)?,
        "number" => Ok(agent_error::Response::new("x".parse::<u8>()?)),
        "io" => Ok(agent_error::Response::new(std::fs::read_to_string(
            "/no/such/file",
        )?)),
        "panic" => panics("cannot connect to redis://:hunter2@host, password=hunter2"),
        "wait" => {
            println!("ready");
            loop {
                std::thread::park();
            }
        }
        _ => Ok(agent_error::Response::new("done")),
    }
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn panics(text: &str) -> ! {
    panic!("{text}")
}
