//! Facts, the static properties of codes, and the table of all facts.
//!
//! `errors list`, `errors explain`, the catalog document and the catalogs of MCP servers iterate over [`FACTS`]. To add a
//! fact, add a variant to the `Fact` of `error_def.rs`, a row to this table, and a row to the table of
//! `agent-error-tooling`, which sets the JSON type and the class of changes.

use super::entry::Entry;
use super::error_def::RetryAfter;
use super::fact_text::{self, FactSource};
use super::field_def::FieldDef;
use super::part::Part;
use super::rule::ClassifyRule;
use crate::text::template::Template;
use crate::vocabulary::duration::millis;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::RetryStrategy;
use Section::{Advice, Circumstances, Contents, Meaning, Origin};
use Visibility::{Document, Json};
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
    /// Formats the fact for people. By default, the value is printed as is.
    pub(crate) describe: Option<fn(&dyn FactSource) -> Option<String>>,
}

impl FactValue {
    /// Formats the value for people: a line for each context field or rule, and one line for any other value.
    pub(crate) fn lines(&self) -> Vec<String> {
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
            Some(describe) => describe(declared).into_iter().collect(),
            None => declared.fact(self.name),
        }
    }

    /// Creates a fact that is printed as is. By default, its label is its name, and it appears in JSON output, `errors
    /// explain` and docs pages.
    const fn new(name: &'static str, section: Section, value: fn(&Entry) -> Option<FactValue>) -> Self {
        Self { name, value, label: name, section, visibility: Visibility::Text, describe: None }
    }

    const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    const fn visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    const fn describe(self, describe: fn(&dyn FactSource) -> Option<String>) -> Self {
        Self { describe: Some(describe), ..self }
    }
}

fn text(text: Option<&'static str>) -> Option<FactValue> {
    text.map(|text| FactValue::Text(text.into()))
}

fn texts(texts: &'static [&'static str]) -> Option<FactValue> {
    (!texts.is_empty()).then_some(FactValue::Texts(texts))
}

fn part(entry: &Entry, part: Part) -> Option<FactValue> {
    entry.def.template(part).map(FactValue::Template)
}

fn number(number: Option<impl Into<i64>>) -> Option<FactValue> {
    number.map(|number| FactValue::Number(number.into()))
}

/// Returns the fact with a given name.
pub fn fact(name: &str) -> Option<&'static FactDef> {
    FACTS.iter().find(|fact| fact.name == name)
}

impl FactSource for Entry {
    fn fact(&self, name: &str) -> Vec<String> {
        fact(name).and_then(|fact| (fact.value)(self)).map_or_else(Vec::new, |value| value.lines())
    }
}

/// All facts, in the order in which they appear in JSON.
pub static FACTS: &[FactDef] = &[
    FactDef::new("code", Meaning, |entry| text(Some(entry.def.code()))).visibility(Json),
    FactDef::new("summary", Meaning, |entry| text(entry.def.summary())).visibility(Json),
    FactDef::new("description", Meaning, |entry| text(entry.def.description())).visibility(Json),
    FactDef::new("message", Meaning, |entry| entry.def.message().map(FactValue::Template)),
    FactDef::new("exit_code", Meaning, |entry| number(Some(entry.exit_code()))).label("exit"),
    FactDef::new("detail", Advice, |entry| part(entry, Part::Detail)),
    FactDef::new("suggestion", Advice, |entry| part(entry, Part::Suggestion)).label("help"),
    FactDef::new("fix_required", Advice, |entry| part(entry, Part::FixRequired)).label("needs"),
    FactDef::new("fix_command", Advice, |entry| part(entry, Part::FixCommand)).label("fix"),
    FactDef::new("check_command", Advice, |entry| part(entry, Part::CheckCommand)).label("check"),
    FactDef::new("replacement", Advice, |entry| part(entry, Part::Replacement)).label("use"),
    FactDef::new("retryable", Meaning, |entry| Some(FactValue::Bool(entry.def.is_retryable())))
        .label("retry")
        .describe(fact_text::retry),
    FactDef::new("retry_after_ms", Meaning, |entry| match entry.def.retry_after()? {
        RetryAfter::Fixed(wait) => number(Some(i64::try_from(millis(wait)).unwrap_or(i64::MAX))),
        RetryAfter::Field(_) => None,
    })
    .visibility(Json),
    FactDef::new("retry_after_field", Meaning, |entry| match entry.def.retry_after()? {
        RetryAfter::Field(field) => text(Some(field)),
        RetryAfter::Fixed(_) => None,
    })
    .visibility(Json),
    FactDef::new("retry_strategy", Meaning, |entry| text(entry.def.retry_strategy().map(RetryStrategy::as_str)))
        .visibility(Json),
    FactDef::new("side_effects", Circumstances, |entry| text(Some(entry.def.side_effects().as_str())))
        .label("effects")
        .describe(fact_text::side_effects),
    FactDef::new("phase", Circumstances, |entry| text(Some(entry.def.phase().as_str()))).describe(fact_text::phase),
    FactDef::new("severity", Circumstances, |entry| text(Some(entry.def.severity().as_str())))
        .describe(fact_text::severity),
    FactDef::new("status", Circumstances, |entry| number(entry.def.status())),
    FactDef::new("status_field", Circumstances, |entry| text(entry.def.status_field()))
        .label("status")
        .describe(fact_text::status_field),
    FactDef::new("protocol", Circumstances, |entry| number(entry.def.protocol_code())).describe(fact_text::protocol),
    FactDef::new("grpc", Circumstances, |entry| text(entry.def.grpc_code().map(GrpcCode::as_str))),
    FactDef::new("actions", Advice, |entry| texts(entry.def.actions())).label("instead"),
    FactDef::new("actions_field", Advice, |entry| text(entry.def.actions_field()))
        .label("instead")
        .describe(fact_text::actions_field),
    FactDef::new("body_field", Contents, |entry| text(entry.def.body_field()))
        .label("body")
        .describe(fact_text::body_field),
    FactDef::new("optional", Contents, |entry| texts(entry.def.optional())).visibility(Json),
    FactDef::new("instance", Contents, |entry| part(entry, Part::Instance)),
    FactDef::new("context", Contents, |entry| {
        entry.def.fields().next().map(|_| FactValue::Fields(entry.def.fields().collect()))
    }),
    FactDef::new("classify", Contents, |entry| entry.def.rules().first().map(|_| FactValue::Rules(entry.def.rules())))
        .label("covers"),
    FactDef::new("deprecated", Origin, |entry| text(entry.def.deprecated())),
    FactDef::new("docs_url", Origin, |entry| entry.docs_url().map(FactValue::Text)).label("docs"),
    FactDef::new("declared_by", Origin, |entry| Some(FactValue::Text(entry.path().into()))).label("declared"),
    FactDef::new("http_status", Meaning, |entry| number(Some(entry.def.http_status()))).visibility(Document),
];
