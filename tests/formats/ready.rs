//! Tests of the ready-made errors: their output, that none of them is registered by default, and that secrets aren't
//! shown.

mod golden;
mod refusals;
mod registry;
mod secrets;

use agent_error::ready::{
    AuthRequired, Cancelled, ConfirmationRequired, Conflict, Deprecated, Forbidden, Internal, InvalidDiscriminator,
    InvalidFields, InvalidValue, MissingDiscriminator, MissingField, MissingFlags, NotFound, PermissionDenied,
    PromptBlocked, RateLimited, ServerBusy, ServiceUnavailable, Timeout, Unauthorized, UnknownAction, UnknownTool,
};
use agent_error::vocabulary::Phase;
use agent_error::{AgentError, FieldError, Format, Severity, render};

/// Returns one of each ready-made error. Of the two with the code `VALIDATION_ERROR`, includes only [`InvalidValue`].
pub(crate) fn samples() -> Vec<Box<dyn AgentError>> {
    let available = || ["list", "create", "destroy"].map(str::to_owned).to_vec();
    vec![
        Box::new(MissingField { field: "email".into() }),
        Box::new(MissingFlags::new(["--host", "--port"])),
        Box::new(InvalidValue { field: "--port".into(), reason: "`http` is not a number".into() }),
        Box::new(MissingDiscriminator { field: "action".into(), available: available() }),
        Box::new(InvalidDiscriminator { field: "action".into(), got: "number".into(), available: available() }),
        Box::new(UnknownAction::new("destory", available())),
        Box::new(UnknownTool::new("user_lsit", ["user_list", "user_get"])),
        Box::new(ConfirmationRequired::new("user destroy")),
        Box::new(PromptBlocked::new("select", "Which region?").choices([("eu", ""), ("us", "")])),
        Box::new(Deprecated { name: "--fast".into(), replacement: "--level 1".into(), actions: Vec::new() }),
        Box::new(Timeout { operation: "the upload".into(), limit_ms: 90_000 }),
        Box::new(RateLimited { limit: 100, window_s: 60, key: "team-7".into(), retry_after_s: 30 }),
        Box::new(Internal { message: "the index is out of order".into() }),
        Box::new(NotFound::new("invoice", "inv-7").actions(["invoices_list"])),
        Box::new(Conflict { subject: "order 7".into(), state: "cancelled".into() }),
        Box::new(PermissionDenied { operation: "delete entries".into(), required: "the role admin".into() }),
        Box::new(AuthRequired { reason: "the token has expired".into(), login: "tool auth login".into() }),
        Box::new(Unauthorized { reason: "the token has expired".into(), actions: vec!["auth_login".into()] }),
        Box::new(Forbidden { operation: "delete invoices".into(), required: "the role admin".into() }),
        Box::new(ServerBusy { subject: "the index".into(), retry_after_s: 5 }),
        Box::new(ServiceUnavailable { service: "the mail server".into() }),
        Box::new(Cancelled),
    ]
}

/// Creates the error for a call with an invalid, a missing and a secret field.
pub(crate) fn invalid_fields() -> InvalidFields {
    let fields = vec![
        FieldError::new("email", "Invalid email.").sent("bad-email").expected("Expected: an address."),
        FieldError::new("role", "Invalid role.").sent("boss").options(["admin", "user"]),
        FieldError::new("name", "Required.").missing(),
        FieldError::new("password", "Too short.").sent("hunter2").expected("At least 12 characters."),
    ];
    InvalidFields { action: "users/create".into(), fields }
}

/// Returns all samples, including both errors with the code `VALIDATION_ERROR`.
fn all() -> Vec<Box<dyn AgentError>> {
    let mut all = samples();
    all.push(Box::new(invalid_fields()));
    all
}

