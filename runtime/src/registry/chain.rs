//! The errors in an error: its sources, and those that other libraries do not expose by [`Error::source`].

use crate::registry::accessors::Accessors;
use std::error::Error;
use std::io;
use std::sync::Arc;

/// The limit of visited errors, since a chain may lead back to itself.
const MOST: usize = 1024;

/// Visits an error and all errors in it, from the outside in, until `visit` returns an answer.
///
/// Includes errors that `source` skips: those in an [`io::Error`], in an `Arc` of an error, and in a type with
/// [`Foreign::inner`](crate::definition::Foreign::inner).
pub(crate) fn search<'a, R>(
    error: &'a (dyn Error + 'static),
    accessors: &Accessors,
    visit: &mut dyn FnMut(&'a (dyn Error + 'static)) -> Option<R>,
) -> Option<R> {
    let mut next = Some(error);
    // The branches that remain to be visited; the last one is next.
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

/// Adds the errors that replace the sources of this one.
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

/// This error as an I/O error, directly or behind a pointer.
pub(crate) fn as_io_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let shared = || error.downcast_ref::<Arc<io::Error>>().map(|error| &**error);
    let boxed = || error.downcast_ref::<Box<io::Error>>().map(|error| &**error);
    error.downcast_ref::<io::Error>().or_else(shared).or_else(boxed)
}
