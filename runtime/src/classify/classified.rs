//! A foreign error under the code of a rule.

use super::BoxError;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::{AgentError, static_retry_after, static_text};
use crate::error::facts::Facts;
use crate::ready::unclassified::Unclassified;
use crate::text::cause::{Cause, causes, reported_causes};
use crate::text::clean::Displayed;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// A foreign error as a coded one.
///
/// A program ends with it as it is: an [`ErrorRecord`](crate::ErrorRecord) would link code for values of any kind into
/// every program.
#[derive(Debug)]
pub(crate) struct Classified {
    /// As the type of the rule builds it, or the foreign error alone.
    error: Box<dyn AgentError>,
    /// The rule's declaration and the message, if its type did not build the error.
    declared: Option<(Entry, String)>,
    /// The other side's wait, which takes precedence over the general one of the code.
    retry_after: Option<Duration>,
    causes: Option<Box<Cause>>,
}

impl Classified {
    /// An error that was built from a foreign one with these messages.
    pub(super) fn built(error: Box<dyn AgentError>, wait: Option<Duration>, foreign: Vec<String>) -> Self {
        let messages = if error.source().is_some() { reported_causes(&*error) } else { foreign };
        let causes = without_repeated(messages, &Displayed(&*error).to_string());
        let retry_after = wait.filter(|_| error.facts().is_retryable());
        Self { error, declared: None, retry_after, causes }
    }

    /// A foreign error that could not be taken out of the errors around it, under a declared code.
    pub(super) fn declared(error: BoxError, entry: Entry, message: String) -> Self {
        let causes = without_repeated(reported_by(&*error), &message);
        let error = Box::new(Unclassified { error });
        Self { error, declared: Some((entry, message)), retry_after: None, causes }
    }
}

/// The messages of an error and its sources.
pub(super) fn reported_by(error: &(dyn Error + 'static)) -> Vec<String> {
    std::iter::once(error).chain(causes(error)).map(ToString::to_string).collect()
}

/// The causes without the first one, if the message repeats it.
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
        self.retry_after.or_else(|| static_retry_after(self))
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        match &self.declared {
            Some((entry, _)) => entry.visit_fixed(part, out),
            None => static_text(self, part, out),
        }
    }
}
