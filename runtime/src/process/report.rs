//! Any error, on its way to `main`.

use crate::classify::{BoxError, Classifier};
use crate::definition::def::Catalogued;
use crate::definition::hooks::Libraries;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::any::Any;
use std::error::Error;
use std::fmt;

/// Any error, for functions with several kinds of errors: `?` converts every type that implements [`Error`], boxed
/// errors, texts, and, with their features, `anyhow::Error` and `eyre::Report`.
///
/// A program may end with one: [`run`](crate::run) and [`main`](macro@crate::main) answer with the coded error inside
/// it, or with the code of the rule that matches; see [`Classifier`].
///
/// ```
/// use agent_error::{AgentError, Report};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no such user")]
/// #[code("USER_NOT_FOUND", exit = 5)]
/// struct NoUser;
///
/// fn number(text: &str) -> Result<u16, Report> {
///     if text == "eve" {
///         Err(NoUser)?;
///     }
///     Ok(text.parse()?)
/// }
///
/// assert_eq!(number("eve").unwrap_err().coded().unwrap().code(), "USER_NOT_FOUND");
/// assert!(number("four").unwrap_err().coded().is_none());
/// ```
pub struct Report(BoxError);

impl Report {
    /// A report of an error or of a text.
    pub fn new(error: impl Into<BoxError> + 'static) -> Self {
        let keepers: &[_] = Libraries::TYPE.hooks.get::<Keepers>().map_or(&[], |keepers| keepers.0);
        let mut error = Some(error);
        let kept = keepers.iter().find_map(|keep| keep(&mut error));
        // An error that no library took is still there.
        Self(kept.or_else(|| error.map(Into::into)).unwrap_or_else(|| "an error that is lost".into()))
    }

    /// The error.
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }

    /// The error itself.
    pub fn into_error(self) -> BoxError {
        self.0
    }

    /// The outermost coded error inside.
    pub fn coded(&self) -> Option<&(dyn AgentError + 'static)> {
        crate::ready::known::find(&*self.0)
    }

    /// The error as a coded one, by the rules of all linked types.
    pub fn classify(self) -> ErrorRecord {
        Classifier::of_the_program().classify(self.0)
    }
}

/// Converts errors of a library that do not implement [`Error`]; each function takes its own type out of an `Option`.
pub(crate) struct Keepers(pub(crate) &'static [fn(&mut dyn Any) -> Option<BoxError>]);

impl<E: Into<BoxError> + 'static> From<E> for Report {
    fn from(error: E) -> Self {
        Self::new(error)
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
