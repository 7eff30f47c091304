//! The table of all facts, the static properties of codes.
//!
//! `errors list`, `errors explain`, exports, docs pages, lock files and the catalogs of MCP servers iterate over
//! [`FACTS`]. To add a fact, add a variant to the `Fact` of `error_def.rs` and a row to this table.

use super::entry::Entry;
use super::error_def::RetryAfter;
use super::fact::{
    Fact, FactClass, FactType, FactValue, ResponseForm, Section, TextForm, Views, number, template, text,
};
use super::fact_text::{self, FactSource};
use super::field_def::FieldDef;
use crate::vocabulary::duration::millis;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde_json::Value;

/// Returns the fact with a given name.
pub fn fact(name: &str) -> Option<&'static Fact> {
    FACTS.iter().find(|fact| fact.name == name)
}

impl FactSource for Entry {
    fn fact(&self, name: &str) -> Option<Value> {
        let value = (fact(name)?.value)(self)?;
        Some(match value {
            // A field's JSON view doesn't include its schema, but `document` does.
            FactValue::Fields(fields) => fields.iter().map(FieldDef::document).collect(),
            value => serde_json::json!(value),
        })
    }
}

const PEOPLE: Views = Views::EXPLAIN.and(Views::PAGE);
const JSON: Views = Views::JSON;

