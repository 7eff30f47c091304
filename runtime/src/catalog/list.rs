//! `errors list`: a table of a program's codes.

use super::table::table;
use crate::definition::entry::Entry;
use crate::definition::facts::{FACTS, FactDef, FactValue, Visibility, fact};
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::text::order::sort_by_key;
use crate::text::style::Terminal;

/// Selects the codes to list. The default selects all codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Selects codes with this exit code.
    pub exit: Option<u8>,
    /// Selects retryable codes only.
    pub retryable: bool,
    /// Selects codes that start with this prefix, ignoring case.
    pub prefix: Option<String>,
    /// Selects codes of the program and its libraries only, without this crate's codes.
    pub own: bool,
}

impl Filter {
    pub(super) fn accepts(&self, entry: &Entry) -> bool {
        let prefix = self.prefix.as_deref().unwrap_or_default();
        self.exit.is_none_or(|exit| exit == entry.exit_code())
            && !(self.own && entry.is_of_this_crate())
            && (entry.def.is_retryable() || !self.retryable)
            && entry.def.code().get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    }
}

/// The properties to list for each code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fields {
    /// The code, the exit code, the summary, and whether the code is retryable. JSON output omits `retryable` if it's
    /// false.
    #[default]
    Lean,
    /// All properties.
    All,
    /// The code, followed by the properties with these names. For valid names, see [`FACTS`].
    Named(Vec<String>),
}

impl Fields {
    /// Returns the properties to list, sorted so that the code comes first and prose comes last.
    fn facts(&self) -> Vec<&'static FactDef> {
        let mut facts: Vec<&FactDef> = match self {
            Self::Lean => ["code", "exit_code", "retryable", "summary"].into_iter().filter_map(fact).collect(),
            Self::All => return FACTS.iter().filter(|fact| fact.visibility >= Visibility::Json).collect(),
            Self::Named(names) => {
                std::iter::once("code").chain(names.iter().map(String::as_str)).filter_map(fact).collect()
            }
        };
        sort_by_key(&mut facts, |fact| (fact.name != "code", PROSE.contains(&fact.name)));
        facts.dedup_by_key(|fact| fact.name);
        facts
    }
}

const PROSE: [&str; 5] = ["summary", "description", "message", "detail", "docs_url"];

const HEADING: &str = "Codes that agent-error adds:";

/// A list of codes: first the program's codes, then this crate's codes. It implements `Serialize`, and formats itself
/// as a table for people.
#[derive(Clone, Debug)]
pub struct List {
    entries: Vec<Entry>,
    fields: Fields,
}

impl List {
    /// Creates a list of entries, which must be in display order.
    pub(super) fn of(entries: Vec<Entry>) -> Self {
        Self { entries, fields: Fields::Lean }
    }

    /// Sets the properties to list.
    #[must_use]
    pub fn with_fields(mut self, fields: &Fields) -> Self {
        self.fields = fields.clone();
        self
    }

    /// Returns the codes in display order: first the program's codes, then this crate's codes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Formats the list as a table. This crate's codes are in a second table.
    pub fn text(&self, terminal: Terminal) -> String {
        let (ours, own): (Vec<&Entry>, Vec<&Entry>) = self.entries.iter().partition(|entry| entry.is_of_this_crate());
        match (own.is_empty(), ours.is_empty()) {
            (true, true) => "No matching codes.\n".to_owned(),
            (false, true) => self.table(&own, terminal),
            (true, false) => format!("{HEADING}\n\n{}", self.table(&ours, terminal)),
            (false, false) => {
                format!("{}\n{HEADING}\n\n{}", self.table(&own, terminal), self.table(&ours, terminal))
            }
        }
    }

    fn table(&self, entries: &[&Entry], terminal: Terminal) -> String {
        let facts = self.fields.facts();
        let header: Vec<String> = facts.iter().map(|fact| fact.label.to_ascii_uppercase()).collect();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let rows = entries.iter().map(|entry| facts.iter().map(|fact| cell(fact, entry)).collect());
        table(&header, rows.collect(), terminal)
    }

    fn row(&self, entry: &Entry, facts: &[&FactDef]) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        for fact in facts {
            match (fact.value)(entry) {
                Some(FactValue::Bool(false)) if self.fields == Fields::Lean => {}
                value => object.some(fact.name, value),
            }
        }
        if !matches!(self.fields, Fields::Named(_)) && entry.is_of_this_crate() {
            object.member("origin", entry.ty.origin);
        }
        object
    }
}

serialize_view!(List);

impl From<&List> for JsonView<'_> {
    fn from(list: &List) -> Self {
        let facts = list.fields.facts();
        let mut object = ObjectView::default();
        object.member("errors", Self::list(list.entries.iter().map(|entry| list.row(entry, &facts))));
        Self::Object(object)
    }
}

/// Formats a property as a table cell. If a code has no summary, its message appears in the summary column.
fn cell(fact: &FactDef, entry: &Entry) -> String {
    let value = match (fact.value)(entry) {
        None if fact.name == "summary" => entry.def.message().map(FactValue::Template),
        value => value,
    };
    match value {
        Some(FactValue::Bool(true)) => "yes".to_owned(),
        Some(FactValue::Bool(false)) => "no".to_owned(),
        Some(FactValue::Fields(fields)) => fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", "),
        Some(value) => value.lines().join(", "),
        None => String::new(),
    }
}
