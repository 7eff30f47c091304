//! Finds the rule that matches a foreign error.

use super::Decision;
use super::classified::Known;
use crate::catalog::collect::fallbacks;
use crate::definition::entry::Entry;
use crate::definition::rule::{ClassifyRule, ForeignType};
use crate::registry::search::ForeignInspectors;
use crate::registry::search::{as_io_error, search, search_by_depth};
use crate::text::order::sort_by_key;
use crate::text::phrase::{Phrase, Words};
use crate::text::sanitize::clean_capped;
use std::collections::HashMap;
use std::error::Error;
use std::io;

/// The maximum number of bytes of a message that are searched for phrases. A short word takes 32 bytes of memory.
const LONGEST_MESSAGE: usize = 16 * 1024;

/// The rules of a catalog, grouped by kind. Each rule refers to its code by index into `entries`.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) entries: Vec<Entry>,
    io: HashMap<io::ErrorKind, usize>,
    types: Vec<(ForeignType, usize)>,
    any_io: Option<usize>,
    codes: HashMap<&'static str, usize>,
    /// Sorted by width, narrowest range first.
    statuses: Vec<(u16, u16, usize)>,
    validation: Option<usize>,
    /// In declaration order.
    messages: Vec<(&'static str, Phrase, usize)>,
    fallback: Option<usize>,
}

impl Rules {
    /// Collects the rules of these codes. If two rules conflict, the one whose type path sorts first wins, then the one
    /// whose variant is declared first. If fallbacks conflict, no fallback applies.
    pub(super) fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut rules = Self {
            entries: entries.filter(|entry| !entry.def.rules().is_empty()).copied().collect(),
            ..Self::default()
        };
        sort_by_key(&mut rules.entries, |entry| (entry.ty.path, entry.ty.file, place_of(entry)));
        for (at, entry) in rules.entries.iter().enumerate() {
            for rule in entry.def.rules() {
                match *rule {
                    ClassifyRule::Io(kind) => {
                        rules.io.entry(kind).or_insert(at);
                    }
                    ClassifyRule::AnyIo => rules.any_io = rules.any_io.or(Some(at)),
                    ClassifyRule::Code(code) => {
                        rules.codes.entry(code).or_insert(at);
                    }
                    ClassifyRule::Type(ty) => rules.types.push((ty, at)),
                    ClassifyRule::Status(from, to) => rules.statuses.push((from, to, at)),
                    ClassifyRule::Validation => rules.validation = rules.validation.or(Some(at)),
                    ClassifyRule::Message(text) => rules.messages.push((text, Phrase::of(text), at)),
                    ClassifyRule::Fallback => {}
                }
            }
        }
        sort_by_key(&mut rules.statuses, |(from, to, at)| (to - from, *at));
        rules.fallback = match fallbacks(&rules.entries).as_slice() {
            [only] => rules.entries.iter().position(|entry| entry.def.code() == only.def.code()),
            _ => None,
        };
        rules
    }

    /// Copies the docs URLs of the same codes from `others`.
    pub(super) fn inherit_docs(&mut self, others: &Self) {
        for entry in &mut self.entries {
            let same = others.entries.iter().find(|other| std::ptr::eq(other.def, entry.def));
            entry.docs = entry.docs.or_else(|| same?.docs);
        }
    }

    /// Returns the rule that matches an error. For the order of rules, see [`Classifier`](super::Classifier).
    pub(super) fn decide(&self, error: &(dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Decision> {
        if self.entries.is_empty() {
            return None;
        }
        let (met, (rule, at)) = self
            .by_data(error, accessors)
            .or_else(|| self.by_message(error, accessors))
            .or_else(|| self.fallback.map(|at| (error, (ClassifyRule::Fallback, at))))?;
        Some(Decision { entry: self.entries[at], rule, known: Known::of(error, met, accessors) })
    }

    /// Returns the outermost error whose type or data matches a rule. If several errors at the same depth match, the
    /// kind of rule with the lowest rank wins.
    fn by_data<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Match<'e>> {
        search_by_depth(error, accessors, &mut |errors| {
            let matches = errors.iter().filter_map(|error| Some((*error, self.rule_for(*error, accessors)?)));
            matches.min_by_key(|(_, (rank, _))| *rank).map(|(error, (_, rule))| (error, rule))
        })
    }

    /// Returns the rule that matches an error's type or data, ignoring its sources, and the rank of the rule's kind.
    fn rule_for(
        &self,
        error: &(dyn Error + 'static),
        accessors: &ForeignInspectors,
    ) -> Option<(usize, (ClassifyRule, usize))> {
        let kind = as_io_error(error).map(io::Error::kind);
        let data = accessors.read(error);
        let by_kind = kind.and_then(|kind| Some((ClassifyRule::Io(kind), *self.io.get(&kind)?)));
        let by_type = || {
            let (ty, at) = self.types.iter().find(|(ty, _)| ty.accepts(error))?;
            Some((ClassifyRule::Type(*ty), *at))
        };
        let by_being_io = || Some((ClassifyRule::AnyIo, kind.and(self.any_io)?));
        let by_code = || {
            let (code, at) = self.codes.get_key_value(data.code.as_deref()?)?;
            Some((ClassifyRule::Code(code), *at))
        };
        let by_status = || {
            let status = data.status?;
            let (from, to, at) = self.statuses.iter().find(|(from, to, _)| (*from..=*to).contains(&status))?;
            Some((ClassifyRule::Status(*from, *to), *at))
        };
        let by_validation = || Some((ClassifyRule::Validation, data.invalid.as_ref().and(self.validation)?));
        let rules = [by_kind, by_type(), by_being_io(), by_code(), by_status(), by_validation()];
        rules.into_iter().enumerate().find_map(|(rank, rule)| Some((rank, rule?)))
    }

    /// Collects all phrases that occur in the messages. Returns the first phrase that isn't part of a longer match.
    fn by_message<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Match<'e>> {
        if self.messages.is_empty() {
            return None;
        }
        let mut found: Vec<(&'e (dyn Error + 'static), usize)> = Vec::new();
        search(error, accessors, &mut |error| {
            let words = Words::of(&clean_capped(&error, LONGEST_MESSAGE));
            let phrases = self.messages.iter().enumerate().filter(|(_, (_, phrase, _))| words.contain(phrase));
            found.extend(phrases.map(|(index, _)| (error, index)));
            None::<()>
        });
        let phrase = |index: usize| &self.messages[index].1;
        let best =
            found.iter().filter(|(_, index)| !found.iter().any(|(_, other)| phrase(*other).contains(phrase(*index))));
        let (error, index) = best.min_by_key(|(_, index)| *index).copied()?;
        let (text, _, at) = &self.messages[index];
        Some((error, (ClassifyRule::Message(text), *at)))
    }
}

/// The error that matched, the rule, and the index of the rule's code.
type Match<'e> = (&'e (dyn Error + 'static), (ClassifyRule, usize));

fn place_of(entry: &Entry) -> usize {
    entry.ty.defs.iter().position(|def| def.variant() == entry.def.variant()).unwrap_or_default()
}