/// All facts, in the order in which they appear in JSON.
pub static FACTS: &[Fact] = &[
    Fact {
        class: FactClass::Identity,
        always: true,
        views: JSON.and(Views::LIST).and(PEOPLE),
        text_form: TextForm::Elsewhere,
        ..Fact::text("code", "The stable code. Programs branch on it.", |entry| text(Some(entry.def.code())))
    },
    Fact {
        views: JSON.and(Views::LIST).and(PEOPLE),
        text_form: TextForm::Elsewhere,
        title: "Summary",
        ..Fact::text("summary", "A one-sentence summary.", |entry| text(entry.def.summary()))
    },
    Fact {
        text_form: TextForm::Elsewhere,
        title: "Description",
        ..Fact::text("description", "A longer description, in Markdown.", |entry| text(entry.def.description()))
    },
    Fact {
        title: "Message",
        ..Fact::text("message", "The message template, with fields in braces.", |entry| template(entry.def.message()))
    },
    Fact {
        ty: FactType::Integer(1, 125),
        always: true,
        class: FactClass::Behavior,
        label: "exit",
        title: "Exit code",
        views: JSON.and(Views::LIST).and(PEOPLE),
        text_form: TextForm::ExitCode,
        ..Fact::text("exit_code", "The exit code of a process that fails with this code.", |entry| {
            number(Some(entry.exit_code()))
        })
    },
    Fact {
        title: "Detail",
        section: Section::Advice,
        ..Fact::text("detail", "The reason for the failure, with fields in braces.", |entry| {
            template(entry.def.detail())
        })
    },
    Fact {
        class: FactClass::Presence,
        label: "help",
        title: "Suggestion",
        section: Section::Advice,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::Text),
        ..Fact::text("suggestion", "What the caller can do, with fields in braces.", |entry| {
            template(entry.def.suggestion())
        })
    },
    Fact {
        class: FactClass::Presence,
        label: "needs",
        title: "Fix required",
        section: Section::Advice,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::Text),
        ..Fact::text("fix_required", "What must be corrected before the next call.", |entry| {
            template(entry.def.fix_required())
        })
    },
    Fact {
        class: FactClass::Presence,
        label: "fix",
        title: "Fix command",
        section: Section::Advice,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::Text),
        ..Fact::text("fix_command", "A command that fixes the cause.", |entry| template(entry.def.fix_command()))
    },
    Fact {
        class: FactClass::Presence,
        label: "check",
        title: "Check command",
        section: Section::Advice,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::Text),
        ..Fact::text("check_command", "A read-only command that shows what the failed call did.", |entry| {
            template(entry.def.check_command())
        })
    },
    Fact {
        class: FactClass::Presence,
        label: "use",
        title: "Replacement",
        section: Section::Advice,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::Text),
        ..Fact::text("replacement", "The replacement for what was called.", |entry| template(entry.def.replacement()))
    },
    Fact {
        ty: FactType::Boolean,
        always: true,
        class: FactClass::Behavior,
        label: "retry",
        title: "Retry",
        views: JSON.and(Views::LIST).and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Lines(fact_text::retry),
        response_form: Some(ResponseForm::Value { implied: Some("false") }),
        ..Fact::text("retryable", "Whether the identical call may succeed later.", |entry| {
            Some(FactValue::Bool(entry.def.is_retryable()))
        })
    },
    Fact {
        ty: FactType::Integer(0, i64::MAX),
        class: FactClass::Promise,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Elsewhere,
        response_form: Some(ResponseForm::Wait),
        title: "Wait in milliseconds",
        ..Fact::text("retry_after_ms", "How long to wait before the next call, in milliseconds.", |entry| {
            match entry.def.retry_after() {
                Some(RetryAfter::Fixed(wait)) => number(Some(i64::try_from(millis(wait)).unwrap_or(i64::MAX))),
                Some(RetryAfter::Field(_)) | None => None,
            }
        })
    },
    Fact {
        class: FactClass::Presence,
        views: JSON.and(PEOPLE),
        text_form: TextForm::Elsewhere,
        title: "Field with the wait",
        ..Fact::text("retry_after_field", "The field that holds the wait.", |entry| match entry.def.retry_after() {
            Some(RetryAfter::Field(field)) => text(Some(field)),
            Some(RetryAfter::Fixed(_)) | None => None,
        })
    },
    Fact {
        ty: FactType::Word(RetryStrategy::WORDS),
        class: FactClass::Promise,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Elsewhere,
        response_form: Some(ResponseForm::Value { implied: None }),
        title: "Retry strategy",
        ..Fact::text("retry_strategy", "How the delay between retries grows.", |entry| {
            text(entry.def.retry_strategy().map(RetryStrategy::as_str))
        })
    },
    Fact {
        ty: FactType::Word(SideEffects::WORDS),
        always: true,
        class: FactClass::Behavior,
        label: "effects",
        title: "Side effects",
        section: Section::Circumstances,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Lines(fact_text::side_effects),
        response_form: Some(ResponseForm::Value { implied: Some("none") }),
        ..Fact::text("side_effects", "What a failed call has already changed.", |entry| {
            text(Some(entry.def.side_effects().as_str()))
        })
    },
    Fact {
        ty: FactType::Word(Phase::WORDS),
        always: true,
        class: FactClass::Behavior,
        title: "Phase",
        section: Section::Circumstances,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Lines(fact_text::phase),
        response_form: Some(ResponseForm::Value { implied: Some("execution") }),
        ..Fact::text("phase", "The phase of the call in which the error occurs.", |entry| {
            text(Some(entry.def.phase().as_str()))
        })
    },
    Fact {
        ty: FactType::Word(Severity::WORDS),
        always: true,
        class: FactClass::Severity,
        title: "Severity",
        section: Section::Circumstances,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Lines(fact_text::severity),
        response_form: Some(ResponseForm::Value { implied: Some("error") }),
        ..Fact::text("severity", "The severity.", |entry| text(Some(entry.def.severity().as_str())))
    },
    Fact {
        ty: FactType::Integer(100, 599),
        class: FactClass::Derived,
        label: "status",
        title: "Declared HTTP status",
        section: Section::Circumstances,
        ..Fact::text("status", "The HTTP status that the code declares.", |entry| number(entry.def.status()))
    },
    Fact {
        class: FactClass::Variable,
        label: "status",
        title: "Field with the HTTP status",
        section: Section::Circumstances,
        text_form: TextForm::Lines(fact_text::status_field),
        ..Fact::text("status_field", "The field that holds the HTTP status.", |entry| text(entry.def.status_field()))
    },
    Fact {
        ty: FactType::Integer(i32::MIN as i64, i32::MAX as i64),
        class: FactClass::Behavior,
        title: "Protocol",
        section: Section::Circumstances,
        text_form: TextForm::Lines(fact_text::protocol),
        ..Fact::text("protocol", "The JSON-RPC error code, for errors of the protocol.", |entry| {
            number(entry.def.protocol_code())
        })
    },
    Fact {
        ty: FactType::Word(GrpcCode::WORDS),
        class: FactClass::Behavior,
        title: "gRPC status code",
        section: Section::Circumstances,
        ..Fact::text("grpc", "The gRPC status code that the code declares.", |entry| {
            text(entry.def.grpc_code().map(GrpcCode::as_str))
        })
    },
    Fact {
        ty: FactType::Texts,
        class: FactClass::Choice,
        label: "instead",
        title: "Actions",
        section: Section::Advice,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        text_form: TextForm::Lines(fact_text::actions),
        response_form: Some(ResponseForm::Texts),
        ..Fact::text("actions", "Calls to make instead.", |entry| {
            let actions = entry.def.actions();
            (!actions.is_empty()).then_some(FactValue::Texts(actions))
        })
    },
    Fact {
        class: FactClass::Presence,
        label: "instead",
        title: "Field with the actions",
        section: Section::Advice,
        text_form: TextForm::Lines(fact_text::actions_field),
        ..Fact::text("actions_field", "The field that lists the calls to make instead.", |entry| {
            text(entry.def.actions_field())
        })
    },
    Fact {
        class: FactClass::Presence,
        label: "body",
        title: "Field with the body",
        section: Section::Contents,
        text_form: TextForm::Lines(fact_text::body_field),
        ..Fact::text("body_field", "The field that holds the output of the failed call.", |entry| {
            text(entry.def.body_field())
        })
    },
    Fact {
        ty: FactType::Texts,
        class: FactClass::Derived,
        title: "Optional facts",
        section: Section::Contents,
        views: JSON,
        text_form: TextForm::Elsewhere,
        ..Fact::text("optional", "The facts that are missing if a field of the error is empty.", |entry| {
            let facts = entry.def.optional();
            (!facts.is_empty()).then_some(FactValue::Texts(facts))
        })
    },
    Fact {
        class: FactClass::Presence,
        title: "Instance",
        section: Section::Contents,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::UriReference),
        ..Fact::text("instance", "The URI reference of an occurrence, with fields in braces.", |entry| {
            template(entry.def.instance())
        })
    },
    Fact {
        ty: FactType::Fields,
        class: FactClass::Parts,
        title: "Context",
        section: Section::Contents,
        text_form: TextForm::Lines(fact_text::context),
        ..Fact::text("context", "The values that every error with this code carries.", |entry| {
            let fields: Vec<FieldDef> = entry.def.fields().collect();
            (!fields.is_empty()).then_some(FactValue::Fields(fields))
        })
    },
    Fact {
        ty: FactType::Rules,
        class: FactClass::Choice,
        label: "covers",
        title: "Errors of other libraries",
        section: Section::Contents,
        text_form: TextForm::Lines(fact_text::rules),
        ..Fact::text("classify", "Errors of other libraries that map to this code.", |entry| {
            let rules = entry.def.rules();
            (!rules.is_empty()).then_some(FactValue::Rules(rules))
        })
    },
    Fact {
        class: FactClass::Notice,
        title: "Deprecated",
        section: Section::Origin,
        views: JSON.and(PEOPLE),
        ..Fact::text("deprecated", "What to use instead.", |entry| text(entry.def.deprecated()))
    },
    Fact {
        label: "docs",
        title: "Docs URL",
        section: Section::Origin,
        views: JSON.and(Views::RESPONSE).and(PEOPLE),
        response_form: Some(ResponseForm::Text),
        ..Fact::text("docs_url", "The page about the code.", |entry| entry.docs_url().map(FactValue::Text))
    },
    Fact {
        always: true,
        class: FactClass::Derived,
        label: "declared",
        section: Section::Origin,
        views: JSON.and(Views::EXPLAIN),
        ..Fact::text("declared_by", "The Rust type, with the variant if it's an enum.", |entry| {
            Some(FactValue::Text(entry.path().into()))
        })
    },
    Fact {
        ty: FactType::Integer(100, 599),
        always: true,
        class: FactClass::Behavior,
        views: Views::EXPORT,
        title: "HTTP status",
        ..Fact::text("http_status", "The effective HTTP status.", |entry| number(Some(entry.def.http_status())))
    },
];
