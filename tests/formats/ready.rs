//! Tests of ready-made errors in catalogs, and of invalid fields with secrets.

use crate::samples::{invalid_fields, ready};
use agent_error::catalog::CatalogError;
use agent_error::definition::Catalogued;
use agent_error::ready::{InvalidFields, NotFound, RateLimited, Timeout, UnknownAction};
use agent_error::{AgentError, Catalog, ErrorRecord, FieldError, Format, parse, ready, render};
use serde_json::json;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}")]
enum ReadyNests {
    #[error("the disk is full")]
    #[code("READY_DISK_FULL", exit = 73)]
    DiskFull,
    #[error(transparent)]
    #[code(transparent)]
    Confirm(#[from] ready::ConfirmationRequired),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ReadyNestsUnlinked {
    #[error(transparent)]
    #[code(transparent)]
    Late(#[from] Timeout),
    #[error(transparent)]
    #[code(transparent)]
    Fields(#[from] InvalidFields),
    #[error(transparent)]
    #[code(transparent)]
    Value(#[from] ready::InvalidValue),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("no such page")]
#[code("NOT_FOUND", exit = 4, suggest = "See the index")]
struct OwnNotFound;

fn codes(catalog: &Catalog) -> Vec<&'static str> {
    catalog.iter().map(|entry| entry.def.code()).collect()
}

#[test]
fn only_nested_errors_are_in_the_linked_catalog() {
    let linked = Catalog::linked().unwrap();
    for error in ready() {
        let is_nested = error.code() == "CONFIRMATION_REQUIRED";
        assert_eq!(linked.get(error.code()).is_some(), is_nested, "{}", error.code());
    }
    assert!(linked.get("READY_DISK_FULL").is_some());
}

#[test]
fn a_type_that_nests_a_ready_made_error_has_its_code() {
    let catalog = Catalog::of::<ReadyNests>();
    assert_eq!(codes(&catalog), ["CONFIRMATION_REQUIRED", "READY_DISK_FULL"]);
    let docs_url = catalog.entry("CONFIRMATION_REQUIRED").unwrap().docs_url();
    assert_eq!(docs_url.as_deref(), Some("https://docs.example.com/errors/CONFIRMATION_REQUIRED"));
    assert_eq!(codes(&Catalog::of::<Timeout>()), ["TIMEOUT"]);
    // Two ready-made errors have the same code.
    assert_eq!(codes(&Catalog::of::<ReadyNestsUnlinked>()), ["TIMEOUT", "VALIDATION_ERROR"]);
}

#[test]
fn a_nested_error_shows_what_it_shows_alone() {
    let nested = ReadyNestsUnlinked::from(invalid_fields());
    for format in Format::ALL {
        assert_eq!(render(&nested, *format), render(&invalid_fields(), *format), "{format}");
    }
    let url = "https://docs.example.com/errors/CONFIRMATION_REQUIRED";
    assert_eq!(ReadyNests::from(ready::ConfirmationRequired::new("user destroy")).docs_url().as_deref(), Some(url));
    assert_eq!(ReadyNests::DiskFull.exit_code(), 73);
}

#[test]
fn a_program_may_declare_a_code_of_a_ready_made_error_itself() {
    let catalog = Catalog::of::<OwnNotFound>();
    assert_eq!((catalog.get("NOT_FOUND").unwrap().exit_code(), OwnNotFound.exit_code()), (4, 4));
    let both = Catalog::from_types(&[<OwnNotFound as Catalogued>::TYPE, <NotFound as Catalogued>::TYPE]);
    assert!(matches!(both, Err(CatalogError::DuplicateCode { .. })), "{both:?}");
}

#[test]
fn an_unknown_action_suggests_at_most_three_similar_ones() {
    let nearest = |available: &[&str]| UnknownAction::new("creat", available.iter().copied()).nearest;
    assert_eq!(nearest(&["create", "created", "creates", "creator", "list"]).len(), 3);
    assert_eq!(nearest(&["list", "create"]), ["create"]);
    assert_eq!(nearest(&["list"]), Vec::<String>::new());
    let error = UnknownAction::new("zzz", ["list", "create"]);
    assert_eq!(AgentError::detail(&error).as_deref(), Some("Available: `list`, `create`."));
}

#[test]
fn a_wait_in_a_field_may_have_any_length() {
    let limit = |retry_after_s| RateLimited { limit: 1, window_s: 1, key: "k".into(), retry_after_s };
    assert_eq!(limit(0).retry_after().map(|wait| wait.as_secs()), Some(0));
    assert!(render(&limit(u64::MAX), Format::Envelope).contains("\"retry_after_ms\":18446744073709551615"));
}

const SECRET: &str = "hunter2-s3cr3t";

/// Returns the output of everything that shows an error.
fn everywhere(field: FieldError) -> Vec<String> {
    let mut shown = vec![format!("{field:?}"), field.text(), serde_json::to_string(&field).unwrap()];
    let error = InvalidFields { action: "users/create".into(), fields: vec![field] };
    let record = ErrorRecord::of(&error);
    shown.extend([format!("{error:?} {record:?}"), serde_json::to_string(&record).unwrap()]);
    for format in Format::ALL {
        shown.push(render(&error, *format));
        shown.push(render(&record, format.pretty()));
        if crate::PARSED.contains(format) {
            shown.push(format!("{:?}", parse(&render(&error, *format)).unwrap()));
        }
    }
    shown
}

#[track_caller]
fn assert_hidden(field: FieldError) {
    for text in everywhere(field) {
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn the_value_of_a_field_with_a_secret_name_is_hidden() {
    // The tests of `agent_error_rules::secret` have more names.
    for name in ["password", "apiKey", "x-api-key", "user.password", "users[0].token", "credentials.value"] {
        for value in [json!(SECRET), json!([SECRET]), json!({"a": [{"b": [SECRET]}]})] {
            let field = FieldError::new(name, "Too short.").sent(value);
            assert_eq!(field.text(), "Too short. You sent: [REDACTED].", "{name}");
            assert_hidden(field);
        }
    }
}

#[test]
fn a_member_with_a_secret_name_is_hidden() {
    for member in ["password", "apiKey", "api-key", "Authorization", "token", "client_secret", "privateKey"] {
        for value in [
            json!({"name": "ada", member: SECRET}),
            json!({"a": {"b": {member: SECRET}}}),
            json!([{"name": "ada"}, {member: [SECRET, {"x": SECRET}]}]),
        ] {
            let field = FieldError::new("items.1.quantity", "Invalid.").sent(value);
            assert_hidden(field.expected("Expected: an object.").options(["none"]));
        }
    }
    let field = FieldError::new("user", "Invalid.").sent(json!({"name": "ada", "password": SECRET}));
    assert_eq!(field.text(), r#"Invalid. You sent: {"name":"ada","password":"[REDACTED]"}."#);
}

#[test]
fn the_value_of_a_parsed_field_with_a_secret_name_is_hidden() {
    for text in [
        json!({"field": "password", "message": "m", "sent": SECRET}),
        json!({"sent": {"token": SECRET}, "message": "m", "field": "user"}),
    ] {
        assert_hidden(serde_json::from_value(text.clone()).unwrap());
        let envelope = json!({"ok": false, "error": {"code": "X", "message": "m", "context": {"fields": [text]}}});
        let record = parse(&envelope.to_string()).unwrap();
        assert_eq!(record.field_errors().len(), 1);
        assert!(!format!("{record:?}").contains("hunter2"), "{record:?}");
    }
}

#[test]
fn the_value_of_a_field_with_any_other_name_is_shown() {
    for name in ["name", "max_tokens", "tokenizer", "secretary", "key", "passwordless", "items.1.quantity"] {
        let error = ErrorRecord::new("X", "m").with_field_error(FieldError::new(name, "Invalid.").sent("seen-4711"));
        for format in [Format::Envelope, Format::Nested, Format::Xml, Format::Problem] {
            assert!(render(&error, format).contains("seen-4711"), "`{name}` in {format}");
        }
    }
}
