//! The causes of an error as data.

use crate::text::MAX_CAUSES;
use std::error::Error;
use std::fmt;

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

impl fmt::Display for Cause {
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
