//! The description of a static fact.

use super::entry::Entry;
use super::field_def::FieldDef;
use super::reading::Declared;
use super::rule::Rule;
use crate::text::template::Template;
use serde_json::Value;
use std::borrow::Cow;

/// The value of a fact in a view.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FactValue {
    /// A text, or a word of a fixed set.
    Text(Cow<'static, str>),
    /// A text with placeholders for fields.
    Template(Template<'static>),
    /// A whole number.
    Number(i64),
    /// True or false.
    Bool(bool),
    /// Several texts.
    Texts(&'static [&'static str]),
    /// The fields of the context.
    Fields(&'static [FieldDef]),
    /// The foreign errors that get the code.
    Rules(&'static [Rule]),
}

/// The JSON type of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactType {
    /// A non-empty string.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// An integer in this range, including both ends.
    Integer(i64, i64),
    /// True or false.
    Boolean,
    /// An array of strings.
    Texts,
    /// An array of fields.
    Fields,
    /// An array of rules.
    Rules,
}

/// The class of a change of a fact, for callers that rely on the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactClass {
    /// It identifies the code: another value is another code.
    Identity,
    /// Programs branch on it: any change is breaking.
    Behavior,
    /// Callers use it if it is present: a new one is additive, any other change is breaking.
    Promise,
    /// Callers choose from it: a removed value is breaking, a new one additive.
    Choice,
    /// Callers rely on its presence: removing it is breaking, adding it additive, rewording it cosmetic.
    Presence,
    /// It lets a value vary between errors: adding it is breaking, removing it additive, another field cosmetic.
    Variable,
    /// A change from a warning to a failure, or the reverse, is breaking; any other change is cosmetic.
    Severity,
    /// It announces a change: a new one is additive, any other change is cosmetic.
    Notice,
    /// People read it: any change is cosmetic.
    Wording,
    /// Its parts are compared one by one: the fields of the context.
    Parts,
    /// It follows from other facts or from the place of the declaration, or it's compared together with other facts.
    Derived,
}

/// The section of a page that shows a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// The meaning of the code, and the end of a call.
    Meaning,
    /// The advice.
    Advice,
    /// The circumstances and the severity.
    Circumstances,
    /// The context, and the foreign errors that get the code.
    Contents,
    /// Further reading, and the history of the code.
    Origin,
}

/// The form in which people read a fact.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// As its value.
    Value,
    /// As part of another fact.
    Elsewhere,
    /// Explained by the program's table of exit codes.
    ExitCode,
    /// In a special form: no line, one, or several.
    Lines(fn(&dyn Declared) -> Vec<String>),
}

/// The views that show a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views(u8);

impl Views {
    /// The lean list of codes.
    pub const LIST: Self = Self(1);
    /// The whole catalog as JSON: `errors explain` and the catalog of an MCP server.
    pub const JSON: Self = Self(2);
    /// `errors explain` for people.
    pub const EXPLAIN: Self = Self(4);
    /// The page about the code.
    pub const PAGE: Self = Self(8);
    /// Schemas and types of failed answers.
    pub const ANSWER: Self = Self(16);
    /// The table of facts in TypeScript.
    pub const TABLE: Self = Self(32);
    /// The exported catalog, which includes all of [`Views::JSON`].
    pub const EXPORT: Self = Self(64);

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether one of the other views is among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The form in which an occurrence carries a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answered {
    /// As a text, if present.
    Text,
    /// As one of its words, except the default; facts that programs branch on always have the declared value.
    Value {
        /// Not in an answer.
        implied: Option<&'static str>,
    },
    /// As a number of milliseconds, if present.
    Wait,
    /// As a URI reference, if present.
    UriReference,
    /// As a list of texts, if not empty.
    Texts,
}

/// One static fact about a code.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fact {
    /// The key on the wire, in every view.
    pub name: &'static str,
    /// A description, in a clause.
    pub about: &'static str,
    /// The value of the fact in a declaration; `None` without one.
    pub value: fn(&Entry) -> Option<FactValue>,
    /// The JSON type of the value.
    pub ty: FactType,
    /// Whether every declaration has it.
    pub always: bool,
    /// The class of its changes.
    pub class: FactClass,
    /// The label in a terminal.
    pub label: &'static str,
    /// The label on a page.
    pub title: &'static str,
    /// The section that shows it.
    pub section: Section,
    /// The views that show it.
    pub views: Views,
    pub(crate) reading: Reading,
    /// The form in an answer, if any.
    pub answered: Option<Answered>,
}

impl FactClass {
    /// Whether a lock file contains the fact directly.
    pub const fn is_locked(self) -> bool {
        !matches!(self, Self::Identity | Self::Parts | Self::Derived)
    }
}

impl Fact {
    /// The lines in which people read the fact of a declaration: none, one or several. None for the exit code, whose
    /// meaning depends on the program.
    pub fn lines(&self, declared: &dyn Declared) -> Vec<String> {
        match self.reading {
            Reading::Elsewhere | Reading::ExitCode => Vec::new(),
            Reading::Lines(lines) => lines(declared),
            Reading::Value => declared.fact(self.name).iter().map(in_words).collect(),
        }
    }

    /// A fact that is a text, shown unchanged, in the catalog as JSON and in `errors explain`.
    pub(super) const fn text(name: &'static str, about: &'static str, value: fn(&Entry) -> Option<FactValue>) -> Self {
        Self {
            name,
            about,
            value,
            ty: FactType::Text,
            always: false,
            class: FactClass::Wording,
            label: name,
            title: name,
            section: Section::Meaning,
            views: Views::JSON.and(Views::EXPLAIN).and(Views::PAGE),
            reading: Reading::Value,
            answered: None,
        }
    }
}

/// The value of a fact that is a string.
pub(super) fn text(text: Option<&'static str>) -> Option<FactValue> {
    text.map(|text| FactValue::Text(text.into()))
}

/// The value of a fact that is a template.
pub(super) fn template(template: Option<Template<'static>>) -> Option<FactValue> {
    template.map(FactValue::Template)
}

/// The value of a fact that is a number.
pub(super) fn number(number: Option<impl Into<i64>>) -> Option<FactValue> {
    number.map(|number| FactValue::Number(number.into()))
}

/// A value as people read it: a string without quotes, a list with commas.
fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(in_words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
