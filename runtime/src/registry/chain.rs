//! The errors in an error: its sources, and what other libraries hide from [`Error::source`].

use crate::registry::accessors::Accessors;
use std::error::Error;
use std::io;
use std::sync::Arc;

/// No more errors than this are looked at: a chain may lead back to itself.
const MOST: usize = 1024;

/// Visits an error and all that it holds, from the outside in, until `visit` has an answer.
///
/// An [`io::Error`] made from another error, an `Arc` of any error, and a type with
/// [`Foreign::inner`](crate::definition::Foreign::inner) hand out what their `source` skips.
pub(crate) fn search<'a, R>(
    error: &'a (dyn Error + 'static),
    accessors: &Accessors,
    visit: &mut dyn FnMut(&'a (dyn Error + 'static)) -> Option<R>,
) -> Option<R> {
    let mut next = Some(error);
    // Those that branch off and wait, the next one last.
    let mut waiting = Vec::new();
    for _ in 0..MOST {
        let error = next.or_else(|| waiting.pop())?;
        if let Some(answer) = visit(error) {
            return Some(answer);
        }
        let before = waiting.len();
        hidden(error, accessors, &mut waiting);
        next = if waiting.len() == before { error.source() } else { None };
        waiting[before..].reverse();
    }
    None
}

/// Adds the errors that stand for the sources of this one.
pub(crate) fn hidden<'a>(
    error: &'a (dyn Error + 'static),
    accessors: &Accessors,
    found: &mut Vec<&'a (dyn Error + 'static)>,
) {
    if let Some(error) = as_io_error(error) {
        found.extend(error.get_ref().map(|inner| inner as &(dyn Error + 'static)));
    } else if let Some(error) = error.downcast_ref::<Arc<dyn Error + Send + Sync>>() {
        found.push(&**error);
    } else if let Some(error) = error.downcast_ref::<Arc<dyn Error>>() {
        found.push(&**error);
    } else {
        accessors.inner(error, found);
    }
}

/// The I/O error that this one is, or points to.
pub(crate) fn as_io_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let shared = || error.downcast_ref::<Arc<io::Error>>().map(|error| &**error);
    let boxed = || error.downcast_ref::<Box<io::Error>>().map(|error| &**error);
    error.downcast_ref::<io::Error>().or_else(shared).or_else(boxed)
}
