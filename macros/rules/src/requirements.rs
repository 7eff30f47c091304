//! Requirements for error codes. The key `strict` and `agent-error lint` check them.

use crate::exit::NOT_FOUND;
use crate::recoverable::is_recoverable;

/// A requirement for the declaration of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Context for each value in the message.
    Context,
    /// Advice, if the error is recoverable.
    Advice,
    /// A documentation page.
    Docs,
    /// A summary of when the error occurs.
    Summary,
    /// A message without a final period, so that it can be embedded in other text.
    NoPeriod,
    /// A single-line message.
    OneLine,
    /// A way to find valid names, if the code is about an unknown or missing name.
    Lookup,
    /// A command that shows the side effects, if they're partial or unknown.
    Check,
    /// A retry strategy, if the error has a fixed delay.
    RetryStrategy,
}

impl Need {
    /// All requirements, most important first.
    pub const ALL: [Self; 9] = [
        Self::Context,
        Self::Advice,
        Self::Docs,
        Self::Lookup,
        Self::Check,
        Self::RetryStrategy,
        Self::Summary,
        Self::NoPeriod,
        Self::OneLine,
    ];

    /// Returns the lowest score that includes this requirement. Returns `None` if it doesn't affect the score.
    pub const fn level(self) -> Option<u8> {
        match self {
            Self::Context => Some(2),
            Self::Advice | Self::Docs => Some(3),
            Self::Lookup | Self::Check | Self::RetryStrategy | Self::Summary | Self::NoPeriod | Self::OneLine => None,
        }
    }
}

/// The properties of an error code in a declaration, a catalog or an error.
#[allow(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The code.
    pub code: &'a str,
    /// The exit code, if known.
    pub exit: Option<i32>,
    /// Whether the severity is `critical`.
    pub is_critical: bool,
    /// The message or its template.
    pub message: &'a str,
    /// Whether the message contains values that the context lacks.
    pub hides_values: bool,
    /// Whether there is any advice, such as a suggestion, a fix or an action.
    pub has_advice: bool,
    /// Whether there is a documentation page.
    pub has_docs: bool,
    /// Whether there is a summary.
    pub has_summary: bool,
    /// Whether there is a way to find valid names: a list of names, a command that lists them, or advice with a
    /// command, a flag or an action.
    pub has_lookup: bool,
    /// Whether a failed call may have changed something.
    pub may_have_effects: bool,
    /// Whether there is a command that shows the side effects of a failed call.
    pub has_check: bool,
    /// Whether the delay before a retry is fixed.
    pub has_fixed_wait: bool,
    /// Whether there is a retry strategy.
    pub has_strategy: bool,
}

impl Stated<'_> {
    /// Whether the code doesn't meet a requirement.
    pub fn lacks(&self, need: Need) -> bool {
        let message = self.message.trim_end();
        match need {
            Need::Context => self.hides_values,
            Need::Advice => !self.has_advice && is_recoverable(self.code, self.exit, self.is_critical),
            Need::Docs => !self.has_docs,
            Need::Summary => !self.has_summary,
            Need::NoPeriod => ends_with_period(message),
            Need::OneLine => message.contains(['\n', '\r']),
            // If there's no advice at all, only report that.
            Need::Lookup => self.has_advice && !self.has_lookup && is_about_a_name(self.code, self.exit),
            Need::Check => self.may_have_effects && !self.has_check,
            Need::RetryStrategy => self.has_fixed_wait && !self.has_strategy,
        }
    }
}

/// Whether a code is about an unknown or missing name, judging by its exit code and its words.
fn is_about_a_name(code: &str, exit: Option<i32>) -> bool {
    let mut words = code.split(|c: char| !c.is_ascii_alphanumeric());
    exit == Some(i32::from(NOT_FOUND))
        || words.any(|word| ["UNKNOWN", "MISSING"].iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether a message ends with a period. An ellipsis doesn't count.
pub fn ends_with_period(message: &str) -> bool {
    let message = message.trim_end();
    message.ends_with('.') && !message.ends_with("..")
}

/// Whether advice contains a URL, or a command, a flag or a file in backticks.
pub fn names_something(advice: &str) -> bool {
    advice.matches('`').count() > 1 || advice.contains("://")
}

#[cfg(test)]
mod tests {
    use super::{Need, Stated, names_something};

    const GOOD: Stated<'_> = Stated {
        code: "NOT_FOUND",
        exit: Some(5),
        is_critical: false,
        message: "user {name} does not exist",
        hides_values: false,
        has_advice: true,
        has_docs: true,
        has_summary: true,
        has_lookup: true,
        may_have_effects: false,
        has_check: false,
        has_fixed_wait: false,
        has_strategy: false,
    };

    fn lacks(stated: Stated<'_>) -> Vec<Need> {
        Need::ALL.into_iter().filter(|need| stated.lacks(*need)).collect()
    }

    #[test]
    fn advice_names_something_in_a_pair_of_backticks() {
        assert!(names_something("List them with `tool list`"));
        assert!(!names_something("Correct the name"));
        assert!(!names_something("It`s wrong"));
    }

    #[test]
    fn each_need_is_found_missing_alone() {
        assert_eq!(lacks(GOOD), []);
        assert_eq!(lacks(Stated { hides_values: true, ..GOOD }), [Need::Context]);
        assert_eq!(lacks(Stated { has_advice: false, ..GOOD }), [Need::Advice]);
        assert_eq!(lacks(Stated { has_advice: false, is_critical: true, ..GOOD }), []);
        assert_eq!(lacks(Stated { has_docs: false, ..GOOD }), [Need::Docs]);
        assert_eq!(lacks(Stated { has_summary: false, ..GOOD }), [Need::Summary]);
        assert_eq!(lacks(Stated { has_lookup: false, ..GOOD }), [Need::Lookup]);
        assert_eq!(lacks(Stated { has_lookup: false, exit: Some(2), code: "PLAN_UNKNOWN", ..GOOD }), [Need::Lookup]);
        assert_eq!(lacks(Stated { has_lookup: false, exit: Some(2), code: "PLAN_UNKNOWNS", ..GOOD }), []);
        assert_eq!(lacks(Stated { may_have_effects: true, ..GOOD }), [Need::Check]);
        assert_eq!(lacks(Stated { may_have_effects: true, has_check: true, ..GOOD }), []);
        assert_eq!(lacks(Stated { has_fixed_wait: true, ..GOOD }), [Need::RetryStrategy]);
        assert_eq!(lacks(Stated { has_fixed_wait: true, has_strategy: true, ..GOOD }), []);
        assert_eq!(lacks(Stated { message: "done.", ..GOOD }), [Need::NoPeriod]);
        assert_eq!(lacks(Stated { message: "waiting ...", ..GOOD }), []);
        assert_eq!(lacks(Stated { message: "one\ntwo", ..GOOD }), [Need::OneLine]);
    }
}
