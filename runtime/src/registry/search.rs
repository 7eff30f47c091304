//! Searches errors for coded errors.

use super::casts::Casts;
use super::linked;
use crate::definition::def::{Declares, TypeDef, docs_url};
use crate::definition::error_def::ErrorDef;
use crate::definition::foreign::behind_pointers;
use crate::error::coded::AgentError;
use crate::error::foreign::Foreign;
use crate::error::record::ErrorRecord;
use crate::text::cause::{Cause, reported_causes, source_of};
use crate::text::sanitize::message_of;
use std::error::Error;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    pub(crate) types: Vec<Casts>,
    /// The types that have a docs URL template or inherit one.
    documented: Vec<(&'static TypeDef, &'static str)>,
}

impl Finder {
    /// Adds a type and its nested types.
    #[inline]
    pub(crate) fn add(&mut self, ty: &'static TypeDef) {
        for (added, docs) in ty.with_nested(None) {
            for casts in added.casts {
                self.add_casts(*casts);
            }
            if let Some(template) = docs {
                self.documented.push((added, template));
            }
        }
    }

    /// Most nested types are also registered themselves, so each cast is only added once.
    fn add_casts(&mut self, casts: Casts) {
        let address = casts.cast as usize;
        let place = self
            .types
            .binary_search_by_key(&address, |known| known.cast as usize);
        if let Err(place) = place {
            self.types.insert(place, casts);
        }
    }

    pub(crate) fn find<'a>(
        &self,
        error: &'a (dyn Error + 'static),
    ) -> Option<&'a (dyn AgentError + 'static)> {
        search(error, &mut |error| self.cast(error))
    }

    /// Returns a record of the outermost coded error, with the messages of the errors that wrap it.
    #[inline]
    pub(crate) fn find_in_context(&self, error: &(dyn Error + 'static)) -> Option<ErrorRecord> {
        let mut around = Vec::new();
        let found = search(error, &mut |candidate| {
            let coded = self.cast(candidate);
            if coded.is_none() {
                around.push(candidate);
            }
            coded
        })?;
        Some(self.in_context(found, &around, None))
    }

    /// Creates a record of a coded error. Its detail contains the messages of the errors `around`
    /// it, outermost first. `below`, the error that it was added to as context, becomes the cause
    /// of an error without a source.
    #[inline]
    pub(crate) fn in_context(
        &self,
        error: &(dyn AgentError + 'static),
        around: &[&(dyn Error + 'static)],
        below: Option<&(dyn Error + 'static)>,
    ) -> ErrorRecord {
        let mut record = ErrorRecord::of(error);
        self.inherit_docs(&mut record);
        if below.is_some() && source_of(error).is_none() {
            record.fields.cause = Cause::chain(reported_causes(below, &record.fields.message));
        }
        let context = messages_around(error, around);
        if context.is_empty() {
            return record;
        }
        let detail = match record.fields.detail {
            Some(own_detail) => format!("{context}; {own_detail}"),
            None => context,
        };
        record.fields.detail = Some(detail);
        record
    }

    /// Sets a missing docs URL. A type that nests the code's type provides it, and the program does
    /// for the errors of its command line.
    #[inline]
    pub(crate) fn inherit_docs(&self, record: &mut ErrorRecord) {
        let Some(def) = record.def() else { return };
        if record.fields.docs_url.is_some() {
            return;
        }
        if let Some(template) = self.docs_template_of(def) {
            record.fields.docs_url = Some(docs_url(template, &record.fields.code));
        }
    }

    #[inline]
    fn docs_template_of(&self, def: &'static ErrorDef) -> Option<&'static str> {
        for (ty, template) in &self.documented {
            if has_code(ty, def) {
                return Some(template);
            }
        }
        #[cfg(feature = "clap")]
        if is_listed(def) {
            return linked::docs_template();
        }
        None
    }

    /// Downcasts to a coded error, directly or behind a pointer.
    #[inline]
    pub(crate) fn cast<'a>(
        &self,
        error: &'a (dyn Error + 'static),
    ) -> Option<&'a (dyn AgentError + 'static)> {
        let found = self.types.iter().find_map(|casts| (casts.cast)(error));
        found.or_else(|| cast_to_announced(error))
    }
}

/// Whether the type declares the code itself. A nested type could declare it, too.
fn has_code(ty: &TypeDef, def: &ErrorDef) -> bool {
    ty.defs.iter().any(|own| std::ptr::eq(own, def))
}

/// Returns the messages of the errors around an error, outermost first. Each message omits that of
/// the next error.
#[inline]
fn messages_around(
    error: &(dyn AgentError + 'static),
    around: &[&(dyn Error + 'static)],
) -> String {
    let mut messages: Vec<String> = around.iter().map(|outer| message_of(outer)).collect();
    messages.push(message_of(&error));
    let mut own = Vec::new();
    for (message, source) in messages.iter().zip(&messages[1..]) {
        own.extend(without_source(message, source));
    }
    own.join(": ")
}

/// Removes the message of the source from the end of a message. Many errors repeat their source's
/// message there. Returns `None` if nothing else remains.
fn without_source<'m>(message: &'m str, source: &str) -> Option<&'m str> {
    let mut own = message;
    if !source.is_empty()
        && let Some(before) = message.strip_suffix(source)
    {
        own = before.trim_end_matches([':', '-', ' ', '\n']);
    }
    (!own.is_empty()).then_some(own)
}

/// The types of ready-made errors that the program uses. The constructors of a ready-made error
/// announce its type. If the finder listed them all, every program would link them, which
/// takes 190 kB.
static ANNOUNCED: Mutex<Vec<Announced>> = Mutex::new(Vec::new());

struct Announced {
    ty: &'static TypeDef,
    /// Whether the catalogs of all programs with a command line contain the type.
    #[cfg(feature = "clap")]
    is_listed: bool,
}

fn announced() -> MutexGuard<'static, Vec<Announced>> {
    ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[inline]
fn cast_to_announced<'a>(
    error: &'a (dyn Error + 'static),
) -> Option<&'a (dyn AgentError + 'static)> {
    announced()
        .iter()
        .flat_map(|known| known.ty.casts)
        .find_map(|casts| (casts.cast)(error))
}

