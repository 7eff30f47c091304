//! `errors list`: the codes of a program.

use super::Entry;
use crate::definition::def::ErrorDef;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Which codes are listed; by default all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those with this exit code.
    pub exit: Option<u8>,
    /// Only those that may be repeated.
    pub retryable: bool,
    /// Only those that start with this, in any case.
    pub prefix: Option<String>,
}

impl Filter {
    pub(super) fn accepts(&self, def: &ErrorDef) -> bool {
        self.exit.is_none_or(|exit| exit == def.exit)
            && (def.retryable || !self.retryable)
            && self.prefix.as_ref().is_none_or(|prefix| has_prefix(def.code, prefix))
    }
}

/// Whether a code starts with a prefix, in any case.
fn has_prefix(code: &str, prefix: &str) -> bool {
    code.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// A list of codes: as JSON every fact of each, as text a table.
#[derive(Clone, Debug)]
pub struct List {
    pub(super) entries: Vec<Entry>,
}

impl List {
    /// The codes, sorted.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// The table for a person.
    #[cfg(feature = "terminal")]
    pub fn text(&self, screen: crate::text::style::Screen) -> String {
        use super::page::table;
        if self.entries.is_empty() {
            return "No code matches.\n".to_owned();
        }
        let rows = self.entries.iter().map(|Entry { def, .. }| {
            let retry = if def.retryable { "yes" } else { "no" };
            let message = || def.message.map(|message| message.to_string());
            let summary = def.summary.map(str::to_owned).or_else(message).unwrap_or_default();
            vec![def.code.to_owned(), def.exit.to_string(), retry.to_owned(), summary]
        });
        table(&["CODE", "EXIT", "RETRY", "SUMMARY"], rows.collect(), screen)
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Serialize for List {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("errors", &self.entries)?;
        map.end()
    }
}
