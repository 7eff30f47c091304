//! Coded errors in errors that are made of layers, as those of anyhow and eyre: each layer adds a context,
//! which may itself be a coded error, and hides it from [`Error::source`].

use crate::chain;
use crate::classify::BoxError;
use crate::error::AgentError;
use crate::find::Finder;
use crate::hooks::Hooks;
use crate::in_context::InContext;
use std::error::Error;

/// An error made of layers.
pub(crate) trait Layered {
    /// The layers, from the outside in.
    fn layers(&self) -> Vec<&(dyn Error + 'static)>;
    /// The context of the type that the hooks belong to.
    fn context(&self, hooks: &Hooks) -> Option<&(dyn AgentError + 'static)>;
    /// The boxed error that the innermost layer was made from.
    fn boxed(&self) -> Option<&BoxError>;
}

/// The outermost coded error, and what the layers around it say.
pub(crate) fn find_in_context<'a>(error: &'a impl Layered, finder: &Finder) -> Option<InContext<'a>> {
    let layers = error.layers();
    let in_chain = layers.iter().enumerate().find_map(|(at, layer)| Some((at, hidden_in(*layer, error, finder)?)));
    // A context is a part of its layer: it can be none that is larger.
    let above = &layers[..in_chain.map_or(layers.len(), |(at, _)| at)];
    let largest = above.iter().map(|layer| size_of_val(*layer)).max().unwrap_or_default();
    let small = finder.hooks.iter().filter(|hooks| hooks.size <= largest && !above.is_empty());
    let contexts = small.filter_map(|hooks| {
        let found = error.context(hooks)?;
        Some((above.iter().position(|layer| holds(*layer, found))?, found))
    });
    let (at, found) = contexts.chain(in_chain).min_by_key(|(at, _)| *at)?;
    Some(InContext::new(found, &layers[..at]))
}

/// The coded error that a layer is or hides, without those below it.
fn hidden_in<'a>(
    layer: &'a (dyn Error + 'static),
    error: &'a impl Layered,
    finder: &Finder,
) -> Option<&'a (dyn AgentError + 'static)> {
    if let Some(found) = finder.cast(layer) {
        return Some(found);
    }
    if let Some(boxed) = error.boxed()
        && holds(layer, boxed)
        && let Some(found) = finder.find(&**boxed)
    {
        return Some(found);
    }
    let mut hidden = Vec::new();
    chain::hidden(layer, &finder.accessors, &mut hidden);
    hidden.into_iter().find_map(|error| finder.find(error))
}

/// Whether the part lies in the memory of the layer.
fn holds<T: ?Sized>(layer: &(dyn Error + 'static), part: &T) -> bool {
    let start = std::ptr::from_ref(layer).cast::<()>().addr();
    let at = std::ptr::from_ref(part).cast::<()>().addr();
    (start..start + size_of_val(layer).max(1)).contains(&at)
}