#[test]
fn codes_exit_codes_and_facts() {
    let table: Vec<_> = all()
        .iter()
        .map(|error| {
            let facts = error.facts();
            (error.code().to_owned(), error.exit_code(), facts.http_status(), facts.is_retryable())
        })
        .collect();
    let expected = [
        ("MISSING_REQUIRED_FIELD", 2, 422, false),
        ("MISSING_REQUIRED_FLAGS", 2, 400, false),
        ("VALIDATION_ERROR", 2, 422, false),
        ("MISSING_DISCRIMINATOR", 2, 400, false),
        ("INVALID_DISCRIMINATOR", 2, 400, false),
        ("UNKNOWN_ACTION", 2, 404, false),
        ("UNKNOWN_TOOL", 2, 404, false),
        ("CONFIRMATION_REQUIRED", 2, 400, false),
        ("INTERACTIVE_PROMPT_BLOCKED", 2, 400, false),
        ("DEPRECATED", 1, 500, false),
        ("TIMEOUT", 10, 504, false),
        ("RATE_LIMITED", 11, 429, true),
        ("INTERNAL_ERROR", 70, 500, false),
        ("NOT_FOUND", 5, 404, false),
        ("CONFLICT", 6, 409, false),
        ("PERMISSION_DENIED", 7, 403, false),
        ("AUTH_REQUIRED", 8, 401, false),
        ("UNAUTHORIZED", 8, 401, false),
        ("FORBIDDEN", 7, 403, false),
        ("SERVER_BUSY", 12, 503, true),
        ("SERVICE_UNAVAILABLE", 12, 503, true),
        ("CANCELLED", 1, 500, false),
        ("VALIDATION_ERROR", 2, 422, false),
    ];
    assert_eq!(table, expected.map(|(code, exit, status, retryable)| (code.to_owned(), exit, status, retryable)));
}

#[test]
fn severity_and_phase() {
    for error in all() {
        let severity = match error.code() {
            "DEPRECATED" => Severity::Warning,
            "INTERNAL_ERROR" => Severity::Critical,
            _ => Severity::Error,
        };
        assert_eq!(error.facts().severity(), severity, "{}", error.code());
        let phase = if error.exit_code() == 2 { Phase::Validation } else { Phase::Execution };
        assert_eq!(error.facts().phase, Some(phase), "{}", error.code());
    }
}

#[test]
fn each_has_a_definition_advice_and_a_summary() {
    for error in all() {
        let def = error.def().unwrap();
        assert_eq!(def.code(), error.code());
        assert!(def.is_shared(), "{}", def.code());
        assert!(def.summary().is_some_and(|summary| summary.ends_with('.')), "{}", def.code());
        assert!(error.suggestion().is_some_and(|advice| !advice.is_empty()), "{}", def.code());
        assert_eq!((error.docs_url(), error.fix_command(), error.fix_required()), (None, None, None), "{}", def.code());
        assert!(error.source().is_none(), "{}", def.code());
    }
}

#[test]
fn formats_without_context_show_field_errors_as_the_detail() {
    let fields = vec![FieldError::new("email", "No email.").sent("x"), FieldError::new("role", "Required.").missing()];
    let error = InvalidFields { action: "users/create".to_owned(), fields };
    let lines = "email: No email. You sent: 'x'.\\nrole: Required. You sent: (missing).";
    let flat = render(&error, Format::Flat);
    assert!(flat.contains(&format!(r#""detail":"{lines}","suggestion""#)), "{flat}");
    let tagged = render(&error, Format::Tagged);
    assert!(tagged.ends_with(&format!("\n\n{}", lines.replace("\\n", "\n"))), "{tagged}");
}

#[test]
fn the_nearest_actions_of_an_unknown_one() {
    let error = UnknownAction::new("creat", ["create", "created", "creates", "creator", "list"]);
    assert_eq!(error.nearest.first().map(String::as_str), Some("create"));
    assert!(error.nearest.len() <= 3, "{:?}", error.nearest);
    let error = UnknownAction::new("zzz", ["list", "create"]);
    assert_eq!(error.nearest, Vec::<String>::new());
    assert_eq!(AgentError::detail(&error).as_deref(), Some("Available: `list`, `create`."));
    let error = UnknownAction::new("", Vec::<String>::new());
    assert_eq!(error.nearest, Vec::<String>::new());
    assert_eq!(agent_error::ErrorRecord::of(&error).actions, Vec::<String>::new());
}

#[test]
fn the_wait_of_a_rate_limit_is_the_one_of_its_field() {
    let limit = |retry_after_s| RateLimited { limit: 1, window_s: 1, key: "k".into(), retry_after_s };
    assert_eq!(limit(30).retry_after().map(|wait| wait.as_secs()), Some(30));
    assert_eq!(limit(0).retry_after().map(|wait| wait.as_secs()), Some(0));
    assert_eq!(limit(u64::MAX).retry_after().map(|wait| wait.as_secs()), Some(u64::MAX));
    let shown = agent_error::render(&limit(u64::MAX), agent_error::Format::Envelope);
    assert!(shown.contains("\"retry_after_ms\":18446744073709551615"), "{shown}");
}
