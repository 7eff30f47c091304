//! Fails with one of several copies of an error, as its first argument specifies.

mod error;

use agent_error::catalog::{Fields, Filter};
use agent_error::clap::ErrorsCommand;
use agent_error::{AgentError, Report};
use std::fmt::Debug;
use std::process::ExitCode;

/// Defines two functions that return the same struct, with different codes.
macro_rules! failing {
    ($(fn $name:ident returns $code:literal;)*) => {
        $(fn $name() -> Report {
            #[derive(Debug, thiserror::Error, AgentError)]
            #[error("failed")]
            #[code($code, exit = 7)]
            struct Failed;
            Failed.into()
        })*
    };
}

failing! { fn first returns "FIRST_FAILED"; fn second returns "SECOND_FAILED"; }

#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot use {value:?}")]
#[code("VALUE_REJECTED", exit = 8)]
struct Rejected<T: Debug> {
    #[context(debug)]
    value: T,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(dead_code, reason = "the program returns the nested errors")]
enum Nesting {
    #[error(transparent)]
    #[code(transparent)]
    Number(#[from] Rejected<u8>),
    #[error(transparent)]
    #[code(transparent)]
    Text(#[from] Rejected<String>),
}

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "list" {
        let list = ErrorsCommand::List { command: None, filter: Filter::default(), fields: Fields::Lean };
        return agent_error::run(|| list.run());
    }
    if mode == "anyhow" {
        return agent_error::run(|| Err::<(), _>(anyhow::anyhow!("line 4").context(twice::error::NoItem { id: 3 })));
    }
    agent_error::run(|| {
        Err::<(), Report>(match mode.as_str() {
            "own" => error::NoItem { id: 3 }.into(),
            "library" => twice::error::NoItem { id: 3 }.into(),
            "next" => next::error::NoItem { id: 3 }.into(),
            "first" => first(),
            "second" => second(),
            "number" => Rejected { value: 1_u8 }.into(),
            _ => Rejected { value: mode }.into(),
        })
    })
}
