//! The call of a tool that runs now: how its errors are told, and whether one was a warning.

use super::responder::{Responder, is_warning};
use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use std::cell::Cell;
use std::fmt;
use std::io::{self, Write as _};
use std::sync::Arc;

tokio::task_local! {
    static CALL: Call;
}

/// What a call must know.
pub(super) struct Call {
    pub(super) responder: Responder,
    /// The codes that the tool declares.
    pub(super) declared: Option<Declared>,
    /// Whether it ended with a warning.
    warned: Cell<bool>,
}

/// A tool, and the codes that it may end with.
pub(super) struct Declared {
    pub(super) tool: String,
    pub(super) errors: Arc<ErrorSet>,
}

impl Call {
    pub(super) fn new(responder: Responder, declared: Option<Declared>) -> Self {
        Self { responder, declared, warned: Cell::new(false) }
    }

    /// Runs the call; also tells whether it ended with a warning.
    pub(super) async fn run<F: Future>(self, call: F) -> (F::Output, bool) {
        CALL.scope(self, async {
            let output = call.await;
            (output, CALL.with(|call| call.warned.get()))
        })
        .await
    }
}

/// Notes the error that the call ends with, and says how it is told.
pub(super) fn ended_with(error: &dyn AgentError) -> Responder {
    let responder = CALL.try_with(|call| {
        call.warned.set(is_warning(error));
        if let Some(declared) = call.declared.as_ref().filter(|_| cfg!(debug_assertions)) {
            declared.tell_undeclared(error.code());
        }
        call.responder
    });
    responder.unwrap_or_default()
}

impl Declared {
    /// Tells the server's author about a code that the tool does not declare.
    fn tell_undeclared(&self, code: &str) {
        if !self.errors.allows(code) {
            let tool = &self.tool;
            complain(format_args!(
                "`{tool}` ended with {code}, which is not among its errors; add it to the tool's `error_set![]`"
            ));
        }
    }
}

/// Tells the server's author something. Hosts may have closed standard error, and `eprintln!` would panic then.
pub(super) fn complain(about: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{about}");
}
