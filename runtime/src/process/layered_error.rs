//! Finds coded errors in anyhow and eyre errors. Each layer of such an error adds a context value.
//! A context value can be a coded error, but isn't part of the [`Error::source`] chain.

use crate::classify::BoxError;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready::builtin;
use crate::ready::find::finder;
use crate::registry::casts::Casts;
use crate::registry::search::{Finder, hidden};
use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};

/// An error that consists of layers, such as `anyhow::Error`.
pub(crate) trait LayeredError {
    /// Iterates over the layers from the outside in.
    fn layers(&self) -> impl Iterator<Item = &(dyn Error + 'static)>;
    /// Returns the outermost context of the type that the functions downcast to.
    fn context(&self, casts: &Casts) -> Option<&(dyn AgentError + 'static)>;
    /// Returns the boxed error that the error was created from, if any.
    fn boxed(&self) -> Option<&BoxError>;
}

/// Finds the outermost coded error. Its record contains the messages of the layers around it,
/// except the outermost `skipped` layers.
pub(crate) fn find<'a>(
    error: &'a impl LayeredError,
    finder: &Finder,
    skipped: usize,
) -> Option<(&'a (dyn AgentError + 'static), ErrorRecord)> {
    let layers: Vec<_> = error.layers().collect();
    for (at, layer) in layers.iter().enumerate() {
        let next = layers.get(at + 1).copied();
        if let Some(found) = in_layer(*layer, next, error, finder) {
            // If the layer itself is the coded error, its source is the next layer.
            let is_layer = finder.cast(*layer).is_some();
            let below = if is_layer { None } else { next };
            let around = layers.get(skipped..at).unwrap_or_default();
            let record = finder.in_context(found, around, below);
            return Some((found, record));
        }
    }
    None
}

/// Finds the coded error in a single layer. Ignores the layers below it.
fn in_layer<'a>(
    layer: &'a (dyn Error + 'static),
    next: Option<&'a (dyn Error + 'static)>,
    error: &'a impl LayeredError,
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    finder
        .cast(layer)
        .or_else(|| context_of(layer, next?, error, finder))
        .or_else(|| in_boxed(layer, error.boxed()?, finder))
        .or_else(|| in_hidden(layer, finder))
}

/// Finds the coded error in the boxed error, if it's this layer.
fn in_boxed<'a>(
    layer: &(dyn Error + 'static),
    boxed: &'a BoxError,
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    if !holds(layer, boxed) {
        return None;
    }
    finder.find(&**boxed)
}

/// Finds the coded error in the errors that replace the layer's source.
fn in_hidden<'a>(
    layer: &'a (dyn Error + 'static),
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    hidden(layer)
        .into_iter()
        .find_map(|error| finder.find(error))
}

/// Finds the coded error that a layer adds as context. Skips the next layer, which the layer may
/// contain.
fn context_of<'a>(
    layer: &'a (dyn Error + 'static),
    next: &'a (dyn Error + 'static),
    error: &'a impl LayeredError,
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    let builtin_casts = builtin::ALL.iter().flat_map(|ty| ty.casts);
    for casts in finder.types.iter().chain(builtin_casts) {
        let Some(context) = error.context(casts) else {
            continue;
        };
        let coded_in_next = (casts.cast)(next);
        let is_next = coded_in_next.is_some_and(|coded| is_at(coded, context));
        if holds(layer, context) && !is_next {
            return Some(context);
        }
    }
    None
}

/// Whether the memory of a layer contains a part.
fn holds<T: ?Sized>(layer: &(dyn Error + 'static), part: &T) -> bool {
    let start = address(layer);
    let end = start + size_of_val(layer).max(1);
    (start..end).contains(&address(part))
}

fn is_at<T: ?Sized, U: ?Sized>(a: &T, b: &U) -> bool {
    address(a) == address(b)
}

fn address<T: ?Sized>(value: &T) -> usize {
    std::ptr::from_ref(value).cast::<()>().addr()
}

/// An anyhow or eyre error that implements [`Error`]. Its source is usually the outermost layer. If
/// the outermost coded error was attached as context, where downcasting can't reach it, the source
/// is a record of that error instead.
struct ReportError<L> {
    error: L,
    hidden: Option<ErrorRecord>,
}

fn kept<L: LayeredError + Debug + Display + Send + Sync + 'static>(error: L) -> BoxError {
    let hidden = hidden_record(&error);
    Box::new(ReportError { error, hidden })
}

/// Returns a record of the outermost coded error, unless downcasting the outermost layer finds it.
fn hidden_record(error: &impl LayeredError) -> Option<ErrorRecord> {
    // `Display` already prints the outermost layer's message.
    let (outermost, record) = find(error, finder(), 1)?;
    let layer = error.layers().next();
    let in_reach = layer.and_then(|layer| finder().find(layer));
    let is_in_reach = in_reach.is_some_and(|found| is_same(found, outermost));
    (!is_in_reach).then_some(record)
}

/// Compares the codes as well, because errors without fields can have the same address.
fn is_same(a: &dyn AgentError, b: &dyn AgentError) -> bool {
    is_at(a, b) && a.code() == b.code()
}

/// If `error` is an `Option` of an anyhow or eyre error, takes the error out of it and wraps it.
pub(super) fn take_kept(error: &mut dyn Any) -> Option<BoxError> {
    #[cfg(feature = "anyhow")]
    if let Some(report) = error.downcast_mut::<Option<anyhow::Error>>() {
        return report.take().map(kept);
    }
    #[cfg(feature = "eyre")]
    if let Some(report) = error.downcast_mut::<Option<eyre::Report>>() {
        return report.take().map(kept);
    }
    None
}

impl<L: Display> Display for ReportError<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<L: Debug> Debug for ReportError<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<L: LayeredError + Debug + Display> Error for ReportError<L> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.hidden {
            Some(record) => Some(record),
            None => self.error.layers().next(),
        }
    }
}
