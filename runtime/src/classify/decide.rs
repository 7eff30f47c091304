//! Finds the rule that matches a foreign error.

use crate::catalog::rules::{Assignment, rules_of};
use crate::definition::def::Entry;
use crate::definition::foreign::{ClassifyRule, behind_pointers};
use crate::error::foreign::Foreign;
use crate::registry::search::{inspect, search, search_by_depth};
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
            let mut found = None;
            for error in errors {
                keep_first(&mut found, self.place_for_data(*error), *error);
            }
            self.decision(found)
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
        let mut found = None;
        search(error, &mut |error| {
            let words = Words::of(&clean_capped(&error, LONGEST_MESSAGE));
            let place = self.0.iter().position(|assignment| {
                let phrase = assignment.phrase.as_ref();
                phrase.is_some_and(|phrase| words.contain(phrase))
            });
            keep_first(&mut found, place, error);
            None::<()>
        });
        self.decision(found)
    }

    fn by_fallback<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        let place = self
            .0
            .iter()
            .position(|assignment| matches!(assignment.rule, ClassifyRule::Fallback))?;
        self.decision(Some((place, error)))
    }

    fn decision<'e>(&self, found: Option<Found<'e>>) -> Option<Decision<'e>> {
        let (place, met) = found?;
        let assignment = &self.0[place];
        Some(Decision {
            entry: assignment.entry,
            rule: assignment.rule,
            met,
        })
    }
}

/// The place of a rule in the list, and the error that it matches.
type Found<'e> = (usize, &'e (dyn Error + 'static));

/// Keeps the match whose rule comes first in the list, or else the first match.
fn keep_first<'e>(
    found: &mut Option<Found<'e>>,
    place: Option<usize>,
    error: &'e (dyn Error + 'static),
) {
    if let Some(place) = place
        && found.is_none_or(|(known, _)| place < known)
    {
        *found = Some((place, error));
    }
}

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
    let error: &io::Error = behind_pointers(error)?;
    Some(error.kind())
}
