//! The table of all facts, the static properties of codes.
//!
//! `errors list`, `errors explain`, the catalog document and the catalogs of MCP servers iterate over [`FACTS`]. To add a
//! fact, add a variant to the `Fact` of `error_def.rs`, a row to this table, and a row to the table of
//! `agent-error-tooling`, which sets the JSON type and the class of changes.

use super::entry::Entry;
use super::error_def::RetryAfter;
use super::fact::{FactDef, FactValue, Section, Visibility, number, part, text};
use super::fact_text::{self, FactSource};
use super::field_def::FieldDef;
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
    FactDef { visibility: Visibility::Json, ..FactDef::new("code", |entry| text(Some(entry.def.code()))) },
    FactDef { visibility: Visibility::Json, ..FactDef::new("summary", |entry| text(entry.def.summary())) },
    FactDef { visibility: Visibility::Json, ..FactDef::new("description", |entry| text(entry.def.description())) },
    FactDef { ..FactDef::new("message", |entry| entry.def.message().map(FactValue::Template)) },
    FactDef { label: "exit", ..FactDef::new("exit_code", |entry| number(Some(entry.exit_code()))) },
    FactDef { section: Section::Advice, ..FactDef::new("detail", |entry| part(entry, Part::Detail)) },
    FactDef {
        label: "help",
        section: Section::Advice,
        ..FactDef::new("suggestion", |entry| part(entry, Part::Suggestion))
    },
    FactDef {
        label: "needs",
        section: Section::Advice,
        ..FactDef::new("fix_required", |entry| part(entry, Part::FixRequired))
    },
    FactDef {
        label: "fix",
        section: Section::Advice,
        ..FactDef::new("fix_command", |entry| part(entry, Part::FixCommand))
    },
    FactDef {
        label: "check",
        section: Section::Advice,
        ..FactDef::new("check_command", |entry| part(entry, Part::CheckCommand))
    },
    FactDef {
        label: "use",
        section: Section::Advice,
        ..FactDef::new("replacement", |entry| part(entry, Part::Replacement))
    },
    FactDef {
        label: "retry",
        describe: Some(fact_text::retry),
        ..FactDef::new("retryable", |entry| Some(FactValue::Bool(entry.def.is_retryable())))
    },
    FactDef {
        visibility: Visibility::Json,
        ..FactDef::new("retry_after_ms", |entry| match entry.def.retry_after() {
            Some(RetryAfter::Fixed(wait)) => number(Some(i64::try_from(millis(wait)).unwrap_or(i64::MAX))),
            Some(RetryAfter::Field(_)) | None => None,
        })
    },
    FactDef {
        visibility: Visibility::Json,
        ..FactDef::new("retry_after_field", |entry| match entry.def.retry_after() {
            Some(RetryAfter::Field(field)) => text(Some(field)),
            Some(RetryAfter::Fixed(_)) | None => None,
        })
    },
    FactDef {
        visibility: Visibility::Json,
        ..FactDef::new("retry_strategy", |entry| text(entry.def.retry_strategy().map(RetryStrategy::as_str)))
    },
    FactDef {
        label: "effects",
        section: Section::Circumstances,
        describe: Some(fact_text::side_effects),
        ..FactDef::new("side_effects", |entry| text(Some(entry.def.side_effects().as_str())))
    },
    FactDef {
        section: Section::Circumstances,
        describe: Some(fact_text::phase),
        ..FactDef::new("phase", |entry| text(Some(entry.def.phase().as_str())))
    },
    FactDef {
        section: Section::Circumstances,
        describe: Some(fact_text::severity),
        ..FactDef::new("severity", |entry| text(Some(entry.def.severity().as_str())))
    },
    FactDef {
        label: "status",
        section: Section::Circumstances,
        ..FactDef::new("status", |entry| number(entry.def.status()))
    },
    FactDef {
        label: "status",
        section: Section::Circumstances,
        describe: Some(fact_text::status_field),
        ..FactDef::new("status_field", |entry| text(entry.def.status_field()))
    },
    FactDef {
        section: Section::Circumstances,
        describe: Some(fact_text::protocol),
        ..FactDef::new("protocol", |entry| number(entry.def.protocol_code()))
    },
    FactDef {
        section: Section::Circumstances,
        ..FactDef::new("grpc", |entry| text(entry.def.grpc_code().map(GrpcCode::as_str)))
    },
    FactDef {
        label: "instead",
        section: Section::Advice,
        ..FactDef::new("actions", |entry| {
            let actions = entry.def.actions();
            (!actions.is_empty()).then_some(FactValue::Texts(actions))
        })
    },
    FactDef {
        label: "instead",
        section: Section::Advice,
        describe: Some(fact_text::actions_field),
        ..FactDef::new("actions_field", |entry| text(entry.def.actions_field()))
    },
    FactDef {
        label: "body",
        section: Section::Contents,
        describe: Some(fact_text::body_field),
        ..FactDef::new("body_field", |entry| text(entry.def.body_field()))
    },
    FactDef {
        visibility: Visibility::Json,
        section: Section::Contents,
        ..FactDef::new("optional", |entry| {
            let facts = entry.def.optional();
            (!facts.is_empty()).then_some(FactValue::Texts(facts))
        })
    },
    FactDef { section: Section::Contents, ..FactDef::new("instance", |entry| part(entry, Part::Instance)) },
    FactDef {
        section: Section::Contents,
        ..FactDef::new("context", |entry| {
            let fields: Vec<FieldDef> = entry.def.fields().collect();
            (!fields.is_empty()).then_some(FactValue::Fields(fields))
        })
    },
    FactDef {
        label: "covers",
        section: Section::Contents,
        ..FactDef::new("classify", |entry| {
            let rules = entry.def.rules();
            (!rules.is_empty()).then_some(FactValue::Rules(rules))
        })
    },
    FactDef { section: Section::Origin, ..FactDef::new("deprecated", |entry| text(entry.def.deprecated())) },
    FactDef {
        label: "docs",
        section: Section::Origin,
        ..FactDef::new("docs_url", |entry| entry.docs_url().map(FactValue::Text))
    },
    FactDef {
        label: "declared",
        section: Section::Origin,
        ..FactDef::new("declared_by", |entry| Some(FactValue::Text(entry.path().into())))
    },
    FactDef {
        visibility: Visibility::Document,
        ..FactDef::new("http_status", |entry| number(Some(entry.def.http_status())))
    },
];
