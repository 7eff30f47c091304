//! Catches panics in tools, so that a bug doesn't end the session.

use crate::error::ToolError;
use crate::tool::Tool;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

thread_local! {
    /// The source location of the last panic.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`. If it panics, returns `INTERNAL` and prints nothing to standard error.
pub(crate) fn caught<T>(tool: Tool, work: impl FnOnce() -> Result<T, ToolError>) -> Result<T, ToolError> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(note));
    // A panic may leave the cached state of files incomplete, but the next call refreshes it.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(hook);
    result.unwrap_or_else(|panic| Err(ToolError::Internal { tool, reason: message(&*panic), place: PLACE.take() }))
}

fn note(info: &PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    PLACE.set(place);
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic message".to_owned())
}
