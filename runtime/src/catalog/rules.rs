//! The classification rules of a catalog, as one list in order of precedence.

use crate::definition::def::Entry;
use crate::definition::foreign::ClassifyRule;
use crate::text::order::sort_by_key;
use crate::text::phrase::Phrase;

/// A classification rule and the code that it assigns.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) rule: ClassifyRule,
    /// The declaration of the assigned code.
    pub(crate) entry: Entry,
    /// The words of a `message` rule.
    pub(crate) phrase: Option<Phrase>,
}

impl Assignment {
    fn new(rule: ClassifyRule, entry: Entry) -> Self {
        let phrase = match rule {
            ClassifyRule::Message(text) => Some(Phrase::of(text)),
            _ => None,
        };
        Self {
            rule,
            entry,
            phrase,
        }
    }
}

/// Returns the rules of these codes in order of precedence. [`Classify`](crate::Classify) says how
/// they apply, and catalog documents contain the same list.
///
/// If two rules have the same rank, the one whose type path sorts first comes first, then the one
/// whose variant is declared first.
#[inline]
pub(crate) fn rules_of(entries: &[Entry]) -> Vec<Assignment> {
    let mut ordered = entries.to_vec();
    sort_by_key(&mut ordered, |entry| {
        (entry.ty.path, entry.ty.file, place_in_type(entry))
    });
    let mut rules = Vec::new();
    let mut phrases = Vec::new();
    let mut fallbacks = Vec::new();
    for entry in ordered {
        for rule in entry.def.rules() {
            match rule {
                ClassifyRule::Message(_) => add_phrase(&mut phrases, Assignment::new(*rule, entry)),
                ClassifyRule::Fallback => fallbacks.push(entry),
                _ => rules.push(Assignment::new(*rule, entry)),
            }
        }
    }
    sort_by_key(&mut rules, |assignment| rank(&assignment.rule));
    rules.extend(phrases);
    let fallback = outermost(&fallbacks);
    rules.extend(fallback.map(|entry| Assignment::new(ClassifyRule::Fallback, entry)));
    rules
}

fn place_in_type(entry: &Entry) -> Option<usize> {
    let mut defs = entry.ty.defs.iter();
    defs.position(|def| std::ptr::eq(def, entry.def))
}

/// Adds a `message` rule after all others, or else before the first phrase that its own contains.
#[inline]
fn add_phrase(rules: &mut Vec<Assignment>, added: Assignment) {
    let contained = rules.iter().position(|rule| contains(&added, rule));
    rules.insert(contained.unwrap_or(rules.len()), added);
}

fn contains(long: &Assignment, short: &Assignment) -> bool {
    match (&long.phrase, &short.phrase) {
        (Some(long), Some(short)) => long.contains(short),
        _ => false,
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
        ClassifyRule::Message(_) => (6, 0),
        ClassifyRule::Fallback => (7, 0),
    }
}

/// Returns the fallback whose type nests the types of all other fallbacks. If there are several
/// outermost fallbacks, none applies.
fn outermost(fallbacks: &[Entry]) -> Option<Entry> {
    let mut candidates = fallbacks.to_vec();
    candidates.retain(|entry| !is_nested(entry, fallbacks));
    match candidates.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn is_nested(entry: &Entry, fallbacks: &[Entry]) -> bool {
    fallbacks.iter().any(|other| nests(other, entry))
}

fn nests(outer: &Entry, inner: &Entry) -> bool {
    let types = outer.ty.with_nested(None);
    // The first type is the outer type itself.
    let nested = &types[1..];
    nested.iter().any(|(ty, _)| ty.path == inner.ty.path)
}
