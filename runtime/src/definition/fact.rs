//! Metadata about facts, the static properties of codes.

use super::entry::Entry;
use super::fact_text::FactSource;
use super::field_def::FieldDef;
use super::rule::ClassifyRule;
use crate::text::template::Template;
use std::borrow::Cow;

/// The value of a fact.
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

/// The JSON type of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactType {
    /// A non-empty string.
    Text,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An integer in this range, inclusive.
    Integer(i64, i64),
    /// A Boolean.
    Boolean,
    /// An array of strings.
    Texts,
    /// An array of field definitions.
    Fields,
    /// An array of classification rules.
    Rules,
}

/// How changing a fact affects callers that rely on the code. Determines whether a change is breaking, additive or
/// cosmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactClass {
    /// The fact identifies the code. A different value means a different code.
    Identity,
    /// Programs branch on the fact. Any change is breaking.
    Behavior,
    /// Callers use the value if it's present. Removing the value is breaking, adding one is additive, and changing it
    /// is cosmetic.
    Promise,
    /// Callers choose one of several values. Removing a value is breaking; adding one is additive.
    Choice,
    /// Callers rely on the fact's presence. Removing the fact is breaking, adding it is additive, and rewording it is
    /// cosmetic.
    Presence,
    /// The fact is the name of a field that contains a value at run time. Adding it is breaking, removing it is
    /// additive, and renaming the field is cosmetic.
    Variable,
    /// Turning a warning into a failure, or a failure into a warning, is breaking. Any other change is cosmetic.
    Severity,
    /// The fact announces a change. Adding it is additive; any other change is cosmetic.
    Notice,
    /// Only people read the fact. Any change is cosmetic.
    Wording,
    /// The fact consists of context fields, which are compared one by one.
    Parts,
    /// The fact isn't compared. It's derived from other facts or the source location, or it's part of another fact.
    Derived,
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

/// How an error response represents a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResponseForm {
    /// As a string, if present.
    Text,
    /// As a Boolean or as one of a fixed set of strings. Omitted if the value is the default. For facts of the class
    /// [`FactClass::Behavior`], the value is always the declared one.
    Value {
        /// The default value, which responses omit.
        implied: Option<&'static str>,
    },
    /// As a number of milliseconds, if present.
    Wait,
    /// As a URI reference, if present.
    UriReference,
    /// As a list of strings, omitted if empty.
    Texts,
}

/// A fact: a static property of a code, such as its exit code or summary.
#[derive(Debug)]
#[non_exhaustive]
pub struct FactDef {
    /// The key in JSON.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Returns the value for a declaration, or `None` if the declaration doesn't have the fact.
    pub value: fn(&Entry) -> Option<FactValue>,
    /// The JSON type of the value.
    pub ty: FactType,
    /// Whether every declaration has the fact.
    pub always: bool,
    /// How changing the fact affects callers.
    pub class: FactClass,
    /// The label in terminal output.
    pub label: &'static str,
    pub(crate) title: Option<&'static str>,
    /// The section that the fact appears in.
    pub section: Section,
    /// The outputs that include the fact.
    pub visibility: Visibility,
    /// Formats the fact as zero or more lines for people. By default, the value is printed as is.
    pub(crate) describe: Option<fn(&dyn FactSource) -> Vec<String>>,
    /// How error responses represent the fact, or `None` if they don't include it.
    pub response_form: Option<ResponseForm>,
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

impl FactClass {
    /// Whether lock files store the fact itself.
    pub const fn is_locked(self) -> bool {
        !matches!(self, Self::Identity | Self::Parts | Self::Derived)
    }
}

impl FactDef {
    /// Returns the label on a docs page, such as `Exit code`.
    pub fn title(&self) -> String {
        let words = self.name.replace('_', " ");
        self.title.map_or_else(|| words[..1].to_uppercase() + &words[1..], str::to_owned)
    }

    /// Formats the fact as zero or more lines for people to read. The meaning of the exit code depends on the
    /// program, and isn't included.
    pub fn lines(&self, declared: &dyn FactSource) -> Vec<String> {
        match self.describe {
            Some(describe) => describe(declared),
            None => declared.fact(self.name),
        }
    }

    /// Creates a string fact that is printed as is. By default, it appears in JSON output, `errors explain` and docs
    /// pages.
    pub(super) const fn text(name: &'static str, about: &'static str, value: fn(&Entry) -> Option<FactValue>) -> Self {
        Self {
            name,
            about,
            value,
            ty: FactType::Text,
            always: false,
            class: FactClass::Wording,
            label: name,
            title: None,
            section: Section::Meaning,
            visibility: Visibility::Text,
            describe: None,
            response_form: None,
        }
    }
}

/// Converts an optional string to a fact value.
pub(super) fn text(text: Option<&'static str>) -> Option<FactValue> {
    text.map(|text| FactValue::Text(text.into()))
}

/// Converts an optional template to a fact value.
pub(super) fn template(template: Option<Template<'static>>) -> Option<FactValue> {
    template.map(FactValue::Template)
}

/// Converts an optional number to a fact value.
pub(super) fn number(number: Option<impl Into<i64>>) -> Option<FactValue> {
    number.map(|number| FactValue::Number(number.into()))
}
