//! Foreign errors that a rule has assigned a code to.

use super::BoxError;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::{AgentError, default_retry_after, default_text};
use crate::error::facts::Facts;
use crate::ready::unclassified::Unclassified;
use crate::text::cause::{Cause, causes, reported_causes};
use crate::text::sanitize::Displayed;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// A foreign error with the code that a rule assigned to it.
///
/// Programs report this type directly. Converting it to an [`ErrorRecord`](crate::ErrorRecord) first would link code
/// for arbitrary JSON values into every program.
#[derive(Debug)]
pub(crate) struct Classified {
    /// The error that the rule's type built. If the type couldn't build one, the foreign error as an [`Unclassified`].
    error: Box<dyn AgentError>,
    /// The matching declaration and the message, if the type couldn't build an error.
    declared: Option<(Entry, String)>,
    /// The delay that the remote system requested. Takes precedence over the delay that the code declares.
    retry_after: Option<Duration>,
    causes: Option<Box<Cause>>,
}

impl Classified {
    /// Wraps an error that the rule's type built. `foreign` contains the messages of the foreign error and its sources.
    pub(super) fn built(error: Box<dyn AgentError>, wait: Option<Duration>, foreign: Vec<String>) -> Self {
        let messages = if error.source().is_some() { reported_causes(&*error) } else { foreign };
        let causes = without_repeated(messages, &Displayed(&*error).to_string());
        let retry_after = wait.filter(|_| error.facts().is_retryable());
        Self { error, declared: None, retry_after, causes }
    }

    /// Wraps an error that the rule's type couldn't build, because the foreign error can't be moved out of the errors
    /// that wrap it. Only the declaration provides the code and advice.
    pub(super) fn declared(error: BoxError, entry: Entry, message: String) -> Self {
        let causes = without_repeated(reported_by(&*error), &message);
        let error = Box::new(Unclassified { error });
        Self { error, declared: Some((entry, message)), retry_after: None, causes }
    }
}

/// Returns the messages of an error and its sources, outermost first.
pub(super) fn reported_by(error: &(dyn Error + 'static)) -> Vec<String> {
    std::iter::once(error).chain(causes(error)).map(ToString::to_string).collect()
}

/// Removes the first cause if it only repeats the message.
fn without_repeated(mut causes: Vec<String>, message: &str) -> Option<Box<Cause>> {
    if causes.first().is_some_and(|first| first == message) {
        causes.remove(0);
    }
    Cause::chain(causes)
}

impl fmt::Display for Classified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.declared {
            Some((_, message)) => f.write_str(message),
            None => fmt::Display::fmt(&self.error, f),
        }
    }
}

impl Error for Classified {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.causes.as_deref().map(|cause| cause as _)
    }
}

impl AgentError for Classified {
    fn code(&self) -> &str {
        self.declared.as_ref().map_or_else(|| self.error.code(), |(entry, _)| entry.def.code())
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.declared.as_ref().map(|(entry, _)| entry.def)
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        self.declared.is_none().then_some(&*self.error)
    }

    fn facts(&self) -> Facts {
        self.def().map_or_else(|| self.error.facts(), ErrorDef::facts)
    }

    fn retry_after(&self) -> Option<Duration> {
        self.retry_after.or_else(|| default_retry_after(self))
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        match &self.declared {
            Some((entry, _)) => entry.visit_fixed(part, out),
            None => default_text(self, part, out),
        }
    }
}
