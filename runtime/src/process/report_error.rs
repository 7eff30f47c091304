//! Converts anyhow and eyre errors to standard errors without losing access to coded errors attached as context.

use super::layered_error::{self, LayeredError};
use crate::classify::BoxError;
use crate::error::record::ErrorRecord;
use crate::ready::find::finder;
use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::sync::OnceLock;

/// An anyhow or eyre error that implements [`Error`]. Its source is usually the outermost layer. If a coded error was
/// attached as context, where downcasting can't reach it, the source is a record of that error instead.
struct ReportError<L> {
    error: L,
    hidden: OnceLock<Option<ErrorRecord>>,
}

/// Wraps an anyhow or eyre error in a type that implements [`Error`].
pub(crate) fn kept<L: LayeredError + Debug + Display + Send + Sync + 'static>(error: L) -> BoxError {
    Box::new(ReportError { error, hidden: OnceLock::new() })
}

/// If `error` is an `Option` of an anyhow or eyre error, takes the error out of it and wraps it.
pub(super) fn take_kept(error: &mut dyn Any) -> Option<BoxError> {
    #[cfg(feature = "anyhow")]
    if let Some(error) = error.downcast_mut::<Option<anyhow::Error>>() {
        return error.take().map(kept);
    }
    #[cfg(feature = "eyre")]
    if let Some(error) = error.downcast_mut::<Option<eyre::Report>>() {
        return error.take().map(kept);
    }
    None
}

impl<L: LayeredError> ReportError<L> {
    fn hidden(&self) -> Option<&ErrorRecord> {
        let hidden = || {
            let in_reach = self.error.layers().next().and_then(|layer| finder().find(layer));
            // `Display` already prints the outermost layer's message.
            let found = layered_error::find_below(&self.error, finder(), 1)?;
            in_reach.is_none().then(|| ErrorRecord::of(&found))
        };
        self.hidden.get_or_init(hidden).as_ref()
    }
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
        match self.hidden() {
            Some(record) => Some(record),
            None => self.error.layers().next(),
        }
    }
}
