//! `errors explain CODE`: a full description of a code, similar to `rustc --explain`.

use super::Retired;
use super::table::TextPage;
use crate::definition::entry::Entry;
use crate::definition::facts::{FACTS, FactDef, Visibility};
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::registry::exits;
use crate::text::order::sort_by_key;
use crate::text::style::Terminal;

/// A full description of a code. It implements `Serialize`, and `Display` formats it as text for people.
#[derive(Clone, Debug)]
pub struct Explanation(Subject);

#[derive(Clone, Debug)]
enum Subject {
    /// The declarations of a code. A shared code can have more than one.
    Declared(Vec<Entry>),
    Retired(Retired),
}

impl Explanation {
    pub(super) fn of(declarations: &[Entry]) -> Self {
        Self(Subject::Declared(declarations.to_vec()))
    }

    pub(super) fn of_retired(retired: Retired) -> Self {
        Self(Subject::Retired(retired))
    }

    /// Formats the explanation as text.
    pub fn text(&self, terminal: Terminal) -> String {
        match &self.0 {
            Subject::Declared(entries) => {
                entries.first().map_or_else(String::new, |first| sheet(first, entries, terminal))
            }
            Subject::Retired(retired) => {
                let mut sheet = TextPage::titled(retired.def.code, terminal);
                sheet.paragraph("This code is retired. This version no longer uses it.");
                sheet.fact("instead", retired.def.note);
                sheet.fact("declared", Some(retired.ty.path));
                sheet.finish()
            }
        }
    }
}

fn sheet(first: &Entry, entries: &[Entry], terminal: Terminal) -> String {
    let mut sheet = TextPage::titled(first.def.code(), terminal);
    sheet.paragraph(first.def.summary().unwrap_or("This code has no description."));
    if let Some(text) = first.def.description() {
        sheet.paragraph(text);
    }
    let mut facts: Vec<&FactDef> = FACTS.iter().filter(|fact| fact.visibility == Visibility::Text).collect();
    sort_by_key(&mut facts, |fact| fact.section);
    for fact in facts {
        let mut known = Vec::new();
        for line in entries.iter().flat_map(|entry| lines(fact, entry)) {
            if !known.contains(&line) {
                sheet.fact(fact.label, Some(&line));
                known.push(line);
            }
        }
    }
    sheet.finish()
}

serialize_view!(Explanation);

impl From<&Explanation> for JsonView<'_> {
    fn from(explanation: &Explanation) -> Self {
        let entries = match &explanation.0 {
            Subject::Retired(retired) => return Self::Object(retired.view(true)),
            Subject::Declared(entries) => entries,
        };
        let Some((first, others)) = entries.split_first() else { return Self::Object(ObjectView::default()) };
        let mut object = first.view();
        object.unless_empty("also_declared", Self::list(others));
        Self::Object(object)
    }
}

fn lines(fact: &FactDef, entry: &Entry) -> Vec<String> {
    match fact.name {
        "exit_code" => vec![exit_code(entry.exit_code())],
        _ => fact.lines(entry),
    }
}

fn exit_code(exit: u8) -> String {
    match exits::meaning(exit) {
        Some(entry) => format!("{exit} {}: {}", entry.name, entry.description),
        None => format!("{exit}, specific to this program"),
    }
}
