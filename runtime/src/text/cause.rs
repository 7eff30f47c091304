//! Cause chains of errors.

use super::contains::{contains, contains_str};
use super::errno::with_errno;
use super::limit::{Limit, Text};
use super::sanitize::Displayed;
use std::error::Error;
use std::fmt::{self, Display};
use std::io;

/// An owned error in a cause chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub(crate) message: String,
    pub(crate) source: Option<Box<Cause>>,
}

impl Cause {
    /// Copies the messages of an error and its sources. The copy is `Send`, even if the error isn't.
    pub(crate) fn copy_of(error: &(dyn Error + 'static)) -> Self {
        Self { message: error.to_string(), source: Self::chain(causes(error).map(ToString::to_string).collect()) }
    }

    /// Creates a cause that has no source.
    #[cfg(feature = "parse")]
    pub(crate) const fn last(message: String) -> Self {
        Self { message, source: None }
    }

    /// Builds a chain from messages, the nearest cause first. Returns `None` if there are no messages. Messages beyond
    /// [`MAX_CAUSES`] are joined into the last cause.
    pub(crate) fn chain(mut causes: Vec<String>) -> Option<Box<Self>> {
        if causes.len() > MAX_CAUSES {
            let rest = causes.split_off(MAX_CAUSES - 1).join(SEPARATOR);
            causes.push(rest);
        }
        causes.into_iter().rev().fold(None, |source, message| Some(Box::new(Self { message, source })))
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

/// Drops the chain iteratively, because recursion could overflow the stack.
impl Drop for Cause {
    fn drop(&mut self) {
        let mut next = self.source.take();
        while let Some(mut cause) = next {
            next = cause.source.take();
        }
    }
}

/// The separator between the messages of a chain.
const SEPARATOR: &str = ": ";

/// The messages of an error's sources, displayed as `first: second: third`.
pub(crate) enum CauseChain<'a> {
    /// A single cause, which is the most common case and needs no allocation.
    One(&'a (dyn Error + 'static)),
    Several(Vec<String>),
}

impl<'a> CauseChain<'a> {
    /// Returns the causes of an error, or `None` if there are none or the message contains them.
    pub(crate) fn of(error: &'a (dyn Error + 'a)) -> Option<Self> {
        Self::unfiltered(error).filter(|chain| !chain.is_in_message(error, None))
    }

    /// Returns the causes of an error. Includes a single cause even if the message contains it.
    pub(crate) fn unfiltered(error: &'a (dyn Error + 'a)) -> Option<Self> {
        let only = error.source()?;
        if only.source().is_none() && !only.is::<io::Error>() {
            return Some(Self::One(only));
        }
        let messages = reported_causes(error);
        (!messages.is_empty()).then_some(Self::Several(messages))
    }

    /// Passes the causes to `out`. Each cause is truncated separately.
    pub(crate) fn show(&self, limit: Limit, out: &mut dyn FnMut(Text<'_>)) {
        match self {
            Self::One(only) => out(Text::Value(format_args!("{only}"))),
            Self::Several(messages) => {
                let messages: Vec<String> = messages.iter().map(|message| limit.truncated(message)).collect();
                out(Text::Joined(format_args!("{}", messages.join(SEPARATOR))));
            }
        }
    }

    /// Whether there's a single cause that the message contains. `written` is the formatted message and cause, if the
    /// caller has them. It avoids formatting both again.
    pub(crate) fn is_in_message(&self, error: &(dyn Error + '_), written: Option<(&str, &str)>) -> bool {
        match (self, written) {
            (Self::One(only), _) if only.is::<Cause>() => false,
            (Self::One(_), Some((message, cause))) => contains_str(message, cause),
            (Self::One(only), None) => is_in_message(error, *only),
            (Self::Several(_), _) => false,
        }
    }
}

/// The maximum length of a cause chain. An error that is its own source would otherwise cause an infinite loop.
pub(crate) const MAX_CAUSES: usize = 64;

impl Display for CauseChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(only) => write!(f, "{}", Displayed(only)),
            Self::Several(messages) => f.write_str(&messages.join(SEPARATOR)),
        }
    }
}

/// Whether a message ends with the message of its source, as in `cannot read: no such file`.
fn ends_with_source(message: &str, source: &str) -> bool {
    !source.is_empty()
        && message.strip_suffix(source).is_some_and(|own| own.is_empty() || own.trim_end().ends_with([':', '-']))
}

/// Whether an error's message contains the message of its cause, as in `#[error("invalid regex: {0}")]`. A [`Cause`]
/// never counts as contained, because it was added explicitly.
fn is_in_message(error: &(dyn Error + '_), cause: &(dyn Error + 'static)) -> bool {
    !cause.is::<Cause>() && contains(&error, &cause)
}

/// Returns the messages of an error's sources, the nearest first. Skips a message if the error's own message contains
/// it, or if the previous message ends with it.
pub(crate) fn reported_causes(error: &(dyn Error + '_)) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    let mut whole = String::new();
    for cause in causes(error) {
        let message = Displayed(cause).to_string();
        if cause.is::<Cause>() || !(ends_with_source(&whole, &message) || is_in_message(error, cause)) {
            messages.push(with_errno(cause).unwrap_or_else(|| message.clone()));
        }
        whole = message;
    }
    messages
}

/// Calls `visit` with each message of [`reported_causes`]. A single cause needs no allocation.
pub(crate) fn visit_causes(error: &(dyn Error + '_), visit: &mut dyn FnMut(fmt::Arguments<'_>)) {
    match error.source() {
        Some(only) if only.source().is_none() && !only.is::<io::Error>() && !is_in_message(error, only) => {
            visit(format_args!("{only}"));
        }
        Some(_) => {
            for cause in reported_causes(error) {
                visit(format_args!("{cause}"));
            }
        }
        None => {}
    }
}

/// Iterates over the sources of an error, the nearest first.
pub(crate) fn causes<'a>(error: &'a (dyn Error + 'a)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| <dyn Error>::source(*cause)).take(MAX_CAUSES)
}

#[cfg(test)]
mod tests {
    use super::reported_causes;
    use std::error::Error;
    use std::fmt;

    #[derive(Debug)]
    struct Link(&'static str, Option<Box<Link>>);

    impl fmt::Display for Link {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for Link {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref().map(|link| link as _)
        }
    }

    fn causes(messages: &[&'static str]) -> Vec<String> {
        let chain = messages.iter().rev().fold(None, |source, message| Some(Box::new(Link(message, source))));
        reported_causes(&Link("the call failed", chain))
    }

    #[test]
    fn a_cause_that_ends_the_previous_one_is_left_out() {
        assert_eq!(causes(&["read: gone", "gone"]), ["read: gone"]);
        assert_eq!(causes(&["it is gone", "gone"]), ["it is gone", "gone"]);
        assert_eq!(causes(&["gone", "gone"]), ["gone"]);
        assert_eq!(causes(&["read", "gone"]), ["read", "gone"]);
    }
}
