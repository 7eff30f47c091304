//! The table of all facts, the static properties of codes.
//!
//! `errors list`, `errors explain`, exports, docs pages, lock files and the catalogs of MCP servers iterate over
//! [`FACTS`]. To add a fact, add a variant to the `Fact` of `error_def.rs` and a row to this table.

use super::entry::Entry;
use super::error_def::RetryAfter;
use super::fact::{FactClass, FactDef, FactType, FactValue, ResponseForm, Section, Visibility, number, template, text};
use super::fact_text::{self, FactSource};
use super::field_def::FieldDef;
use crate::vocabulary::duration::millis;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};

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
    FactDef {
        visibility: Visibility::Json,
        class: FactClass::Identity,
        always: true,
        ..FactDef::text("code", "The stable code. Programs branch on it.", |entry| text(Some(entry.def.code())))
    },
    FactDef {
        visibility: Visibility::Json,
        ..FactDef::text("summary", "A one-sentence summary.", |entry| text(entry.def.summary()))
    },
    FactDef {
        visibility: Visibility::Json,
        ..FactDef::text("description", "A longer description, in Markdown.", |entry| text(entry.def.description()))
    },
    FactDef {
        ..FactDef::text("message", "The message template, with fields in braces.", |entry| {
            template(entry.def.message())
        })
    },
    FactDef {
        ty: FactType::Integer(1, 125),
        always: true,
        class: FactClass::Behavior,
        label: "exit",
        ..FactDef::text("exit_code", "The exit code of a process that fails with this code.", |entry| {
            number(Some(entry.exit_code()))
        })
    },
    FactDef {
        section: Section::Advice,
        ..FactDef::text("detail", "The reason for the failure, with fields in braces.", |entry| {
            template(entry.def.detail())
        })
    },
    FactDef {
        class: FactClass::Presence,
        label: "help",
        section: Section::Advice,
        response_form: Some(ResponseForm::Text),
        ..FactDef::text("suggestion", "What the caller can do, with fields in braces.", |entry| {
            template(entry.def.suggestion())
        })
    },
    FactDef {
        class: FactClass::Presence,
        label: "needs",
        section: Section::Advice,
        response_form: Some(ResponseForm::Text),
        ..FactDef::text("fix_required", "What must be corrected before the next call.", |entry| {
            template(entry.def.fix_required())
        })
    },
    FactDef {
        class: FactClass::Presence,
        label: "fix",
        section: Section::Advice,
        response_form: Some(ResponseForm::Text),
        ..FactDef::text("fix_command", "A command that fixes the cause.", |entry| template(entry.def.fix_command()))
    },
    FactDef {
        class: FactClass::Presence,
        label: "check",
        section: Section::Advice,
        response_form: Some(ResponseForm::Text),
        ..FactDef::text("check_command", "A read-only command that shows what the failed call did.", |entry| {
            template(entry.def.check_command())
        })
    },
    FactDef {
        class: FactClass::Presence,
        label: "use",
        section: Section::Advice,
        response_form: Some(ResponseForm::Text),
        ..FactDef::text("replacement", "The replacement for what was called.", |entry| {
            template(entry.def.replacement())
        })
    },
    FactDef {
        ty: FactType::Boolean,
        always: true,
        class: FactClass::Behavior,
        label: "retry",
        title: Some("Retry"),
        describe: Some(fact_text::retry),
        response_form: Some(ResponseForm::Value { implied: Some("false") }),
        ..FactDef::text("retryable", "Whether the identical call may succeed later.", |entry| {
            Some(FactValue::Bool(entry.def.is_retryable()))
        })
    },
    FactDef {
        visibility: Visibility::Json,
        ty: FactType::Integer(0, i64::MAX),
        class: FactClass::Promise,
        response_form: Some(ResponseForm::Wait),
        title: Some("Wait in milliseconds"),
        ..FactDef::text(
            "retry_after_ms",
            "How long to wait before the next call, in milliseconds.",
            |entry| match entry.def.retry_after() {
                Some(RetryAfter::Fixed(wait)) => number(Some(i64::try_from(millis(wait)).unwrap_or(i64::MAX))),
                Some(RetryAfter::Field(_)) | None => None,
            },
        )
    },
    FactDef {
        visibility: Visibility::Json,
        class: FactClass::Presence,
        title: Some("Field with the wait"),
        ..FactDef::text("retry_after_field", "The field that holds the wait.", |entry| match entry.def.retry_after() {
            Some(RetryAfter::Field(field)) => text(Some(field)),
            Some(RetryAfter::Fixed(_)) | None => None,
        })
    },
    FactDef {
        visibility: Visibility::Json,
        ty: FactType::Word(RetryStrategy::WORDS),
        class: FactClass::Promise,
        response_form: Some(ResponseForm::Value { implied: None }),
        ..FactDef::text("retry_strategy", "How the delay between retries grows.", |entry| {
            text(entry.def.retry_strategy().map(RetryStrategy::as_str))
        })
    },
    FactDef {
        ty: FactType::Word(SideEffects::WORDS),
        always: true,
        class: FactClass::Behavior,
        label: "effects",
        section: Section::Circumstances,
        describe: Some(fact_text::side_effects),
        response_form: Some(ResponseForm::Value { implied: Some("none") }),
        ..FactDef::text("side_effects", "What a failed call has already changed.", |entry| {
            text(Some(entry.def.side_effects().as_str()))
        })
    },
    FactDef {
        ty: FactType::Word(Phase::WORDS),
        always: true,
        class: FactClass::Behavior,
        section: Section::Circumstances,
        describe: Some(fact_text::phase),
        response_form: Some(ResponseForm::Value { implied: Some("execution") }),
        ..FactDef::text("phase", "The phase of the call in which the error occurs.", |entry| {
            text(Some(entry.def.phase().as_str()))
        })
    },
    FactDef {
        ty: FactType::Word(Severity::WORDS),
        always: true,
        class: FactClass::Severity,
        section: Section::Circumstances,
        describe: Some(fact_text::severity),
        response_form: Some(ResponseForm::Value { implied: Some("error") }),
        ..FactDef::text("severity", "The severity.", |entry| text(Some(entry.def.severity().as_str())))
    },
    FactDef {
        ty: FactType::Integer(100, 599),
        class: FactClass::Derived,
        label: "status",
        title: Some("Declared HTTP status"),
        section: Section::Circumstances,
        ..FactDef::text("status", "The HTTP status that the code declares.", |entry| number(entry.def.status()))
    },
    FactDef {
        class: FactClass::Variable,
        label: "status",
        title: Some("Field with the HTTP status"),
        section: Section::Circumstances,
        describe: Some(fact_text::status_field),
        ..FactDef::text("status_field", "The field that holds the HTTP status.", |entry| text(entry.def.status_field()))
    },
    FactDef {
        ty: FactType::Integer(i32::MIN as i64, i32::MAX as i64),
        class: FactClass::Behavior,
        section: Section::Circumstances,
        describe: Some(fact_text::protocol),
        ..FactDef::text("protocol", "The JSON-RPC error code, for errors of the protocol.", |entry| {
            number(entry.def.protocol_code())
        })
    },
    FactDef {
        ty: FactType::Word(GrpcCode::WORDS),
        class: FactClass::Behavior,
        title: Some("gRPC status code"),
        section: Section::Circumstances,
        ..FactDef::text("grpc", "The gRPC status code that the code declares.", |entry| {
            text(entry.def.grpc_code().map(GrpcCode::as_str))
        })
    },
    FactDef {
        ty: FactType::Texts,
        class: FactClass::Choice,
        label: "instead",
        section: Section::Advice,
        response_form: Some(ResponseForm::Texts),
        ..FactDef::text("actions", "Calls to make instead.", |entry| {
            let actions = entry.def.actions();
            (!actions.is_empty()).then_some(FactValue::Texts(actions))
        })
    },
    FactDef {
        class: FactClass::Presence,
        label: "instead",
        title: Some("Field with the actions"),
        section: Section::Advice,
        describe: Some(fact_text::actions_field),
        ..FactDef::text("actions_field", "The field that lists the calls to make instead.", |entry| {
            text(entry.def.actions_field())
        })
    },
    FactDef {
        class: FactClass::Presence,
        label: "body",
        title: Some("Field with the body"),
        section: Section::Contents,
        describe: Some(fact_text::body_field),
        ..FactDef::text("body_field", "The field that holds the output of the failed call.", |entry| {
            text(entry.def.body_field())
        })
    },
    FactDef {
        visibility: Visibility::Json,
        ty: FactType::Texts,
        class: FactClass::Derived,
        title: Some("Optional facts"),
        section: Section::Contents,
        ..FactDef::text("optional", "The facts that are missing if a field of the error is empty.", |entry| {
            let facts = entry.def.optional();
            (!facts.is_empty()).then_some(FactValue::Texts(facts))
        })
    },
    FactDef {
        class: FactClass::Presence,
        section: Section::Contents,
        response_form: Some(ResponseForm::UriReference),
        ..FactDef::text("instance", "The URI reference of an occurrence, with fields in braces.", |entry| {
            template(entry.def.instance())
        })
    },
    FactDef {
        ty: FactType::Fields,
        class: FactClass::Parts,
        section: Section::Contents,
        ..FactDef::text("context", "The values that every error with this code carries.", |entry| {
            let fields: Vec<FieldDef> = entry.def.fields().collect();
            (!fields.is_empty()).then_some(FactValue::Fields(fields))
        })
    },
    FactDef {
        ty: FactType::Rules,
        class: FactClass::Choice,
        label: "covers",
        title: Some("Errors of other libraries"),
        section: Section::Contents,
        ..FactDef::text("classify", "Errors of other libraries that map to this code.", |entry| {
            let rules = entry.def.rules();
            (!rules.is_empty()).then_some(FactValue::Rules(rules))
        })
    },
    FactDef {
        class: FactClass::Notice,
        section: Section::Origin,
        ..FactDef::text("deprecated", "What to use instead.", |entry| text(entry.def.deprecated()))
    },
    FactDef {
        label: "docs",
        title: Some("Docs URL"),
        section: Section::Origin,
        response_form: Some(ResponseForm::Text),
        ..FactDef::text("docs_url", "The page about the code.", |entry| entry.docs_url().map(FactValue::Text))
    },
    FactDef {
        always: true,
        class: FactClass::Derived,
        label: "declared",
        section: Section::Origin,
        ..FactDef::text("declared_by", "The Rust type, with the variant if it's an enum.", |entry| {
            Some(FactValue::Text(entry.path().into()))
        })
    },
    FactDef {
        ty: FactType::Integer(100, 599),
        always: true,
        class: FactClass::Behavior,
        visibility: Visibility::Document,
        title: Some("HTTP status"),
        ..FactDef::text("http_status", "The effective HTTP status.", |entry| number(Some(entry.def.http_status())))
    },
];
