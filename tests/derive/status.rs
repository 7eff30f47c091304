//! Tests of `status`: the facts that it implies, and statuses in fields.

use crate::{def, document_of};
use agent_error::format::Terminal;
use agent_error::http::{exit_code, is_retryable};
use agent_error::vocabulary::{Phase, SideEffects};
use agent_error::{AgentError, Catalog, ErrorRecord, Format, exit, parse, render};
use agent_error_tooling::ExportFormat;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("refused")]
enum Plain {
    #[code("PLAIN_LIMITED", status = 429)]
    Limited,
    #[code("PLAIN_DOWN", status = 503)]
    Down,
    #[code("PLAIN_GATEWAY", status = 502)]
    Gateway,
    #[code("PLAIN_SLOW", status = 408)]
    Slow,
    #[code("PLAIN_INVALID", status = 422)]
    Invalid,
    #[code("PLAIN_MISSING", status = 404)]
    Missing,
    #[code("PLAIN_LOGIN", status = 401)]
    Login,
    #[code("PLAIN_FORBIDDEN", status = 403)]
    Forbidden,
    #[code("PLAIN_CONFLICT", status = 409)]
    Conflict,
    #[code("PLAIN_BROKEN", status = 500)]
    Broken,
    #[code("PLAIN_NEITHER")]
    Neither,
}

/// An enum whose exit code implies partial side effects.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, exit = exit::PARTIAL_FAILURE)]
#[error("refused")]
enum PartialByDefault {
    #[code("BY_DEFAULT_MISSING", status = 404)]
    Missing,
    #[code("BY_DEFAULT_SLOW", status = 504)]
    Slow,
    #[code("BY_DEFAULT_DOWN", status = 503)]
    Down,
    #[code("BY_DEFAULT_NEITHER")]
    Neither,
}

#[test]
fn beside_the_exit_code_of_the_enum_the_side_effects_follow_from_the_status() {
    let facts = |error: PartialByDefault| {
        let facts = error.facts();
        (facts.exit_code(), facts.is_retryable(), facts.side_effects.unwrap())
    };
    assert_eq!(facts(PartialByDefault::Missing), (exit::PARTIAL_FAILURE, false, SideEffects::None));
    assert_eq!(facts(PartialByDefault::Slow), (exit::PARTIAL_FAILURE, false, SideEffects::Partial));
    assert_eq!(facts(PartialByDefault::Down), (exit::PARTIAL_FAILURE, true, SideEffects::None));
    assert_eq!(facts(PartialByDefault::Neither), (exit::PARTIAL_FAILURE, false, SideEffects::Partial));
}

#[test]
fn without_an_exit_code_the_facts_are_those_that_a_client_reads_from_the_status() {
    let all = [
        Plain::Limited,
        Plain::Down,
        Plain::Gateway,
        Plain::Slow,
        Plain::Invalid,
        Plain::Missing,
        Plain::Login,
        Plain::Forbidden,
        Plain::Conflict,
        Plain::Broken,
    ];
    for error in all {
        let facts = error.facts();
        let status = StatusCode::from_u16(facts.http_status()).unwrap();
        let read = ErrorRecord::from_response(status, &HeaderMap::new(), b"");
        assert_eq!(facts.exit_code(), exit_code(status), "{status}");
        assert_eq!(facts.is_retryable(), is_retryable(status), "{status}");
        assert_eq!((read.exit_code(), read.is_retryable()), (facts.exit_code(), facts.is_retryable()), "{status}");
        assert_eq!(facts.phase == Some(Phase::Validation), read.facts.phase == Some(Phase::Validation), "{status}");
    }
    let neither = Plain::Neither.facts();
    assert_eq!((neither.exit_code(), neither.is_retryable(), neither.http_status()), (1, false, 500));
}

#[test]
fn a_retryable_status_implies_that_nothing_was_done() {
    assert_eq!(def::<Plain>("PLAIN_SLOW").side_effects(), SideEffects::None);
    assert_eq!(def::<Plain>("PLAIN_LIMITED").exit_code(), exit::RATE_LIMITED);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("stated")]
#[allow(dead_code, reason = "only the table is used")]
enum Stated {
    #[code("STATED_EXIT", status = 429, exit = 9)]
    Exit,
    #[code("STATED_RETRY", status = 429, retryable = false)]
    Retry,
    #[code("STATED_PHASE", status = 422, phase = cleanup)]
    Phase,
    #[code("STATED_EFFECTS", status = 503, side_effects = partial)]
    Effects,
    #[code("STATED_FIX", status = 429, retryable = false, fix = "tool quota raise")]
    Fix,
}

#[test]
fn declared_facts_take_precedence_over_the_status() {
    let facts = |code| {
        let def = def::<Stated>(code);
        (def.exit_code(), def.is_retryable(), def.phase(), def.side_effects())
    };
    assert_eq!(facts("STATED_EXIT"), (9, false, Phase::Execution, SideEffects::None));
    assert_eq!(facts("STATED_RETRY"), (exit::RATE_LIMITED, false, Phase::Execution, SideEffects::None));
    assert_eq!(facts("STATED_PHASE"), (exit::ARG_ERROR, false, Phase::Cleanup, SideEffects::None));
    assert_eq!(facts("STATED_EFFECTS"), (exit::UNAVAILABLE, false, Phase::Execution, SideEffects::Partial));
    assert_eq!(facts("STATED_FIX"), (exit::RATE_LIMITED, false, Phase::Execution, SideEffects::None));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, exit = 40)]
