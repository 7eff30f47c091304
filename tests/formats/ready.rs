//! Tests of ready-made errors in catalogs, and of invalid fields with secrets.

use crate::samples::{invalid_fields, ready};
use agent_error::CatalogError;
use agent_error::Declares;
use agent_error::ready::{InvalidFields, PromptBlocked, RateLimited, UnknownAction};
use agent_error::{AgentError, Catalog, ErrorRecord, FieldError, Report, ready, render};
use agent_error_tests::parse;
use serde_json::{Value, json};

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
    Limited(#[from] RateLimited),
    #[error(transparent)]
    #[code(transparent)]
    Fields(#[from] InvalidFields),
    #[error(transparent)]
    #[code(transparent)]
    Value(#[from] ready::InvalidValue),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("no such action")]
#[code("UNKNOWN_ACTION", exit = 4, suggest = "See the index")]
struct OwnUnknownAction;

fn codes(catalog: &Catalog) -> Vec<&'static str> {
    catalog.iter().map(agent_error::ErrorDef::code).collect()
}

#[test]
fn only_nested_errors_are_in_the_linked_catalog() {
    let linked = Catalog::linked().unwrap();
    for error in ready() {
        let is_nested = error.code() == "CONFIRMATION_REQUIRED";
        assert_eq!(
            linked.get(error.code()).is_some(),
            is_nested,
            "{}",
            error.code()
        );
    }
    assert!(linked.get("READY_DISK_FULL").is_some());
}

#[test]
fn a_type_that_nests_a_ready_made_error_has_its_code() {
    let catalog = Catalog::of::<ReadyNests>();
    assert_eq!(
        codes(&catalog),
        ["CONFIRMATION_REQUIRED", "READY_DISK_FULL"]
    );
    let docs_url = catalog.__entry("CONFIRMATION_REQUIRED").unwrap().docs_url();
    assert_eq!(
        docs_url.as_deref(),
        Some("https://docs.example.com/errors/CONFIRMATION_REQUIRED")
    );
    // Two ready-made errors have the same code.
    assert_eq!(
        codes(&Catalog::of::<ReadyNestsUnlinked>()),
        ["RATE_LIMITED", "VALIDATION_ERROR"]
    );
}

#[test]
fn a_nested_error_shows_what_it_shows_alone() {
    let nested = ReadyNestsUnlinked::from(invalid_fields());
    for format in agent_error_formats::ALL {
        assert_eq!(
            render(&nested, *format),
            render(&invalid_fields(), *format),
            "{format}"
        );
    }
    let url = "https://docs.example.com/errors/CONFIRMATION_REQUIRED";
    assert_eq!(
        ReadyNests::from(ready::ConfirmationRequired::new("user destroy"))
            .record()
            .docs_url(),
        Some(url)
    );
    // `errors list` shows the codes of prompts in each program, so their pages exist.
    assert_eq!(
        Report::from(ready::ConfirmationRequired::new("user destroy"))
            .into_record()
            .docs_url(),
        Some(url)
    );
    assert_eq!(ReadyNests::DiskFull.record().exit_code(), 73);
    // The program's documentation has no page for an error that no type nests.
    assert_eq!(
        Report::from(ready::MissingFlags::new(["--host"]))
            .into_record()
            .docs_url(),
        None
    );
}

#[test]
fn a_program_may_declare_a_code_of_a_ready_made_error_itself() {
    let catalog = Catalog::of::<OwnUnknownAction>();
    assert_eq!(
        (
            catalog.get("UNKNOWN_ACTION").unwrap().exit_code(),
            OwnUnknownAction.record().exit_code()
        ),
        (4, 4)
    );
    let both = Catalog::__from_types(&[
        <OwnUnknownAction as Declares>::TYPE,
        <UnknownAction as Declares>::TYPE,
    ]);
    assert!(both.is_err_and(
        |error| error.code() == agent_error::code!("DUPLICATE_ERROR_CODE" in CatalogError)
    ));
}

#[test]
fn an_unknown_action_suggests_at_most_three_similar_ones() {
    let nearest = |available: &[&str]| -> Vec<String> {
        let record = UnknownAction::new("creat", available.iter().copied()).record();
        let nearest = record.context().get("nearest");
        nearest.map_or_else(Vec::new, |nearest| serde_json::from_value(nearest).unwrap())
    };
    assert_eq!(
        nearest(&["create", "created", "creates", "creator", "list"]).len(),
        3
    );
    assert_eq!(nearest(&["list", "create"]), ["create"]);
    assert_eq!(nearest(&["list"]), Vec::<String>::new());
    let error = UnknownAction::new("zzz", ["list", "create"]);
    assert_eq!(
        ErrorRecord::of(&error).detail(),
        Some("Available: `list`, `create`.")
    );
}

/// Returns the output of everything that shows an error.
fn everywhere(field: FieldError) -> Vec<String> {
    let mut shown = vec![
        format!("{field:?}"),
        field.to_string(),
        serde_json::to_string(&field).unwrap(),
    ];
    let error = InvalidFields::new("users/create", [field]);
    let record = ErrorRecord::of(&error);
    shown.extend([
        format!("{error:?} {record:?}"),
        serde_json::to_string(&record).unwrap(),
    ]);
    shown.extend(agent_error_formats::ALL.iter().flat_map(|format| {
        [
            render(&error, *format),
            render(&record, format.pretty(true)),
        ]
    }));
    shown
}

#[track_caller]
fn assert_hidden(field: FieldError) {
    for text in everywhere(field) {
        assert!(!text.contains("hunter2"), "{text}");
    }
}

/// The tests of `agent_error_rules::secret` have more names.
#[test]
fn secrets_in_the_value_of_a_field_are_hidden() {
    for (name, sent, shown) in [
        ("user.apiKey", json!([{"a": "hunter2"}]), "[REDACTED]"),
        (
            "user",
            json!({"name": "ada", "password": "hunter2"}),
            r#"{"name":"ada","password":"[REDACTED]"}"#,
        ),
        (
            "items.1",
            json!([{"a": {"api-key": ["hunter2", 1]}}]),
            "array(1)",
        ),
    ] {
        let field = FieldError::new(name, "Invalid.").sent(sent.clone());
        assert_eq!(field.to_string(), format!("Invalid. You sent: {shown}."));
        assert_hidden(field.expected("Expected: an object.").options(["none"]));
        // A parsed field hides them, too.
        let text = json!({"sent": sent, "message": "m", "field": name});
        let envelope = json!({"ok": false, "error": {"code": "X", "message": "m", "context": {"fields": [text]}}});
        let record = parse(&envelope.to_string()).unwrap();
        assert_hidden(record.field_errors().next().unwrap().clone());
        assert!(!format!("{record:?}").contains("hunter2"), "{record:?}");
    }
}

/// Clients of Verda decode `choices` as a list of strings.
#[test]
fn nested_choices_are_a_list_and_keep_their_labels() {
    let regions = [("us", "Virginia"), ("eu", "Helsinki")];
    let prompt = PromptBlocked::new("select", "Which region?").choices(regions);
    let text = render(&prompt, agent_error_formats::NESTED);
    let document: Value = serde_json::from_str(&text).unwrap();
    let details = &document["error"]["details"];
    assert_eq!(details["choices"], json!(["us", "eu"]));
    let labels = json!({"us": "Virginia", "eu": "Helsinki"});
    assert_eq!(details["choices_descriptions"], labels);
    let read = agent_error_tests::parse(&text).unwrap();
    assert_eq!(read.context().get("choices"), Some(labels));
    assert_eq!(read.context().get("choices_descriptions"), None);
}

#[test]
fn descriptions_without_a_list_stay_in_the_context() {
    let text = r#"{"error":{"code":"X","message":"m","details":{"choices_descriptions":{"a":"b"},"missing":["--a"]}}}"#;
    let read = agent_error_tests::parse(text).unwrap();
    assert_eq!(
        read.context().get("choices_descriptions"),
        Some(json!({"a": "b"}))
    );
    assert_eq!(read.context().get("missing"), Some(json!(["--a"])));
}
