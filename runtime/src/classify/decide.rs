//! Finds the rule that matches a foreign error.

use crate::catalog::rules::{Assignment, rules_of};
use crate::definition::def::Entry;
use crate::definition::foreign::{ClassifyRule, behind_pointers};
use crate::error::foreign::Foreign;
use crate::registry::search::{errors_in, inspect, search_by_depth};
use crate::text::phrase::Words;
use crate::text::sanitize::clean_capped;
use std::error::Error;
use std::io;

/// The maximum number of bytes of a message that are searched for phrases. A short word takes 32
/// bytes of memory.
const LONGEST_MESSAGE: usize = 16 * 1024;

/// The rules of a catalog in order of precedence, and the codes that they assign.
#[derive(Clone, Debug)]
pub(super) struct Rules(Vec<Assignment>);

/// The rule that matches an error.
pub(super) struct Decision<'e> {
    /// The declaration of the assigned code.
    pub(super) entry: Entry,
    pub(super) rule: ClassifyRule,
    /// The error in the chain that matched.
    pub(super) met: &'e (dyn Error + 'static),
}

impl Rules {
    #[inline]
    pub(super) fn of(entries: &[Entry]) -> Self {
        Self(rules_of(entries))
    }

    /// Applies the rules to an error, as [`Classify`](super::Classify) describes.
    #[inline]
    pub(super) fn decide<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        self.by_data(error)
            .or_else(|| self.by_message(error))
            .or_else(|| self.by_fallback(error))
    }

    /// Searches from the outside in for errors that match a rule for types or data. At the same
    /// depth, the first rule in the list wins.
    #[inline]
    fn by_data<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        search_by_depth(error, &mut |errors| {
            let mut matches = Vec::new();
            for candidate in errors {
                if let Some(place) = self.place_for_data(*candidate) {
                    matches.push((place, *candidate));
                }
            }
            self.first_rule(matches)
        })
    }

    /// Returns the place of the first rule that matches an error's type or data, ignoring its
    /// sources.
    #[inline]
    fn place_for_data(&self, error: &(dyn Error + 'static)) -> Option<usize> {
        let data = inspect(error);
        self.0
            .iter()
            .position(|assignment| matches(&assignment.rule, error, &data))
    }

    /// Searches the messages of all errors in the chain for phrases. The first phrase in the list
    /// wins.
    #[inline]
    fn by_message<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        if self.0.iter().all(|assignment| assignment.phrase.is_none()) {
            return None;
        }
        let mut matches = Vec::new();
        for candidate in errors_in(error) {
            if let Some(place) = self.place_for_message(candidate) {
                matches.push((place, candidate));
            }
        }
        self.first_rule(matches)
    }

    /// Returns the place of the first rule whose phrase an error's message contains.
    #[inline]
    fn place_for_message(&self, error: &(dyn Error + 'static)) -> Option<usize> {
        let words = Words::of(&clean_capped(&error, LONGEST_MESSAGE));
        self.0.iter().position(|assignment| {
            let phrase = assignment.phrase.as_ref();
            phrase.is_some_and(|phrase| words.contain(phrase))
        })
    }

    fn by_fallback<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        let place = self
            .0
            .iter()
            .position(|assignment| matches!(assignment.rule, ClassifyRule::Fallback))?;
        Some(self.decision(place, error))
    }

    /// Returns the match whose rule comes first in the list. If this rule matches several errors,
    /// the outermost one applies.
    fn first_rule<'e>(&self, matches: Vec<Match<'e>>) -> Option<Decision<'e>> {
        // If several matches have the same place, `min_by_key` returns the first.
        let (place, met) = matches.into_iter().min_by_key(|(place, _)| *place)?;
        Some(self.decision(place, met))
    }

    fn decision<'e>(&self, place: usize, met: &'e (dyn Error + 'static)) -> Decision<'e> {
        let assignment = &self.0[place];
        Decision {
            entry: assignment.entry,
            rule: assignment.rule,
            met,
        }
    }
}

/// The place of a rule in the list, and an error that it matches.
type Match<'e> = (usize, &'e (dyn Error + 'static));

/// Whether a rule matches an error's type or data.
fn matches(rule: &ClassifyRule, error: &(dyn Error + 'static), data: &Foreign<'_>) -> bool {
    match rule {
        ClassifyRule::Io(kind) => io_kind(error) == Some(*kind),
        ClassifyRule::Type(ty) => (ty.is)(error),
        ClassifyRule::AnyIo => io_kind(error).is_some(),
        ClassifyRule::Code(code) => data.code.as_deref() == Some(*code),
        ClassifyRule::Status(from, to) => match data.status {
            Some(status) => (*from..=*to).contains(&status),
            None => false,
        },
        ClassifyRule::Validation => data.invalid.is_some(),
        ClassifyRule::Message(_) | ClassifyRule::Fallback => false,
    }
}

#[inline]
fn io_kind(error: &(dyn Error + 'static)) -> Option<io::ErrorKind> {
    let io_error: &io::Error = behind_pointers(error)?;
    Some(io_error.kind())
}
