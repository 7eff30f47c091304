//! A coded error with the messages of the errors that wrap it.

use crate::error::coded::{AgentError, fill_docs};
use crate::error::record::ErrorRecord;
use crate::text::sanitize::displayed;
use std::error::Error;
use std::fmt;

/// A coded error inside other errors. The messages of the other errors become its detail.
pub(crate) struct InContext<'a> {
    pub(crate) error: &'a (dyn AgentError + 'static),
    around: Option<String>,
    docs: Option<&'static str>,
    /// The error to which this one was added as context, if this one has no source of its own.
    below: Option<&'a (dyn Error + 'static)>,
}

impl<'a> InContext<'a> {
    /// Creates the error. `around` are the errors that wrap it, outermost first.
    pub(crate) fn new(
        error: &'a (dyn AgentError + 'static),
        around: &[&(dyn Error + 'static)],
        docs: Option<&'static str>,
    ) -> Self {
        let messages = around.iter().map(|error| displayed(error)).chain([displayed(error)]);
        let messages: Vec<String> = messages.collect();
        let own = messages.windows(2).filter_map(|pair| without_source(&pair[0], &pair[1]));
        let own: Vec<&str> = own.collect();
        Self { error, around: (!own.is_empty()).then(|| own.join(": ")), docs, below: None }
    }

    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) fn added_to(mut self, below: Option<&'a (dyn Error + 'static)>) -> Self {
        self.below = below;
        self
    }
}

/// Removes the message of the source from the end of a message. Many errors repeat their source's message there.
pub(crate) fn without_source<'m>(message: &'m str, source: &str) -> Option<&'m str> {
    let own = message.strip_suffix(source).filter(|_| !source.is_empty()).unwrap_or(message);
    let own = if own.len() < message.len() { own.trim_end_matches([':', '-', ' ', '\n']) } else { own };
    (!own.is_empty()).then_some(own)
}

impl fmt::Debug for InContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.error, f)
    }
}

impl fmt::Display for InContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.error, f)
    }
}

impl Error for InContext<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source().or(self.below)
    }
}

impl AgentError for InContext<'_> {
    fn code(&self) -> &str {
        self.error.code()
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        Some(self.error)
    }

    fn edit(&self, record: &mut ErrorRecord) {
        fill_docs(self, record, self.docs);
        if let Some(around) = &self.around {
            let before = |text: &Option<String>| match text {
                Some(text) => format!("{around}; {text}"),
                None => around.clone(),
            };
            record.detail = Some(before(&record.detail));
            #[cfg(feature = "http")]
            {
                record.contexts = Some(before(&record.contexts));
            }
        }
    }
}
