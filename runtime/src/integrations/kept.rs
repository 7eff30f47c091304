//! Errors of anyhow and eyre as errors, in which the errors inside remain reachable, including a coded one that is a
//! context.

use crate::classify::BoxError;
use crate::error::record::ErrorRecord;
use crate::integrations::layers::{self, Layered};
use crate::ready::known::finder;
use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::sync::OnceLock;

/// An error made of layers. Its source is the outermost layer, or a coded error that is the context of one, which a
/// cast cannot reach.
struct Kept<L> {
    error: L,
    hidden: OnceLock<Option<ErrorRecord>>,
}

/// The error as one that implements [`Error`].
pub(super) fn kept<L: Layered + Debug + Display + Send + Sync + 'static>(error: L) -> BoxError {
    Box::new(Kept { error, hidden: OnceLock::new() })
}

/// Takes an error of this type out of an `Option` of it.
pub(super) fn keep<L: Layered + Debug + Display + Send + Sync + 'static>(error: &mut dyn Any) -> Option<BoxError> {
    error.downcast_mut::<Option<L>>()?.take().map(kept)
}

impl<L: Layered> Kept<L> {
    fn hidden(&self) -> Option<&ErrorRecord> {
        let hidden = || {
            let in_reach = self.error.layers().next().and_then(|layer| finder().find(layer));
            // The messages are those of the outermost layer.
            let found = layers::find_below(&self.error, finder(), 1)?;
            in_reach.is_none().then(|| ErrorRecord::from_error(&found))
        };
        self.hidden.get_or_init(hidden).as_ref()
    }
}

impl<L: Display> Display for Kept<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<L: Debug> Debug for Kept<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<L: Layered + Debug + Display> Error for Kept<L> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.hidden() {
            Some(record) => Some(record),
            None => self.error.layers().next(),
        }
    }
}