#[error("by default")]
#[allow(dead_code, reason = "only the table is used")]
enum OfTheEnum {
    #[code("ENUM_LIMITED", status = 429)]
    Limited,
    #[code("ENUM_INVALID", status = 400)]
    Invalid,
    #[code("ENUM_PLAIN")]
    Plain,
}

#[test]
fn the_exit_code_of_the_enum_is_kept_and_the_rest_follows_from_the_status() {
    let facts = |code| {
        let def = def::<OfTheEnum>(code);
        (def.exit_code(), def.is_retryable(), def.phase())
    };
    assert_eq!(facts("ENUM_LIMITED"), (40, true, Phase::Execution));
    assert_eq!(facts("ENUM_INVALID"), (40, false, Phase::Validation));
    assert_eq!(facts("ENUM_PLAIN"), (40, false, Phase::Execution));
}

/// A failed request to another service.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, docs = "https://errors.example.com/{code}")]
#[error("the service refused the request")]
enum Upstream {
    /// The service refused the request.
    #[code("UPSTREAM_NUMBER", exit = exit::UNAVAILABLE, status = status)]
    Number { status: u16 },
    /// The service refused the request.
    #[code("UPSTREAM_TYPED", exit = exit::UNAVAILABLE, status = status)]
    Typed { status: StatusCode },
    /// The service refused the request, if it answered at all.
    #[code("UPSTREAM_MAYBE", exit = exit::UNAVAILABLE, status = answered)]
    Maybe { answered: Option<u16> },
    /// The status is fixed.
    #[code("UPSTREAM_FIXED", status = 404)]
    Fixed,
}

fn http_status(error: &Upstream) -> u64 {
    let problem: Value = serde_json::from_str(&render(error, Format::Problem)).unwrap();
    assert_eq!(problem["status"].as_u64(), Some(error.facts().http_status().into()));
    problem["status"].as_u64().unwrap()
}

#[test]
fn a_field_of_any_kind_of_status_is_the_status() {
    assert_eq!(http_status(&Upstream::Number { status: 418 }), 418);
    assert_eq!(http_status(&Upstream::Typed { status: StatusCode::CONFLICT }), 409);
    assert_eq!(http_status(&Upstream::Maybe { answered: Some(451) }), 451);
    assert_eq!(http_status(&Upstream::Fixed), 404);
}

#[test]
fn only_the_status_of_a_failure_is_used() {
    for status in [0, 99, 200, 204, 302, 399, 600, u16::MAX] {
        assert_eq!(http_status(&Upstream::Number { status }), 503, "{status}");
    }
    for status in [400, 599] {
        assert_eq!(http_status(&Upstream::Number { status }), u64::from(status));
    }
    assert_eq!(http_status(&Upstream::Maybe { answered: None }), 503);
    assert_eq!(http_status(&Upstream::Typed { status: StatusCode::OK }), 503);
}

#[test]
fn a_status_in_a_field_changes_no_other_fact() {
    let error = Upstream::Number { status: 404 };
    let def = def::<Upstream>("UPSTREAM_NUMBER");
    assert_eq!((error.exit_code(), error.is_retryable()), (def.exit_code(), def.is_retryable()));
    assert_eq!((error.exit_code(), error.is_retryable()), (exit::UNAVAILABLE, true));
}

#[test]
fn a_typed_status_is_a_number_in_the_context_and_is_read_back() {
    let text = render(&Upstream::Typed { status: StatusCode::CONFLICT }, Format::Problem);
    let read = parse(&text).unwrap();
    assert_eq!(read.value("status"), Some(json!(409)));
    assert_eq!(read.facts.status, Some(409));
}

#[test]
fn the_catalog_the_lock_and_the_exports_show_the_field() {
    let catalog = Catalog::of::<Upstream>();
    let explained = catalog.explain("UPSTREAM_MAYBE").unwrap();
    assert_eq!(json!(explained)["status_field"], "answered");
    assert_eq!(json!(explained)["status"], Value::Null);
    let shown = explained.text(Terminal::default());
    assert!(shown.contains("status    the value of `answered`; 503 if that is no status from 400 to 599"), "{shown}");
    let lock = agent_error_tooling::Contract::of(&document_of(&catalog)).to_lock();
    assert!(lock.contains(r#""status_field": "answered""#), "{lock}");
    let pages: String =
        document_of(&catalog).export(ExportFormat::Markdown).into_iter().map(|file| file.text).collect();
    assert!(pages.contains("**Field with the HTTP status:** the value of `answered`"), "{pages}");
}

#[test]
fn a_schema_allows_each_status_of_a_failure() {
    let catalog = Catalog::of::<Upstream>();
    let openapi: String =
        document_of(&catalog).export(ExportFormat::OpenApi).into_iter().map(|file| file.text).collect();
    let openapi: Value = serde_json::from_str(&openapi).unwrap();
    let schema =
        |code: &str| openapi["components"]["schemas"][format!("Problem_{code}")]["properties"]["status"].clone();
    assert_eq!(schema("UPSTREAM_NUMBER"), json!({"type": "integer", "minimum": 400, "maximum": 599}));
    assert_eq!(schema("UPSTREAM_FIXED")["enum"], json!([404]));
    let responses = &openapi["components"]["responses"];
    let codes = |name: &str| responses[name]["description"].as_str().unwrap().to_owned();
    let fields = "UPSTREAM_MAYBE, UPSTREAM_NUMBER, UPSTREAM_TYPED";
    assert_eq!(codes("Status404"), format!("One of these codes: UPSTREAM_FIXED, {fields}."));
    assert_eq!(codes("OtherStatus"), format!("One of these codes: {fields}."));
}
