//! Tests of what RFC 9457 specifies: the title of `about:blank` problems, and the `errors` list.

use agent_error::{ErrorRecord, FieldError, Format, parse, render};
use serde_json::{Value, json};

fn json(record: &ErrorRecord) -> Value {
    serde_json::from_str(&render(record, Format::Problem)).unwrap()
}

fn missing() -> ErrorRecord {
    ErrorRecord::new("USER_UNKNOWN", "no user `eve`").with_exit_code(5).with_summary("No user has this name.")
}

#[test]
fn without_a_docs_url_the_title_is_the_reason_phrase() {
    let problem = json(&missing());
    assert_eq!([&problem["type"], &problem["title"]], ["about:blank", "Not Found"]);
    assert_eq!(problem["summary"], "No user has this name.");
    // A problem with its own type also has its own title.
    let problem = json(&missing().with_docs_url("https://example.com/USER_UNKNOWN"));
    assert_eq!(problem["title"], "No user has this name.");
    assert_eq!(problem.get("summary"), None);
    // Status 499 has no standard reason phrase.
    let problem = json(&missing().with_status(499));
    assert_eq!([&problem["type"], &problem["title"]], ["about:blank", "No user has this name."]);
}

/// The reason phrases of RFC 9110, and of the RFCs that registered the other statuses.
#[test]
fn every_registered_status_has_its_title() {
    let titles = (400..600).filter_map(|status| {
        let title = json(&ErrorRecord::new("X_Y", "m").with_status(status))["title"].as_str()?.to_owned();
        Some(format!("{status} {title}\n"))
    });
    crate::snapshots::same(titles.collect::<String>(), snapbox::file!["snapshots/problem_titles.txt"]);
}

#[test]
fn the_summary_is_parsed_whatever_the_title() {
    let page = |record: ErrorRecord| record.with_docs_url("https://example.com/USER_UNKNOWN");
    for record in [
        missing(),
        missing().with_status(499),
        page(missing()),
        missing().with_summary("Not Found"),
        page(missing().with_summary("Not Found")),
    ] {
        assert_eq!(parse(&render(&record, Format::Problem)).unwrap().summary, record.summary);
    }
    let plain = ErrorRecord::new("X_Y", "m").with_exit_code(5);
    assert_eq!(parse(&render(&plain, Format::Problem)).unwrap().summary, None);
}

#[test]
fn titles_of_others_are_summaries_unless_they_repeat_the_status() {
    let read = |text: &str| Format::Problem.parse(text).unwrap();
    let spring = read(r#"{"type":"about:blank","title":"Bad Request","status":400,"detail":"no content"}"#);
    assert_eq!((spring.message.as_str(), spring.summary.as_deref()), ("no content", None));
    let short = read(r#"{"title":"Forbidden","status":403}"#);
    assert_eq!((short.message.as_str(), short.summary.as_deref()), ("Forbidden", None));
    let own = read(r#"{"title":"Out of credit","status":403,"summary":"of the month"}"#);
    assert_eq!((own.message.as_str(), own.summary.as_deref()), ("Out of credit", Some("Out of credit")));
    assert_eq!(own.value("summary"), Some(json!("of the month")));
}

fn invalid() -> ErrorRecord {
    ErrorRecord::new("ORDER_INVALID", "the order is invalid")
        .with_docs_url("https://example.com/ORDER_INVALID")
        .with_exit_code(2)
        .with_field_error(FieldError::new("items.0.a/b", "No item has this name.").sent("hammer").options(["anvil"]))
        .with_field_error(FieldError::new("password", "Too short.").sent("hunter2"))
        .with_field_error(FieldError::new("", "Not an order."))
}

#[test]
fn invalid_fields_are_in_errors_as_in_the_rfc() {
    let problem = json(&invalid());
    assert_eq!(
        problem["errors"],
        json!([
            {"detail": "No item has this name. You sent: 'hammer'. Valid options: 'anvil'.", "pointer": "#/items/0/a~1b"},
            {"detail": "Too short. You sent: [REDACTED].", "pointer": "#/password"},
            {"detail": "Not an order.", "pointer": "#"},
        ])
    );
    assert_eq!(problem["context"]["fields"].as_array().map(Vec::len), Some(3));
    assert_eq!(json(&missing()).get("errors"), None);
    // Parsing must not add the fields to the context as well.
    let read = parse(&render(&invalid(), Format::Problem)).unwrap();
    assert_eq!((&read.field_errors(), read.context.len()), (&invalid().field_errors(), 1));
}

#[test]
fn errors_of_others_are_field_errors_if_they_are_that_and_no_more() {
    let read = |errors: &str| Format::Problem.parse(&format!(r#"{{"title":"t","errors":{errors}}}"#)).unwrap();
    let of_the_rfc =
        read(r##"[{"detail":"must be positive","pointer":"#/age"},{"detail":"unknown","pointer":"/a/0"}]"##);
    let fields: Vec<_> = of_the_rfc.field_errors().into_iter().map(|field| (field.field(), field.text())).collect();
    assert_eq!(fields, [("age", "must be positive".to_owned()), ("a.0", "unknown".to_owned())]);
    assert_eq!(of_the_rfc.context.len(), 1);
    for other in [
        "[]",
        "5",
        r#"{"age":["no"]}"#,
        r##"[{"detail":"d","pointer":"#/a","code":7}]"##,
        r##"[{"detail":"d","pointer":"#/a"},"x"]"##,
        r#"[{"detail":"d","pointer":"age"}]"#,
    ] {
        let record = read(other);
        assert_eq!(record.value("errors"), Some(serde_json::from_str(other).unwrap()));
        assert!(record.field_errors().is_empty());
    }
}

#[test]
fn errors_next_to_other_fields_are_kept() {
    let text = r##"{"title":"t","errors":[{"detail":"d","pointer":"#/b"}],"context":{"fields":[{"field":"a","message":"m"}]}}"##;
    let record = Format::Problem.parse(text).unwrap();
    assert_eq!((record.field_errors().len(), record.field_errors()[0].field()), (1, "a"));
    assert!(record.value("errors").is_some());
    // Writing the record again must not duplicate the name.
    let text = r##"{"title":"t","errors":[{"detail":"d","pointer":"#/b"}],"context":{"fields":"cut","errors":5}}"##;
    let record = Format::Problem.parse(text).unwrap();
    assert!(record.field_errors().is_empty());
    assert_eq!((record.value("fields"), record.value("errors")), (Some(json!("cut")), Some(json!(5))));
}

#[test]
fn a_long_value_does_not_cost_a_list_of_fields_its_shape() {
    let long = |value: Value| {
        invalid()
            .with_field_error(FieldError::new("blob", "Too long.").sent(value))
            .with_field_error(FieldError::new("n", "No.").sent(7))
    };
    for (value, shown) in [
        (json!("x".repeat(1_000_000)), format!("{}...", "x".repeat(47))),
        (json!(vec![0; 100_000]), "array(100000)".to_owned()),
    ] {
        for format in [Format::Problem, Format::Envelope] {
            let text = render(&long(value.clone()), format);
            assert!(text.len() < 3_000, "{format}: {}", text.len());
            let read = parse(&text).unwrap();
            assert_eq!(read.field_errors().len(), 5);
            assert_eq!(*read.field_errors()[3], FieldError::new("blob", "Too long.").sent(shown.clone()));
            assert_eq!(*read.field_errors()[4], FieldError::new("n", "No.").sent(7));
        }
    }
    assert!(!render(&long(json!("x".repeat(1_000_000))), Format::Problem).contains("hunter2"));
}
