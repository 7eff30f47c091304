//! Coded errors with an edited record.

use super::ErrorRecord;
use crate::definition::error_def::ErrorDef;
use crate::error::coded::AgentError;
use crate::error::facts::Facts;
use crate::text::cause::{Cause, reported_causes};
use std::error::Error;
use std::fmt;

/// A coded error whose record differs from the record that its type creates.
///
/// `{:#}` and `{:?}` include the causes, as in anyhow, because programs also use these formats to write errors
/// themselves.
pub(crate) struct Edited<'a> {
    pub(crate) def: Option<&'static ErrorDef>,
    pub(crate) record: ErrorRecord,
    source: Option<&'a (dyn Error + 'static)>,
}

impl<'a> Edited<'a> {
    pub(crate) fn new(
        def: Option<&'static ErrorDef>,
        record: ErrorRecord,
        source: Option<&'a (dyn Error + 'static)>,
    ) -> Self {
        Self { def, record, source }
    }

    pub(crate) fn of(error: &'a dyn AgentError) -> Self {
        Self::new(error.def(), ErrorRecord::of(error), error.source())
    }

    /// Adds the messages of the errors that wrap a coded error to its detail. `around` are these errors, outermost
    /// first. `below` is the error to which the coded error was added as context, in case it has no source of its own.
    pub(crate) fn within(
        error: &'a (dyn AgentError + 'static),
        around: &[&(dyn Error + 'static)],
        below: Option<&'a (dyn Error + 'static)>,
    ) -> Self {
        let mut edited = Self::of(error);
        if edited.source.is_none() {
            edited.source = below;
            edited.record.cause = Cause::chain(reported_causes(below, &edited.record.message));
        }
        let messages: Vec<String> = around.iter().map(ToString::to_string).chain([error.to_string()]).collect();
        let own: Vec<&str> = messages.windows(2).filter_map(|pair| without_source(&pair[0], &pair[1])).collect();
        if !own.is_empty() {
            let detail = edited.record.detail.take().map_or_else(String::new, |detail| format!("; {detail}"));
            edited.record.detail = Some(own.join(": ") + &detail);
        }
        edited
    }
}

/// Removes the message of the source from the end of a message. Many errors repeat their source's message there.
fn without_source<'m>(message: &'m str, source: &str) -> Option<&'m str> {
    let own = message.strip_suffix(source).filter(|_| !source.is_empty()).unwrap_or(message);
    let own = if own.len() < message.len() { own.trim_end_matches([':', '-', ' ', '\n']) } else { own };
    (!own.is_empty()).then_some(own)
}

impl fmt::Display for Edited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.record.message)?;
        if f.alternate() {
            causes(self).try_for_each(|cause| write!(f, ": {cause}"))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Edited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.record.message)?;
        for (index, cause) in causes(self).enumerate() {
            f.write_str(if index == 0 { "\n\nCaused by:" } else { "" })?;
            write!(f, "\n    {cause}")?;
        }
        Ok(())
    }
}

fn causes<'a>(error: &Edited<'a>) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(error.source, |cause| <dyn Error>::source(*cause))
}

impl Error for Edited<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source
    }
}

impl AgentError for Edited<'_> {
    fn code(&self) -> &str {
        &self.record.code
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.def
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        Some(&self.record)
    }

    fn facts(&self) -> Facts {
        self.record.facts
    }

    fn edit(&self, record: &mut ErrorRecord) {
        record.clone_from(&self.record);
    }
}

#[cfg(test)]
mod tests {
    use super::without_source;

    #[test]
    fn a_message_that_ends_with_its_source_is_cut() {
        assert_eq!(without_source("creating vm: not found", "not found"), Some("creating vm"));
        assert_eq!(without_source("not found", "not found"), None);
        assert_eq!(without_source("cannot read", "not found"), Some("cannot read"));
        assert_eq!(without_source("cannot read: ", ""), Some("cannot read: "));
    }
}
