//! Tests that the value of a field with a secret name is never shown.

use agent_error::ready::InvalidFields;
use agent_error::{AgentError, ErrorRecord, FieldError, Format, parse, render};
use serde_json::{Value, json};

/// The secret that the tests send in different ways.
const SECRET: &str = "hunter2-s3cr3t";

const SECRET_FIELDS: &[&str] = &[
    "password",
    "passwd",
    "api_key",
    "apiKey",
    "API_KEY",
    "x-api-key",
    "APIKey",
    "authorization",
    "Authorization",
    "user.password",
    "users.0.token",
    "users[0].token",
    "user/secret",
    "auth_token",
    "accessToken",
    "credentials.value",
    "aws.credentials.key",
    "client_secret",
    "privateKey",
    "private_key",
    "private-key.pem",
    "PASSWORD",
    "db password",
];

fn values() -> Vec<Value> {
    vec![
        json!(SECRET),
        json!([SECRET]),
        json!({"value": SECRET}),
        json!({"a": [{"b": [SECRET]}]}),
        json!([[{"deep": SECRET}], 1]),
    ]
}

/// Returns objects with a secret member. The tests send them for a field with a harmless name.
fn objects() -> Vec<Value> {
    let members = ["password", "apiKey", "api-key", "Authorization", "token", "client_secret", "privateKey"];
    let mut objects = Vec::new();
    for member in members {
        objects.extend([
            json!({"name": "ada", member: SECRET}),
            json!({"a": {"b": {member: SECRET}}}),
            json!([{"name": "ada"}, {member: [SECRET, {"x": SECRET}]}]),
            json!({member: {"value": SECRET, "of": [SECRET]}}),
        ]);
    }
    objects
}

/// Returns the output of everything that shows an error.
fn everywhere(field: FieldError) -> Vec<(String, String)> {
    let debug = format!("{field:?} {field:#?}");
    let mut shown = vec![
        ("text".to_owned(), field.text()),
        ("debug".to_owned(), debug),
        ("json".to_owned(), serde_json::to_string(&field).unwrap()),
    ];
    let error = InvalidFields { action: "users/create".into(), fields: vec![field] };
    let record = ErrorRecord::of(&error);
    shown.push(("debug of the error".to_owned(), format!("{error:?}")));
    shown.push(("debug of the record".to_owned(), format!("{record:?}")));
    shown.push(("json of the record".to_owned(), serde_json::to_string(&record).unwrap()));
    for format in Format::ALL {
        let text = render(&error, *format);
        if crate::PARSED.contains(format) {
            shown.push((format!("{format}, read"), format!("{:?}", parse(&text).unwrap())));
        }
        shown.push((format!("{format}"), text));
        shown.push((format!("{format}, indented"), render(&record, format.pretty())));
    }
    shown
}

#[track_caller]
fn hidden(field: FieldError) {
    let name = field.field().to_owned();
    for (place, text) in everywhere(field) {
        assert!(!text.contains("hunter2"), "`{name}` in {place}: {text}");
    }
}

#[test]
fn of_a_field_with_a_secret_name() {
    for name in SECRET_FIELDS {
        for value in values() {
            let field = FieldError::new(*name, "Too short.").sent(value);
            assert_eq!(field.text(), "Too short. You sent: [REDACTED].", "{name}");
            hidden(field);
        }
    }
}

#[test]
fn of_a_member_with_a_secret_name() {
    for value in objects() {
        for name in ["user", "items.1.quantity", "body"] {
            let field = FieldError::new(name, "Invalid.").sent(value.clone());
            hidden(field.expected("Expected: an object.").options(["none"]));
        }
    }
    let field = FieldError::new("user", "Invalid.").sent(json!({"name": "ada", "password": SECRET}));
    assert_eq!(field.text(), r#"Invalid. You sent: {"name":"ada","password":"[REDACTED]"}."#);
}

#[test]
fn of_a_field_that_is_read() {
    for text in [
        json!({"field": "password", "message": "m", "sent": SECRET}),
        json!({"sent": SECRET, "message": "m", "field": "user.password"}),
        json!({"sent": {"token": SECRET}, "message": "m", "field": "user"}),
    ] {
        hidden(serde_json::from_str::<FieldError>(&text.to_string()).unwrap());
    }
    let envelope = json!({"ok": false, "error": {"code": "X", "message": "m", "retryable": false, "context": {
        "fields": [{"field": "api_key", "message": "m", "sent": SECRET}]
    }}});
    let record = parse(&envelope.to_string()).unwrap();
    assert_eq!(record.field_errors().len(), 1);
    assert!(!format!("{record:?}").contains("hunter2"), "{record:?}");
}

#[test]
fn but_of_a_field_with_any_other_name_it_is_seen() {
    for name in ["name", "max_tokens", "tokenizer", "secretary", "key", "passwordless", "items.1.quantity"] {
        let field = FieldError::new(name, "Invalid.").sent("seen-4711");
        for format in [Format::Envelope, Format::Nested, Format::Xml, Format::Problem] {
            let error = InvalidFields { action: "a".into(), fields: vec![field.clone()] };
            assert!(render(&error, format).contains("seen-4711"), "`{name}` in {format}");
        }
    }
}

#[test]
fn a_redacted_field_still_describes_the_problem() {
    let field = FieldError::new("password", "Too short.").sent(SECRET).expected("At least 12 characters.");
    let error = InvalidFields { action: "users/create".into(), fields: vec![field] };
    assert_eq!(error.code(), "VALIDATION_ERROR");
    let nested: Value = serde_json::from_str(&render(&error, Format::Nested)).unwrap();
    let field = &nested["error"]["details"]["fields"][0];
    assert_eq!(field["sent"], "[REDACTED]");
    assert_eq!(field["expected"], "At least 12 characters.");
}
