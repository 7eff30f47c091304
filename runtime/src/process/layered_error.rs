//! Finds coded errors in anyhow and eyre errors. Each layer of such an error adds a context value. A context value can
//! be a coded error, but isn't part of the [`Error::source`] chain.

use crate::classify::BoxError;
use crate::error::coded::AgentError;
use crate::ready::builtin;
use crate::registry::casts::Casts;
use crate::registry::chain;
use crate::registry::finder::Finder;
use crate::registry::in_context::InContext;
use std::error::Error;

/// An error that consists of layers, such as `anyhow::Error`.
pub(crate) trait LayeredError {
    /// Iterates over the layers from the outside in.
    fn layers(&self) -> impl Iterator<Item = &(dyn Error + 'static)>;
    /// Returns the outermost context of the type that the functions downcast to.
    fn context(&self, casts: &Casts) -> Option<&(dyn AgentError + 'static)>;
    /// Returns the boxed error that the error was created from, if any.
    fn boxed(&self) -> Option<&BoxError>;
}

/// Finds the outermost coded error.
pub(crate) fn find<'a>(error: &'a impl LayeredError, finder: &Finder) -> Option<&'a (dyn AgentError + 'static)> {
    let mut layers = error.layers().peekable();
    while let Some(layer) = layers.next() {
        if let Some(found) = in_layer(layer, layers.peek().copied(), error, finder) {
            return Some(found);
        }
    }
    None
}

/// Finds the outermost coded error, together with the messages of the layers around it.
pub(crate) fn find_in_context<'a>(error: &'a impl LayeredError, finder: &Finder) -> Option<InContext<'a>> {
    find_below(error, finder, 0)
}

/// Like [`find_in_context`], but omits the messages of the first `first` layers.
pub(crate) fn find_below<'a>(error: &'a impl LayeredError, finder: &Finder, first: usize) -> Option<InContext<'a>> {
    let layers: Vec<_> = error.layers().collect();
    let mut each = layers.iter().enumerate();
    each.find_map(|(at, layer)| {
        let next = layers.get(at + 1).copied();
        let found = in_layer(*layer, next, error, finder)?;
        // If the layer itself is the coded error, its source follows.
        let below = next.filter(|_| finder.cast(*layer).is_none());
        Some(InContext::new(found, layers.get(first..at).unwrap_or_default()).added_to(below))
    })
}

/// Finds the coded error in a single layer. Ignores the layers below it.
fn in_layer<'a>(
    layer: &'a (dyn Error + 'static),
    next: Option<&'a (dyn Error + 'static)>,
    error: &'a impl LayeredError,
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    let coded = || finder.cast(layer);
    let context = || context_of(layer, next?, error, finder);
    let boxed = || error.boxed().filter(|boxed| holds(layer, *boxed)).and_then(|boxed| finder.find(&**boxed));
    let hidden = || {
        let mut hidden = Vec::new();
        chain::hidden(layer, &finder.accessors, &mut hidden);
        hidden.into_iter().find_map(|error| finder.find(error))
    };
    coded().or_else(context).or_else(boxed).or_else(hidden)
}

/// Finds the coded error that a layer adds as context. Skips the next layer, which the layer may contain.
fn context_of<'a>(
    layer: &'a (dyn Error + 'static),
    next: &'a (dyn Error + 'static),
    error: &'a impl LayeredError,
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    finder.types.iter().copied().chain(builtin::casts().copied()).find_map(|casts| {
        let found = error.context(&casts).filter(|found| holds(layer, *found))?;
        let is_next = (casts.cast)(next).is_some_and(|next| address(next) == address(found));
        (!is_next).then_some(found)
    })
}

/// Whether `part` is stored inside the layer.
fn holds<T: ?Sized>(layer: &(dyn Error + 'static), part: &T) -> bool {
    let start = address(layer);
    (start..start + size_of_val(layer).max(1)).contains(&address(part))
}

fn address<T: ?Sized>(value: &T) -> usize {
    std::ptr::from_ref(value).cast::<()>().addr()
}
