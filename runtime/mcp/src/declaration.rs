//! Looks up what codes declare, and warns the author of the server about undeclared ones.

use agent_error::{ErrorRecord, ErrorSet};
use std::fmt;
use std::io::{self, Write as _};
use std::sync::Arc;

/// The name of the tool that explains codes.
pub(crate) const EXPLAIN: &str = "errors_explain";

/// Returns the JSON-RPC code that the error's code declares.
pub(crate) fn protocol(error: &ErrorRecord) -> Option<i32> {
    error.def()?.protocol_code()
}

/// In debug builds, prints a warning if a tool returns an undeclared code.
pub(crate) fn report_undeclared(tool: &str, declared: Option<&Arc<ErrorSet>>, code: &str) {
    if cfg!(debug_assertions) && declared.is_some_and(|errors| !errors.allows(code)) {
        complain(format_args!(
            "`{tool}` returned {code}, which it doesn't declare; add it to the tool's `error_set![]`"
        ));
    }
}

/// Prints a warning for the author of the server. Unlike `eprintln!`, doesn't panic if standard
/// error is closed.
pub(crate) fn complain(about: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{about}");
}
