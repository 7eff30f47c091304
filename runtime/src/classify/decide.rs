//! Finds the rule that matches a foreign error.

use super::build::Builder;
use super::classified::Classified;
use super::found::Known;
use super::{BoxError, Decision};
use crate::catalog::conflicts::fallbacks;
use crate::definition::entry::Entry;
use crate::definition::foreign::Knowledge;
use crate::definition::rule::{ClassifyRule, ForeignType};
use crate::registry::chain::{as_io_error, search};
use crate::registry::foreign_inspectors::ForeignInspectors;
use crate::text::order::sort_by_key;
use crate::text::phrase::{Phrase, Words};
use crate::text::sanitize::clean;
use std::collections::HashMap;
use std::error::Error;
use std::io;

/// The rules of a catalog, grouped by kind. Each rule refers to its code by index into `entries`.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    entries: Vec<Entry>,
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
        let mut rules =
            Self { entries: entries.filter(|entry| states_rules(entry)).copied().collect(), ..Self::default() };
        sort_by_key(&mut rules.entries, |entry| (entry.ty.path, entry.ty.file, entry.ty.line, place_of(entry)));
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

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the rule that matches an error. For the order of rules, see [`Classifier`](super::Classifier).
    pub(super) fn decide(&self, error: &(dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Decision> {
        if self.entries.is_empty() {
            return None;
        }
        let (met, (rule, at)) = None
            .or_else(|| self.by_type(error, accessors))
            .or_else(|| self.by_code(error, accessors))
            .or_else(|| self.by_status(error, accessors))
            .or_else(|| self.by_validation(error, accessors))
            .or_else(|| self.by_message(error, accessors))
            .or_else(|| self.fallback.map(|at| (error, (ClassifyRule::Fallback, at))))?;
        let known = known(error, Some(met), accessors);
        Some(Decision { entry: self.entries[at], rule, known })
    }

    fn by_type<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Met<'e>> {
        if self.io.is_empty() && self.types.is_empty() && self.any_io.is_none() {
            return None;
        }
        search(error, accessors, &mut |error| {
            let kind = as_io_error(error).map(io::Error::kind);
            let by_kind = kind.and_then(|kind| self.io.get(&kind).map(|at| (ClassifyRule::Io(kind), *at)));
            let by_type = || {
                let met = self.types.iter().find(|(ty, _)| ty.accepts(error));
                met.map(|(ty, at)| (ClassifyRule::Type(*ty), *at))
            };
            let by_being_one = || kind.and(self.any_io).map(|at| (ClassifyRule::AnyIo, at));
            by_kind.or_else(by_type).or_else(by_being_one).map(|met| (error, met))
        })
    }

    fn by_code<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Met<'e>> {
        if self.codes.is_empty() {
            return None;
        }
        search(error, accessors, &mut |error| {
            let (code, at) = self.codes.get_key_value(accessors.read(error).code?.as_str())?;
            Some((error, (ClassifyRule::Code(code), *at)))
        })
    }

    fn by_status<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Met<'e>> {
        if self.statuses.is_empty() {
            return None;
        }
        search(error, accessors, &mut |error| {
            let status = accessors.read(error).status?;
            let (from, to, at) = self.statuses.iter().find(|(from, to, _)| (*from..=*to).contains(&status))?;
            Some((error, (ClassifyRule::Status(*from, *to), *at)))
        })
    }

    fn by_validation<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Met<'e>> {
        let at = self.validation?;
        search(error, accessors, &mut |error| {
            accessors.read(error).invalid.map(|_| (error, (ClassifyRule::Validation, at)))
        })
    }

    /// Collects all phrases that occur in the messages. Returns the first phrase that isn't part of a longer match.
    fn by_message<'e>(&self, error: &'e (dyn Error + 'static), accessors: &ForeignInspectors) -> Option<Met<'e>> {
        if self.messages.is_empty() {
            return None;
        }
        let mut found: Vec<(&'e (dyn Error + 'static), usize)> = Vec::new();
        search(error, accessors, &mut |error| {
            let words = Words::of(&clean(&error));
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

/// A match: the error that matched, the rule, and the index of the rule's code.
type Met<'e> = (&'e (dyn Error + 'static), (ClassifyRule, usize));

/// Extracts data about an error: the message of the error that matched, and properties found anywhere in the source
/// chain.
pub(super) fn known(
    error: &(dyn Error + 'static),
    met: Option<&(dyn Error + 'static)>,
    accessors: &ForeignInspectors,
) -> Known {
    let mut known = accessors.read(met.unwrap_or(error));
    search(error, accessors, &mut |error| {
        let Knowledge { code, status, retry_after, invalid } = accessors.read(error);
        known.code = known.code.take().or(code);
        known.status = known.status.or(status);
        known.retry_after = known.retry_after.or(retry_after);
        known.invalid = known.invalid.take().or(invalid);
        None::<()>
    });
    let Knowledge { code, status, retry_after, invalid } = known;
    Known { message: accessors.message(met.unwrap_or(error)), code, status, retry_after, invalid }
}

fn states_rules(entry: &Entry) -> bool {
    !entry.def.rules().is_empty()
}

/// Returns the index of a code in its type's `defs` table.
fn place_of(entry: &Entry) -> usize {
    entry.ty.defs.iter().position(|def| def.variant() == entry.def.variant()).unwrap_or_default()
}

impl Decision {
    pub(super) fn place(&self) -> usize {
        place_of(&self.entry)
    }

    pub(super) fn into_known(self) -> Known {
        self.known
    }

    /// Builds an error of the rule's type if possible. If the foreign error can't be moved out of the errors that wrap
    /// it, uses only the declaration.
    pub(super) fn classified(self, error: BoxError) -> Classified {
        let found = self.known.clone().with(error);
        let built = match self.entry.ty.hooks.get::<Builder>() {
            Some(builder) => (builder.0)(self.place(), found),
            None => Err(found),
        };
        built.unwrap_or_else(|found| {
            let (known, error) = found.split();
            Classified::declared(error, self.entry, known.message)
        })
    }
}
