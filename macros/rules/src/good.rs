//! What an agent needs of a code: the one table that `strict`, `errors lint` and the rubric read.

use crate::recoverable::is_recoverable;

/// Something that an agent needs of a code, or that makes it read better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The values that the error is about, apart from its message.
    Context,
    /// What a caller can do, if it can do something.
    Advice,
    /// A page about the code.
    Docs,
    /// A sentence that says when the error occurs.
    Summary,
    /// A message without a period at its end: it is a clause, which other text embeds.
    NoPeriod,
    /// A message of one line.
    OneLine,
}

impl Need {
    /// Every need, the costliest first.
    pub const ALL: [Self; 6] = [Self::Context, Self::Advice, Self::Docs, Self::Summary, Self::NoPeriod, Self::OneLine];

    /// The level of the score from 0 to 3 that is missed without it; nothing if it costs no point.
    pub const fn level(self) -> Option<u8> {
        match self {
            Self::Context => Some(2),
            Self::Advice | Self::Docs => Some(3),
            Self::Summary | Self::NoPeriod | Self::OneLine => None,
        }
    }
}

/// What is stated about a code, by a declaration, a catalog or an answer.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The code.
    pub code: &'a str,
    /// The exit code, if it is known.
    pub exit: Option<i32>,
    /// Whether its severity is `critical`.
    pub is_critical: bool,
    /// The message or its template.
    pub message: &'a str,
    /// Whether values of the message are nowhere else.
    pub hides_values: bool,
    /// Whether it has a suggestion, a fix or actions.
    pub has_advice: bool,
    /// Whether it has a page.
    pub has_docs: bool,
    /// Whether it has a summary.
    pub has_summary: bool,
}

impl Stated<'_> {
    /// Whether it lacks what an agent needs.
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
        message: "there is no user {name}",
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
