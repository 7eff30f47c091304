//! Facts, the static properties of codes, and the table of all facts. All views of a catalog
//! iterate over [`FACTS`].

use super::def::Entry;
use super::error_def::{Caller, Fact, find};
use super::field_def::FieldDef;
use super::foreign::ClassifyRule;
use super::part::Part;
use crate::text::template::Template;
use crate::vocabulary::duration::{human, millis};
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::RetryStrategy;
use Visibility::{Document, Json};
use std::borrow::Cow;
use std::time::Duration;

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
    /// Returns the value of this fact in a declaration, or `None` if the declaration omits it.
    pub value: fn(&Entry) -> Option<FactValue>,
    /// The label in terminal output.
    pub label: &'static str,
    /// The outputs that include the fact.
    pub visibility: Visibility,
    /// Formats the value for people. By default, the value is printed as is. An empty string omits
    /// the fact.
    describe: fn(&str, Lookup<'_>) -> String,
}

impl FactValue {
    /// Formats the value for people: a line for each context field or rule, and one line for any
    /// other value.
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
    /// Formats the fact as lines for people to read. Returns no lines if the declaration doesn't
    /// state the fact.
    ///
    /// `values` returns the values of a fact by its name: one for each context field or rule, and
    /// at most one for any other fact. The lines don't include the meaning of an exit code, because
    /// it depends on the program.
    pub fn lines(&self, values: &dyn Fn(&str) -> Vec<String>) -> Vec<String> {
        let mut lines = Vec::new();
        for value in values(self.name) {
            let line = (self.describe)(&value, &|name| values(name).into_iter().next());
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// Creates a fact that is printed as is, labeled with its name, and visible everywhere.
    const fn new(name: &'static str, value: fn(&Entry) -> Option<FactValue>) -> Self {
        Self {
            name,
            value,
            label: name,
            visibility: Visibility::Text,
            describe: |value, _| value.to_owned(),
        }
    }

    const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    const fn visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    const fn describe(self, describe: fn(&str, Lookup<'_>) -> String) -> Self {
        Self { describe, ..self }
    }
}

fn text(value: Option<&'static str>) -> Option<FactValue> {
    Some(FactValue::Text(value?.into()))
}

fn texts(values: &'static [&'static str]) -> Option<FactValue> {
    (!values.is_empty()).then_some(FactValue::Texts(values))
}

fn part(entry: &Entry, kind: Part) -> Option<FactValue> {
    let template = entry.def.template(kind)?;
    Some(FactValue::Template(template))
}

fn number(value: Option<impl Into<i64>>) -> Option<FactValue> {
    Some(FactValue::Number(value?.into()))
}

fn hint(entry: &Entry, caller: Caller) -> Option<FactValue> {
    let mut hints = entry.def.hints();
    let (_, template) = hints.find(|(of, _)| *of == caller)?;
    Some(FactValue::Template(template))
}

/// Returns the fact with a given name.
pub fn fact(name: &str) -> Option<&'static FactDef> {
    FACTS.iter().find(|fact| fact.name == name)
}

/// All facts, in the order in which they appear in JSON and text.
pub static FACTS: &[FactDef] = &[
    FactDef::new("code", |entry| text(Some(entry.def.code()))).visibility(Json),
    FactDef::new("summary", |entry| text(entry.def.summary())).visibility(Json),
    FactDef::new("description", |entry| text(entry.def.description())).visibility(Json),
    FactDef::new("message", |entry| {
        entry.def.message().map(FactValue::Template)
    }),
    FactDef::new("exit_code", |entry| number(Some(entry.exit_code()))).label("exit"),
    FactDef::new("exit_field", |entry| text(entry.def.exit_field()))
        .label("exit")
        .describe(exit_field),
    FactDef::new("detail", |entry| part(entry, Part::Detail)),
    FactDef::new("suggestion", |entry| part(entry, Part::Suggestion)).label("help"),
    FactDef::new("suggestion_cli", |entry| hint(entry, Caller::Cli)).label("for cli"),
    FactDef::new("suggestion_mcp", |entry| hint(entry, Caller::Mcp)).label("for mcp"),
    FactDef::new("suggestion_http", |entry| hint(entry, Caller::Http)).label("for http"),
    FactDef::new("suggestion_grpc", |entry| hint(entry, Caller::Grpc)).label("for grpc"),
    FactDef::new("fix_required", |entry| part(entry, Part::FixRequired)).label("needs"),
    FactDef::new("fix_command", |entry| part(entry, Part::FixCommand)).label("fix"),
    FactDef::new("check_command", |entry| part(entry, Part::CheckCommand)).label("check"),
    FactDef::new("replacement", |entry| part(entry, Part::Replacement)).label("use"),
    FactDef::new("retryable", |entry| {
        Some(FactValue::Bool(entry.def.is_retryable()))
    })
    .label("retry")
    .describe(retry),
    FactDef::new("retry_after_ms", |entry| {
        number(i64::try_from(millis(entry.def.retry_after()?)).ok())
    })
    .visibility(Json),
    FactDef::new("retry_after_field", |entry| {
        text(entry.def.retry_after_field())
    })
    .visibility(Json),
    FactDef::new("retry_strategy", |entry| {
        text(entry.def.retry_strategy().map(RetryStrategy::as_str))
    })
    .visibility(Json),
    FactDef::new("side_effects", |entry| {
        text(Some(entry.def.side_effects().as_str()))
    })
    .label("effects")
    .describe(explained),
    FactDef::new("phase", |entry| text(Some(entry.def.phase().as_str()))).describe(explained),
    FactDef::new("severity", |entry| {
        text(Some(entry.def.severity().as_str()))
    })
    .describe(explained),
    FactDef::new("status", |entry| number(entry.def.status())),
    FactDef::new("status_field", |entry| text(entry.def.status_field()))
        .label("status")
        .describe(status_field),
    FactDef::new("public", |entry| {
        entry.def.is_public().then_some(FactValue::Bool(true))
    })
    .describe(|_, _| "clients see its values, even if it's a server error".to_owned()),
    FactDef::new("protocol", |entry| number(entry.def.protocol_code()))
        .describe(|code, _| format!("{code}, an error of JSON-RPC itself")),
    FactDef::new("grpc", |entry| {
        text(entry.def.grpc_code().map(GrpcCode::as_str))
    }),
    FactDef::new("actions", |entry| texts(entry.def.actions())).label("try"),
    FactDef::new("actions_field", |entry| text(entry.def.actions_field()))
        .label("try")
        .describe(|field, _| format!("what `{field}` lists")),
    FactDef::new("body_field", |entry| text(entry.def.body_field()))
        .label("body")
        .describe(|field, _| format!("the output in `{field}`")),
    FactDef::new("optional", |entry| {
        texts(find!(entry.def, Fact::Optional(facts) => facts, &[]))
    })
    .visibility(Json),
    FactDef::new("instance", |entry| part(entry, Part::Instance)),
    FactDef::new("context", |entry| {
        entry
            .def
            .fields()
            .next()
            .map(|_| FactValue::Fields(entry.def.fields().collect()))
    }),
    FactDef::new("classify", |entry| {
        entry
            .def
            .rules()
            .first()
            .map(|_| FactValue::Rules(entry.def.rules()))
    })
    .label("covers"),
    FactDef::new("deprecated", |entry| {
        text(find!(entry.def, Fact::Deprecated(instead) => instead))
    }),
    FactDef::new("docs_url", |entry| entry.docs_url().map(FactValue::Text)).label("docs"),
    FactDef::new("declared_by", |entry| {
        Some(FactValue::Text(entry.path().into()))
    })
    .label("declared"),
    FactDef::new("http_status", |entry| number(Some(entry.def.http_status()))).visibility(Document),
];

/// Looks up another fact of the same declaration, as formatted for people.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

fn retry(retryable: &str, fact: Lookup<'_>) -> String {
    if retryable != "true" {
        return why_not_retry(fact).to_owned();
    }
    let wait = described_wait(fact);
    let growth = match fact("retry_strategy").as_deref() {
        Some("immediate") => "; without a pause",
        Some("linear_backoff") => "; with the same pause each time",
        Some("exponential_backoff") => "; double the pause each time",
        _ => "",
    };
    format!("yes; the same call may succeed later{wait}{growth}")
}

fn why_not_retry(fact: Lookup<'_>) -> &'static str {
    match fact("side_effects").as_deref() {
        None | Some("none") => "no; change something before the next call",
        Some(_) => "no",
    }
}

fn described_wait(fact: Lookup<'_>) -> String {
    let declared = fact("retry_after_ms");
    if let Some(millis) = declared.and_then(|text| text.parse().ok()) {
        return format!("; wait {}", human(Duration::from_millis(millis)));
    }
    match fact("retry_after_field") {
        Some(_) => "; wait as long as the error says".to_owned(),
        None => String::new(),
    }
}

fn exit_field(field: &str, fact: Lookup<'_>) -> String {
    let otherwise = fact("exit_code").unwrap_or_else(|| "1".to_owned());
    format!("varies: the value of `{field}`; {otherwise} if that is no exit code from 1 to 255")
}

fn status_field(field: &str, fact: Lookup<'_>) -> String {
    let otherwise = fact("http_status").unwrap_or_else(|| "500".to_owned());
    format!("the value of `{field}`; {otherwise} if that is no status from 400 to 599")
}

/// Explains a side effect, a phase or a severity. Omits the default severity.
fn explained(word: &str, _: Lookup<'_>) -> String {
    let explanation = match word {
        "none" => "none; nothing was changed",
        "partial" => "partial; some of the work may be done, so look before the next call",
        "complete" => "complete; the work is done, so do not repeat it",
        "unknown" => "unknown; the work may be done, so check before the next call",
        "validation" => "validation, before anything was done",
        "execution" => "execution, while the work was done",
        "cleanup" => "cleanup, after the work was done",
        "warning" => "warning, not a failure",
        "critical" => "critical; a person has to look",
        "error" => "",
        unknown => unknown,
    };
    explanation.to_owned()
}
