//! The table of all facts, the static properties of codes.
//!
//! `errors list`, `errors explain`, the catalog document and the catalogs of MCP servers iterate over [`FACTS`]. To add a
//! fact, add a variant to the `Fact` of `error_def.rs`, a row to this table, and a row to the table of
//! `agent-error-tooling`, which sets the JSON type and the class of changes.

use super::entry::Entry;
use super::error_def::RetryAfter;
use super::fact::Section::{Advice, Circumstances, Contents, Meaning, Origin};
use super::fact::Visibility::{Document, Json};
use super::fact::{FactDef, FactValue, number, part, text, texts};
use super::fact_text::{self, FactSource};
use super::part::Part;
use crate::vocabulary::duration::millis;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::RetryStrategy;

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
