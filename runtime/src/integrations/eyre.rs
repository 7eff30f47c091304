//! For programs that use eyre: finds the coded error below contexts, or the context that is one.
//!
//! A program may end with an [`eyre::Report`]: [`run`](crate::run) and [`main`](macro@crate::main) answer with the
//! coded error in it, or with the code of the rule that matches.
//!
//! ```
//! use agent_error::AgentError;
//! use eyre::WrapErr as _;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("no such user")]
//! #[code("USER_NOT_FOUND", exit = 5)]
//! struct NoUser;
//!
//! let error = Err::<(), _>(NoUser).wrap_err("sending the mail").unwrap_err();
//! assert_eq!(agent_error::eyre::find(&error).unwrap().code(), "USER_NOT_FOUND");
//!
//! let error = eyre::eyre!("line 4").wrap_err(NoUser);
//! assert_eq!(agent_error::eyre::find(&error).unwrap().code(), "USER_NOT_FOUND");
//! ```

use crate::classify::{BoxError, Classifier};
use crate::definition::hooks::Hooks;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::integrations::kept::kept;
use crate::integrations::layers::{self, Layered};
use crate::process::{Failure, Outcome, Reporter};
use crate::ready::known::finder;
use eyre::Report;
use std::process::ExitCode;

/// The outermost coded error in an error: a context, or an error below the contexts.
pub fn find(error: &Report) -> Option<&(dyn AgentError + 'static)> {
    layers::find(error, finder())
}

/// Any error as a coded one, by [`Classifier::classify`].
pub fn classify(classifier: &Classifier, error: Report) -> ErrorRecord {
    match layers::find_in_context(&error, classifier.finder()) {
        Some(found) => ErrorRecord::from_error(&found),
        None => classifier.classify(kept(error)),
    }
}

impl<T: Outcome> Outcome for Result<T, Report> {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        match self {
            Ok(outcome) => outcome.report(reporter),
            Err(error) if reporter.needs(&*error) => {
                let record = match layers::find_in_context(&error, reporter.classifier().finder()) {
                    Some(found) => ErrorRecord::from_error(&found),
                    None => reporter.classifier().classify_ref(&*error),
                };
                reporter.failure(&Failure::new(&record, &*error, &error))
            }
            Err(error) => reporter.failure(&Failure::of(&classify(reporter.classifier(), error))),
        }
    }
}

impl Layered for Report {
    fn layers(&self) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
        self.chain()
    }

    fn context(&self, hooks: Hooks) -> Option<&(dyn AgentError + 'static)> {
        hooks.get::<Context>().and_then(|context| (context.0)(self))
    }

    fn boxed(&self) -> Option<&BoxError> {
        self.downcast_ref()
    }
}

/// Recognizes a type as a context.
pub(crate) struct Context(for<'a> fn(&'a Report) -> Option<&'a (dyn AgentError + 'static)>);

impl Context {
    pub(crate) const fn of<T: AgentError + Send + Sync + 'static>() -> Self {
        Self(|error| error.downcast_ref::<T>().map(|error| error as _))
    }
}
