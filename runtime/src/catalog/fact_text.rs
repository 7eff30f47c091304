//! Formats the properties of a code as text.

use crate::definition::entry::Entry;
use crate::definition::fact::{FactDef, FactValue, TextForm, Visibility};
use crate::definition::facts::FACTS;
use crate::registry::exits;
use crate::text::order::sort_by_key;

/// Returns the properties that appear in text output, sorted by section.
pub(crate) fn in_sections() -> Vec<&'static FactDef> {
    let mut facts: Vec<&FactDef> = FACTS.iter().filter(|fact| fact.visibility == Visibility::Text).collect();
    sort_by_key(&mut facts, |fact| fact.section);
    facts
}

/// Formats a property as zero or more lines.
pub(crate) fn lines(fact: &FactDef, entry: &Entry) -> Vec<String> {
    match fact.text_form {
        TextForm::ExitCode => vec![exit_code(entry.exit_code())],
        _ => fact.lines(entry),
    }
}

fn exit_code(exit: u8) -> String {
    match exits::meaning(exit) {
        Some(entry) => format!("{exit} {}: {}", entry.name, entry.description),
        None => format!("{exit}, specific to this program"),
    }
}

/// Formats a property as a table cell. If a code has no summary, its message appears in the summary column.
pub(crate) fn cell(fact: &FactDef, entry: &Entry) -> String {
    let value = match (fact.value)(entry) {
        None if fact.name == "summary" => entry.def.message().map(FactValue::Template),
        value => value,
    };
    match value {
        Some(FactValue::Bool(true)) => "yes".to_owned(),
        Some(FactValue::Bool(false)) => "no".to_owned(),
        Some(value) => text(&value),
        None => String::new(),
    }
}

fn text(value: &FactValue) -> String {
    match value {
        FactValue::Text(text) => text.clone().into_owned(),
        FactValue::Template(template) => template.to_string(),
        FactValue::Number(number) => number.to_string(),
        FactValue::Bool(value) => value.to_string(),
        FactValue::Texts(texts) => texts.join(", "),
        FactValue::Fields(fields) => fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", "),
        FactValue::Rules(rules) => rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// Removes duplicates without changing the order.
pub(crate) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, value| {
        if !known.contains(&value) {
            known.push(value);
        }
        known
    })
}
