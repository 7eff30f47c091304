//! Visits an error's sources, including errors that [`Error::source`] doesn't expose.

use crate::registry::foreign_inspectors::ForeignInspectors;
use std::error::Error;
use std::io;
use std::sync::Arc;

/// The maximum number of visited errors. A source chain may be cyclic.
const MAX_VISITED: usize = 1024;

/// Visits an error and everything in it, from the outside in, until `visit` returns a result.
///
/// Also visits errors that `source` skips: those in an [`io::Error`], in an `Arc`, and in types with
/// [`Foreign::inner`](crate::definition::Foreign::inner).
pub(crate) fn search<'a, R>(
    error: &'a (dyn Error + 'static),
    accessors: &ForeignInspectors,
    visit: &mut dyn FnMut(&'a (dyn Error + 'static)) -> Option<R>,
) -> Option<R> {
    let mut next = Some(error);
    // The branches that haven't been visited yet. The last one is visited next.
    let mut waiting = Vec::new();
    for _ in 0..MAX_VISITED {
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

/// Like [`search`], but visits all errors of the same depth together.
pub(crate) fn search_by_depth<'a, R>(
    error: &'a (dyn Error + 'static),
    accessors: &ForeignInspectors,
    visit: &mut dyn FnMut(&[&'a (dyn Error + 'static)]) -> Option<R>,
) -> Option<R> {
    let mut level = vec![error];
    let mut visited = 0;
    while !level.is_empty() && visited < MAX_VISITED {
        if let Some(answer) = visit(&level) {
            return Some(answer);
        }
        visited += level.len();
        let mut next = Vec::new();
        for error in level {
            let before = next.len();
            hidden(error, accessors, &mut next);
            if next.len() == before {
                next.extend(error.source());
            }
        }
        next.truncate(MAX_VISITED);
        level = next;
    }
    None
}

/// Collects the errors that replace this error's source.
pub(crate) fn hidden<'a>(
    error: &'a (dyn Error + 'static),
    accessors: &ForeignInspectors,
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

/// Downcasts to an I/O error, directly or behind a pointer.
pub(crate) fn as_io_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let shared = || error.downcast_ref::<Arc<io::Error>>().map(|error| &**error);
    let boxed = || error.downcast_ref::<Box<io::Error>>().map(|error| &**error);
    error.downcast_ref::<io::Error>().or_else(shared).or_else(boxed)
}
