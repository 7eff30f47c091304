//! Metadata about facts, the static properties of codes.

use super::entry::Entry;
use super::fact_text::FactSource;
use super::field_def::FieldDef;
use super::part::Part;
use super::rule::ClassifyRule;
use crate::text::template::Template;
use std::borrow::Cow;

/// A static value, such as an exit code, or a template that a code declares for a fact.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FactValue {
    /// A string, which may be limited to a fixed set.
    Text(Cow<'static, str>),
    /// A string with placeholders for fields.
    Template(Template<'static>),
    /// An integer.
    Number(i64),
    /// A Boolean.
    Bool(bool),
    /// A list of strings.
    Texts(&'static [&'static str]),
    /// The context fields.
    Fields(Vec<FieldDef>),
    /// The classification rules that assign the code to foreign errors.
    Rules(&'static [ClassifyRule]),
}

/// The section of a page that a fact appears in. Sections appear in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// The meaning of the code and the outcome of the call.
    Meaning,
    /// What the caller can do.
    Advice,
    /// The circumstances of the error and its severity.
    Circumstances,
    /// The context fields, and the foreign errors that the code is assigned to.
    Contents,
    /// Documentation links and the history of the code.
    Origin,
}

/// The outputs that include a fact. Each variant includes the outputs of the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Visibility {
    /// The catalog document only.
    Document,
    /// JSON output, such as that of `errors explain` and the catalog of an MCP server.
    Json,
    /// The text output of `errors explain` and the docs page of the code.
    Text,
}

/// A fact: a static property of a code, such as its exit code or summary.
#[derive(Debug)]
#[non_exhaustive]
pub struct FactDef {
    /// The key in JSON.
    pub name: &'static str,
    /// Returns the value for a declaration, or `None` if the declaration doesn't have the fact.
    pub value: fn(&Entry) -> Option<FactValue>,
    /// The label in terminal output.
    pub label: &'static str,
    /// The section that the fact appears in.
    pub section: Section,
    /// The outputs that include the fact.
    pub visibility: Visibility,
    /// Formats the fact as zero or more lines for people. By default, the value is printed as is.
    pub(crate) describe: Option<fn(&dyn FactSource) -> Vec<String>>,
}

impl FactValue {
    /// Formats the value for people: a line for each context field or rule, and one line for any other value.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Self::Fields(fields) => fields.iter().map(FieldDef::line).collect(),
            Self::Rules(rules) => rules.iter().map(ToString::to_string).collect(),
            Self::Text(text) => vec![text.to_string()],
            Self::Template(template) => vec![template.to_string()],
            Self::Number(number) => vec![number.to_string()],
            Self::Bool(value) => vec![value.to_string()],
            Self::Texts(texts) => vec![texts.join(", ")],
        }
    }
}

impl FactDef {
    /// Formats the fact as zero or more lines for people to read. The meaning of the exit code depends on the
    /// program, and isn't included.
    pub fn lines(&self, declared: &dyn FactSource) -> Vec<String> {
        match self.describe {
            Some(describe) => describe(declared),
            None => declared.fact(self.name),
        }
    }

    /// Creates a fact that is printed as is. By default, its label is its name, and it appears in JSON output, `errors
    /// explain` and docs pages.
    pub(super) const fn new(name: &'static str, section: Section, value: fn(&Entry) -> Option<FactValue>) -> Self {
        Self { name, value, label: name, section, visibility: Visibility::Text, describe: None }
    }

    pub(super) const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    pub(super) const fn visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    pub(super) const fn describe(self, describe: fn(&dyn FactSource) -> Vec<String>) -> Self {
        Self { describe: Some(describe), ..self }
    }
}

pub(super) fn text(text: Option<&'static str>) -> Option<FactValue> {
    text.map(|text| FactValue::Text(text.into()))
}

pub(super) fn texts(texts: &'static [&'static str]) -> Option<FactValue> {
    (!texts.is_empty()).then_some(FactValue::Texts(texts))
}

pub(super) fn part(entry: &Entry, part: Part) -> Option<FactValue> {
    entry.def.template(part).map(FactValue::Template)
}

pub(super) fn number(number: Option<impl Into<i64>>) -> Option<FactValue> {
    number.map(|number| FactValue::Number(number.into()))
}
