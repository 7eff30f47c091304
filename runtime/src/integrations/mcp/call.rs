//! The running call of a tool: the form of its errors, and the error that it ended with.

use super::responder::{Responder, is_warning};
use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use rmcp::model::CallToolResult;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Write as _};
use std::sync::Arc;

tokio::task_local! {
    static CALL: Call;
}

/// The settings of a call.
pub(super) struct Call {
    responder: Responder,
    /// The codes that the tool declares.
    declared: Option<Declared>,
    /// Whether the whole error is observed.
    observed: bool,
    ended: Cell<Ended>,
    record: RefCell<Option<ErrorRecord>>,
}

/// The last error of a call.
#[derive(Clone, Copy, Default)]
pub(super) struct Ended {
    /// Whether it has a code of the program.
    pub(super) coded: bool,
    pub(super) warned: bool,
}

/// A tool, and the codes that it may end with.
pub(super) struct Declared {
    pub(super) tool: String,
    pub(super) errors: Arc<ErrorSet>,
}

impl Call {
    pub(super) fn new(responder: Responder, declared: Option<Declared>, observed: bool) -> Self {
        Self { responder, declared, observed, ended: Cell::default(), record: RefCell::default() }
    }

    /// Runs the call. Also returns its error, as a whole if it is observed.
    pub(super) async fn run<F: Future>(self, call: F) -> (F::Output, Ended, Option<ErrorRecord>) {
        CALL.scope(self, async {
            let output = call.await;
            CALL.with(|call| (output, call.ended.get(), call.record.take()))
        })
        .await
    }
}

impl Responder {
    /// The error as a result; `isError` is true unless its severity is `warning`. In place of an
    /// envelope, which has `"ok": false`, the text of a warning is its [`ErrorRecord`] as JSON.
    pub fn result(&self, error: &dyn AgentError) -> CallToolResult {
        match (responder(error), self.renderer) {
            (Some(server), None) => server.structured(server.structured || self.structured).written(error),
            _ => self.written(error),
        }
    }
}

/// The responder of the running call, which ends with this error.
fn responder(error: &dyn AgentError) -> Option<Responder> {
    CALL.try_with(|call| {
        call.ended.set(Ended { coded: error.code() != UNCLASSIFIED, warned: is_warning(error) });
        if call.observed {
            call.record.replace(Some(ErrorRecord::from_error(error)));
        }
        if let Some(declared) = call.declared.as_ref().filter(|_| cfg!(debug_assertions)) {
            declared.report_undeclared(error.code());
        }
        call.responder
    })
    .ok()
}

/// The code of an error that no rule of the program matches.
pub(super) const UNCLASSIFIED: &str = "UNCLASSIFIED_ERROR";

impl Declared {
    /// Reports a code that the tool does not declare to the server's author.
    fn report_undeclared(&self, code: &str) {
        if !self.errors.allows(code) {
            let tool = &self.tool;
            complain(format_args!(
                "`{tool}` ended with {code}, which is not among its errors; add it to the tool's `error_set![]`"
            ));
        }
    }
}

/// Reports a mistake to the server's author. Hosts may have closed standard error, on which `eprintln!` would panic.
pub(super) fn complain(about: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{about}");
}