/// Whether a type that the catalogs of all programs with a command line contain declares the code.
#[cfg(feature = "clap")]
fn is_listed(def: &ErrorDef) -> bool {
    announced()
        .iter()
        .any(|known| known.is_listed && known.ty.declares(def))
}

/// Makes the finder recognize a type.
pub(crate) fn announce<T: Declares>() {
    announce_type(Announced {
        ty: T::TYPE,
        #[cfg(feature = "clap")]
        is_listed: false,
    });
}

/// Makes the finder recognize a type that the catalogs of all programs with a command line contain.
pub(crate) fn announce_listed<T: Declares>() {
    announce_type(Announced {
        ty: T::TYPE,
        #[cfg(feature = "clap")]
        is_listed: true,
    });
}

fn announce_type(new: Announced) {
    let mut all = announced();
    let is_known = all.iter().any(|known| std::ptr::eq(known.ty, new.ty));
    if !is_known {
        all.push(new);
    }
}

/// Inspects an error. Returns the default if its type isn't declared. The last declaration of a
/// type takes precedence.
#[inline]
pub(crate) fn inspect<'a>(error: &'a (dyn Error + 'static)) -> Foreign<'a> {
    linked::AGENT_ERROR_FOREIGN_0_1_0
        .iter()
        .rev()
        .find_map(|read| read(error))
        .unwrap_or_default()
}

/// Returns the message that an error's [`foreign!`](crate::foreign) declaration states, or else its
/// `Display` output.
#[inline]
pub(crate) fn foreign_message(error: &(dyn Error + 'static)) -> String {
    inspect(error).message.unwrap_or_else(|| message_of(&error))
}

/// The maximum number of visited errors. A source chain may be cyclic.
const MAX_VISITED: usize = 1024;

/// Returns an error and everything in it, from the outside in.
#[inline]
pub(crate) fn errors_in<'a>(error: &'a (dyn Error + 'static)) -> Vec<&'a (dyn Error + 'static)> {
    let mut found = Vec::new();
    walk(error, &mut |errors| {
        found.extend_from_slice(errors);
        true
    });
    found
}

/// Visits an error and everything in it, from the outside in, until `visit` returns a result.
#[inline]
pub(crate) fn search<'a, R>(
    error: &'a (dyn Error + 'static),
    visit: &mut dyn FnMut(&'a (dyn Error + 'static)) -> Option<R>,
) -> Option<R> {
    search_by_depth(error, &mut |errors| {
        errors.iter().find_map(|error| visit(*error))
    })
}

/// Like [`search`], but visits all errors of the same depth together. Also visits errors that
/// `source` skips: those in an [`io::Error`], in an `Arc`, and in types with
/// [`inner`](crate::Foreign::inner) errors.
pub(crate) fn search_by_depth<'a, R>(
    error: &'a (dyn Error + 'static),
    visit: &mut dyn FnMut(&[&'a (dyn Error + 'static)]) -> Option<R>,
) -> Option<R> {
    let mut found = None;
    walk(error, &mut |errors| {
        found = visit(errors);
        found.is_none()
    });
    found
}

/// Visits the error, then the errors directly in it, and so on, while `visit` returns `true`.
fn walk<'a>(
    error: &'a (dyn Error + 'static),
    visit: &mut dyn FnMut(&[&'a (dyn Error + 'static)]) -> bool,
) {
    let mut level = vec![error];
    let mut visited = 0;
    while !level.is_empty() && visited < MAX_VISITED {
        let goes_on = visit(&level);
        if !goes_on {
            return;
        }
        visited += level.len();
        let mut next = Vec::new();
        for outer in level {
            let mut inner = hidden(outer);
            if inner.is_empty() {
                inner.extend(source_of(outer));
            }
            next.extend(inner);
        }
        next.truncate(MAX_VISITED);
        level = next;
    }
}

/// Returns the errors that replace this error's source.
pub(crate) fn hidden<'a>(error: &'a (dyn Error + 'static)) -> Vec<&'a (dyn Error + 'static)> {
    if let Some(io_error) = behind_pointers::<io::Error>(error) {
        return match io_error.get_ref() {
            Some(inner) => vec![inner],
            None => Vec::new(),
        };
    }
    if let Some(shared) = error.downcast_ref::<Arc<dyn Error + Send + Sync>>() {
        return vec![&**shared];
    }
    if let Some(shared) = error.downcast_ref::<Arc<dyn Error>>() {
        return vec![&**shared];
    }
    inspect(error).inner
}

/// Returns the kind of an I/O error. `serde_json` doesn't return the I/O error that it contains as
/// its source.
pub(crate) fn io_error_kind(error: &(dyn Error + 'static)) -> Option<io::ErrorKind> {
    if let Some(io_error) = behind_pointers::<io::Error>(error) {
        return Some(io_error.kind());
    }
    let json_error = error.downcast_ref::<serde_json::Error>()?;
    json_error.io_error_kind()
}
