//! Cause chains of errors.

use super::contains::contains_words;
use super::errno::with_errno;
use super::sanitize::message_of;
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) message: String,
    pub(crate) source: Option<Box<Cause>>,
}

impl Cause {
    /// Copies the messages of an error and its sources. The copy is `Send`, even if the error
    /// isn't.
    pub(crate) fn copy_of(error: &(dyn Error + 'static)) -> Self {
        let message = message_of(&error);
        Self {
            source: Self::chain(reported_causes(source_of(error), &message)),
            message,
        }
    }

    /// Adds the message of another cause. Messages beyond [`MAX_CAUSES`] are joined into the last
    /// cause.
    #[cfg(feature = "parse")]
    pub(crate) fn add(messages: &mut Vec<String>, message: String) {
        match messages.get_mut(MAX_CAUSES - 1) {
            Some(last) => last.extend([SEPARATOR, &message]),
            None => messages.push(message),
        }
    }

    /// Adds a cause to the end of a chain. Messages beyond [`MAX_CAUSES`] are joined into the last
    /// cause.
    #[inline]
    pub(crate) fn append(chain: &mut Option<Box<Self>>, message: String) {
        // The empty place after the last cause, or the last place that a chain may have.
        let mut end = chain;
        for _ in 1..MAX_CAUSES {
            match end {
                Some(cause) => end = &mut cause.source,
                None => break,
            }
        }
        match end {
            Some(last) => last.message.extend([SEPARATOR, &message]),
            None => {
                *end = Some(Box::new(Self {
                    message,
                    source: None,
                }));
            }
        }
    }

    /// Builds a chain from messages, outermost first. Returns `None` if there are no messages.
    pub(crate) fn chain(causes: Vec<String>) -> Option<Box<Self>> {
        causes.into_iter().rev().fold(None, |source, message| {
            Some(Box::new(Self { message, source }))
        })
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

/// Drops the chain iteratively. `with_cause` can make it so long that recursion would overflow the
/// stack.
impl Drop for Cause {
    fn drop(&mut self) {
        let mut next = self.source.take();
        while let Some(mut cause) = next {
            next = cause.source.take();
        }
    }
}

pub(crate) const SEPARATOR: &str = ": ";

/// The maximum length of a cause chain. An error that is its own source would otherwise cause an
/// infinite loop.
pub(crate) const MAX_CAUSES: usize = 64;

/// Whether a message ends with the message of its source, as in `cannot read: no such file`.
fn ends_with_source(message: &str, source: &str) -> bool {
    if source.is_empty() {
        return false;
    }
    let Some(before) = message.strip_suffix(source) else {
        return false;
    };
    before.is_empty() || before.trim_end().ends_with([':', '-'])
}

/// Returns the messages of an error's source and of the sources below it, outermost first. Skips a
/// message that the error's own message, `own`, contains, as in `#[error("invalid regex: {0}")]`,
/// or that the previous message ends with. Never skips a [`Cause`], which was added explicitly.
pub(crate) fn reported_causes(source: Option<&(dyn Error + 'static)>, own: &str) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    let mut previous = String::new();
    for cause in std::iter::successors(source, |cause| source_of(*cause)).take(MAX_CAUSES) {
        let message = message_of_cause(cause);
        let is_repeated = ends_with_source(&previous, &message) || contains_words(own, &message);
        if !is_repeated || cause.is::<Cause>() {
            messages.push(with_errno(cause).unwrap_or_else(|| message.clone()));
        }
        previous = message;
    }
    messages
}

/// Returns the message of a cause. A panic message doesn't belong in an error.
fn message_of_cause(cause: &(dyn Error + 'static)) -> String {
    if panicked_task(cause).is_some() {
        return "a task panicked".to_owned();
    }
    message_of(&cause)
}

/// Returns the source of an error. If its `source` panics, the error has none.
pub(crate) fn source_of<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    catch_unwind(AssertUnwindSafe(|| error.source()))
        .ok()
        .flatten()
}

/// If the error is the `JoinError` of a task that panicked, returns its description, which contains
/// the panic message. This crate doesn't depend on tokio, so this function recognizes the type by
/// its `Debug` output.
pub(crate) fn panicked_task(error: &(dyn Error + 'static)) -> Option<String> {
    const START: &[u8; 17] = b"JoinError::Panic(";
    let io_error = error.downcast_ref::<io::Error>();
    if let Some(inner) = io_error.and_then(io::Error::get_ref) {
        return panicked_task(inner);
    }
    let mut start = [0; START.len()];
    // Writing fails when the buffer is full, so the rest of the output isn't formatted. Any `Debug`
    // impl may panic.
    let _ = catch_unwind(AssertUnwindSafe(|| write!(&mut start[..], "{error:?}")));
    if start != *START {
        return None;
    }
    let description = message_of(&error);
    description.starts_with("task ").then_some(description)
}
