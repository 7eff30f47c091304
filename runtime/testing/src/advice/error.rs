//! Invalid advice, and why it's invalid.

use super::placeholder_marker::readable;
use agent_error::__tooling::Entry;
use agent_error_rules::nearest::nearest;
use std::fmt;

/// The reason why a command line doesn't match the program.
pub(super) struct Problem {
    pub(super) reason: String,
    /// The most similar valid name.
    pub(super) nearest: Option<String>,
}

impl Problem {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            nearest: None,
        }
    }

    /// Describes an unknown name. Adds the most similar of the known names.
    pub(super) fn unknown<'a>(
        reason: String,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            reason,
            nearest: nearest(name, known).first().map(ToString::to_string),
        }
    }
}

/// How strictly to check a command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// The command line must be complete.
    Complete,
    /// All names must exist, but arguments may be missing.
    AllowsMissingArguments,
}

/// The error returned if a catalog contains invalid advice.
///
/// ```
/// use agent_error::{AgentError, Catalog};
/// use agent_error_testing::AdviceChecker;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no user {name}")]
/// #[code("USER_NOT_FOUND", exit = 5, suggest = "List all users with `tool lst`")]
/// struct NoUser {
///     name: String,
/// }
///
/// let tool = clap::Command::new("tool").subcommand(clap::Command::new("list"));
/// let error = AdviceChecker::new(&tool).check(&Catalog::of::<NoUser>()).unwrap_err();
/// assert_eq!(error.problems.len(), 1);
/// assert!(error.to_string().starts_with("1 suggestion does not match the command line:\nUSER_NOT_FOUND"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AdviceError {
    /// The invalid advice, in the order of the codes.
    pub problems: Vec<InvalidAdvice>,
}

/// A piece of advice that doesn't match the command-line interface.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # use agent_error_testing::AdviceChecker;
/// #
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no user {name}")]
/// # #[code("USER_NOT_FOUND", exit = 5, suggest = "List all users with `tool lst`")]
/// # struct NoUser {
/// #     name: String,
/// # }
/// #
/// # let tool = clap::Command::new("tool").subcommand(clap::Command::new("list"));
/// let error = AdviceChecker::new(&tool).check(&Catalog::of::<NoUser>()).unwrap_err();
/// let advice = &error.problems[0];
/// assert_eq!((advice.code, advice.key), ("USER_NOT_FOUND", "suggest"));
/// assert_eq!(advice.part, "tool lst");
/// assert_eq!(advice.nearest.as_deref(), Some("list"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidAdvice {
    /// The error code that declares the advice.
    pub code: &'static str,
    /// The key that declares the advice, such as `fix`, `suggest` or `actions`.
    pub key: &'static str,
    /// The advice, with placeholders such as `{field}`.
    pub text: String,
    /// The invalid part of the advice.
    pub part: String,
    /// Why the part is invalid.
    pub reason: String,
    /// The most similar valid name.
    pub nearest: Option<String>,
    /// The declaration of the code, with its file and line.
    pub declared: String,
}

impl InvalidAdvice {
    pub(super) fn new(
        entry: &Entry,
        key: &'static str,
        text: &str,
        part: &str,
        problem: Problem,
    ) -> Self {
        Self {
            code: entry.def.code(),
            key,
            text: readable(text),
            part: readable(part),
            reason: readable(&problem.reason),
            nearest: problem.nearest.as_deref().map(readable),
            declared: entry.declaration(),
        }
    }
}

impl fmt::Display for InvalidAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            code,
            key,
            text,
            part,
            reason,
            nearest,
            declared,
        } = self;
        write!(f, "{code}, {declared}\n  {key} = {text:?}\n  ")?;
        if part != text {
            write!(f, "`{part}`: ")?;
        }
        f.write_str(reason)?;
        if let Some(nearest) = nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        Ok(())
    }
}

impl fmt::Display for AdviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.len() {
            1 => f.write_str("1 suggestion does not match the command line:")?,
            count => write!(f, "{count} suggestions do not match the command line:")?,
        }
        for problem in &self.problems {
            write!(f, "\n{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for AdviceError {}
