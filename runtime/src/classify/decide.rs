//! Finds the rule that matches a foreign error.

use crate::definition::def::Entry;
use crate::definition::foreign::{ClassifyRule, behind_pointers};
use crate::registry::search::{inspect, search, search_by_depth};
use crate::text::order::sort_by_key;
use crate::text::phrase::{Phrase, Words};
use crate::text::sanitize::clean_capped;
use std::error::Error;
use std::io;

/// The maximum number of bytes of a message that are searched for phrases. A short word takes 32
/// bytes of memory.
const LONGEST_MESSAGE: usize = 16 * 1024;

/// The rules of a catalog, and the codes that they assign.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    /// The rules that match an error's type or data. The first one that matches wins.
    data: Vec<(ClassifyRule, Entry)>,
    /// In declaration order.
    messages: Vec<(&'static str, Phrase, Entry)>,
    fallback: Option<Entry>,
}

/// The rule that matches an error.
pub(super) struct Decision<'e> {
    /// The declaration of the assigned code.
    pub(super) entry: Entry,
    pub(super) rule: ClassifyRule,
    /// The error in the chain that matched.
    pub(super) met: &'e (dyn Error + 'static),
}

impl Rules {
    /// Collects the rules of these codes. If two rules match equally well, the one whose type path
    /// sorts first wins, then the one whose variant is declared first. If there are several
    /// outermost fallbacks, none applies.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut entries = entries.to_vec();
        let place = |entry: &Entry| {
            entry
                .ty
                .defs
                .iter()
                .position(|def| std::ptr::eq(def, entry.def))
        };
        sort_by_key(&mut entries, |entry| {
            (entry.ty.path, entry.ty.file, place(entry))
        });
        let (mut rules, mut fallbacks) = (Self::default(), Vec::new());
        for entry in entries {
            for rule in entry.def.rules() {
                match *rule {
                    ClassifyRule::Message(text) => {
                        rules.messages.push((text, Phrase::of(text), entry))
                    }
                    ClassifyRule::Fallback => fallbacks.push(entry),
                    rule => rules.data.push((rule, entry)),
                }
            }
        }
        sort_by_key(&mut rules.data, |(rule, _)| rank(rule));
        rules.fallback = outermost(&fallbacks);
        rules
    }

    /// Applies the rules to an error. For their order, see [`Classify`](super::Classify).
    pub(super) fn decide<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        let fallback = || {
            Some(Decision {
                entry: self.fallback?,
                rule: ClassifyRule::Fallback,
                met: error,
            })
        };
        self.by_data(error)
            .or_else(|| self.by_message(error))
            .or_else(fallback)
    }

    /// Returns the outermost error that matches a rule for types or data. At the same depth, the
    /// lowest rank wins.
    fn by_data<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        search_by_depth(error, &mut |errors| {
            let decisions = errors.iter().filter_map(|error| self.for_data(*error));
            decisions.min_by_key(|decision| rank(&decision.rule).0)
        })
    }

    /// Returns the rule that matches an error's type or data, ignoring its sources.
    fn for_data<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        let io = behind_pointers(error).map(io::Error::kind);
        let data = inspect(error);
        let matches = |rule: &ClassifyRule| match rule {
            ClassifyRule::Io(kind) => io == Some(*kind),
            ClassifyRule::Type(ty) => (ty.is)(error),
            ClassifyRule::AnyIo => io.is_some(),
            ClassifyRule::Code(code) => data.code.as_deref() == Some(*code),
            ClassifyRule::Status(from, to) => data
                .status
                .is_some_and(|status| (*from..=*to).contains(&status)),
            ClassifyRule::Validation => data.invalid.is_some(),
            ClassifyRule::Message(_) | ClassifyRule::Fallback => false,
        };
        let (rule, entry) = *self.data.iter().find(|(rule, _)| matches(rule))?;
        Some(Decision {
            entry,
            rule,
            met: error,
        })
    }

    /// Collects all phrases that occur in the messages. Returns the first phrase that isn't part of
    /// a longer match.
    fn by_message<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Decision<'e>> {
        if self.messages.is_empty() {
            return None;
        }
        let mut found: Vec<(&'e (dyn Error + 'static), usize)> = Vec::new();
        search(error, &mut |error| {
            let words = Words::of(&clean_capped(&error, LONGEST_MESSAGE));
            let phrases = self
                .messages
                .iter()
                .enumerate()
                .filter(|(_, (_, phrase, _))| words.contain(phrase));
            found.extend(phrases.map(|(index, _)| (error, index)));
            None::<()>
        });
        let phrase = |index: usize| &self.messages[index].1;
        let best = found.iter().filter(|(_, index)| {
            !found
                .iter()
                .any(|(_, other)| phrase(*other).contains(phrase(*index)))
        });
        let (met, index) = best.min_by_key(|(_, index)| *index).copied()?;
        let (text, _, entry) = &self.messages[index];
        Some(Decision {
            entry: *entry,
            rule: ClassifyRule::Message(text),
            met,
        })
    }
}

/// Returns a rule's rank, and the width of its range of statuses. The lowest rank wins, then the
/// narrowest range.
fn rank(rule: &ClassifyRule) -> (u8, u16) {
    match rule {
        ClassifyRule::Io(_) => (0, 0),
        ClassifyRule::Type(_) => (1, 0),
        ClassifyRule::AnyIo => (2, 0),
        ClassifyRule::Code(_) => (3, 0),
        ClassifyRule::Status(from, to) => (4, to - from),
        ClassifyRule::Validation => (5, 0),
        ClassifyRule::Message(_) | ClassifyRule::Fallback => (6, 0),
    }
}

/// Returns the fallback whose type nests the types of all other fallbacks.
fn outermost(fallbacks: &[Entry]) -> Option<Entry> {
    let nests = |a: &Entry, b: &Entry| {
        a.ty.with_nested(None)
            .iter()
            .skip(1)
            .any(|(ty, _)| ty.path == b.ty.path)
    };
    let mut outermost = fallbacks
        .iter()
        .filter(|entry| !fallbacks.iter().any(|other| nests(other, entry)));
    let only = outermost.next()?;
    outermost.next().is_none().then_some(*only)
}
