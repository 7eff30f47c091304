//! What an error code should declare. `strict`, `agent-error lint` and the rubric all use this table.

use crate::recoverable::is_recoverable;

/// Something that an error code should declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Context for each value in the message.
    Context,
    /// Advice, if the error is recoverable.
    Advice,
    /// A docs page.
    Docs,
    /// A sentence that describes when the error occurs.
    Summary,
    /// A message without a final period, so that it can be embedded in other text.
    NoPeriod,
    /// A single-line message.
    OneLine,
}

impl Need {
    /// All needs, the most important first.
    pub const ALL: [Self; 6] = [Self::Context, Self::Advice, Self::Docs, Self::Summary, Self::NoPeriod, Self::OneLine];

    /// Returns the score level, from 0 to 3, that requires this need. Returns `None` if it doesn't affect the score.
    pub const fn level(self) -> Option<u8> {
        match self {
            Self::Context => Some(2),
            Self::Advice | Self::Docs => Some(3),
            Self::Summary | Self::NoPeriod | Self::OneLine => None,
        }
    }
}

/// The facts about a code that are stated in a declaration, a catalog or a response.
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
    /// Whether the message contains values that aren't in the context.
    pub hides_values: bool,
    /// Whether there is a suggestion, a fix or an action.
    pub has_advice: bool,
    /// Whether there is a docs page.
    pub has_docs: bool,
    /// Whether there is a summary.
    pub has_summary: bool,
}

impl Stated<'_> {
    /// Whether a need isn't met.
    pub fn lacks(&self, need: Need) -> bool {
        let message = self.message.trim_end();
        match need {
            Need::Context => self.hides_values,
            Need::Advice => !self.has_advice && is_recoverable(self.code, self.exit, self.is_critical),
            Need::Docs => !self.has_docs,
            Need::Summary => !self.has_summary,
            Need::NoPeriod => message.ends_with('.') && !message.ends_with(".."),
            Need::OneLine => message.contains(['\n', '\r']),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Need, Stated};

    const GOOD: Stated<'_> = Stated {
        code: "NOT_FOUND",
        exit: Some(5),
        is_critical: false,
        message: "user {name} does not exist",
        hides_values: false,
        has_advice: true,
        has_docs: true,
        has_summary: true,
    };

    fn lacks(stated: Stated<'_>) -> Vec<Need> {
        Need::ALL.into_iter().filter(|need| stated.lacks(*need)).collect()
    }

    #[test]
    fn each_need_is_found_missing_alone() {
        assert_eq!(lacks(GOOD), []);
        assert_eq!(lacks(Stated { hides_values: true, ..GOOD }), [Need::Context]);
        assert_eq!(lacks(Stated { has_advice: false, ..GOOD }), [Need::Advice]);
        assert_eq!(lacks(Stated { has_advice: false, is_critical: true, ..GOOD }), []);
        assert_eq!(lacks(Stated { has_docs: false, ..GOOD }), [Need::Docs]);
        assert_eq!(lacks(Stated { has_summary: false, ..GOOD }), [Need::Summary]);
        assert_eq!(lacks(Stated { message: "done.", ..GOOD }), [Need::NoPeriod]);
        assert_eq!(lacks(Stated { message: "waiting ...", ..GOOD }), []);
        assert_eq!(lacks(Stated { message: "one\ntwo", ..GOOD }), [Need::OneLine]);
    }
}
