//! The causes of an error: as texts, and as data.

use super::clean::Shown;
use std::error::Error;
use std::fmt::{self, Display};

/// A cause as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) message: String,
    pub(crate) source: Option<Box<Cause>>,
}

impl Cause {
    /// The causes as a chain; those beyond the most that are ever shown are joined into the last.
    pub(crate) fn chain(mut causes: Vec<String>) -> Option<Box<Self>> {
        if causes.len() > MAX_CAUSES {
            let rest = causes.split_off(MAX_CAUSES - 1).join(": ");
            causes.push(rest);
        }
        causes.into_iter().rev().fold(None, |source, message| Some(Box::new(Self { message, source })))
    }
}

impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|cause| cause as _)
    }
}

/// One after the other: a long chain must not exhaust the stack.
impl Drop for Cause {
    fn drop(&mut self) {
        let mut next = self.source.take();
        while let Some(mut cause) = next {
            next = cause.source.take();
        }
    }
}

/// The messages of an error's sources, joined by `: `.
pub(crate) struct CauseChain<'a>(pub(crate) &'a (dyn Error + 'a));

/// An error that is its own source must not hang its reader.
pub(crate) const MAX_CAUSES: usize = 64;

impl Display for CauseChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.source() {
            // Most have one cause at most, which needs no memory.
            Some(only) if only.source().is_none() => write!(f, "{}", Shown(only)),
            _ => f.write_str(&told_causes(self.0).join(": ")),
        }
    }
}

/// Whether a message ends with that of its source, as in `cannot read: no such file`.
fn tells(message: &str, source: &str) -> bool {
    !source.is_empty()
        && message.strip_suffix(source).is_some_and(|own| own.is_empty() || own.trim_end().ends_with([':', '-']))
}

/// The messages of an error's sources, the nearest first, without those that the one before them tells at its end.
pub(crate) fn told_causes(error: &(dyn Error + '_)) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut whole = String::new();
    for cause in causes(error) {
        let message = Shown(cause).to_string();
        // The causes of a record are what they are: somebody wrote them down one by one.
        if cause.is::<Cause>() || !tells(&whole, &message) {
            told.push(message.clone());
        }
        whole = message;
    }
    told
}

/// Hands over what [`told_causes`] returns; a cause without a cause of its own needs no memory.
pub(crate) fn visit_causes(error: &(dyn Error + '_), visit: &mut dyn FnMut(fmt::Arguments<'_>)) {
    match error.source() {
        Some(only) if only.source().is_none() => visit(format_args!("{only}")),
        Some(_) => told_causes(error).iter().for_each(|cause| visit(format_args!("{cause}"))),
        None => {}
    }
}

/// The sources of an error, the nearest first.
pub(crate) fn causes<'a>(error: &'a (dyn Error + 'a)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| <dyn Error>::source(*cause)).take(MAX_CAUSES)
}
