//! Tests of what RFC 9457 specifies: the title of `about:blank` problems, and the `errors` list.

use agent_error::format::Reader;
use agent_error::{ErrorRecord, FieldError, Format, render};
use agent_error_tests::parse;
use serde_json::{Value, json};

fn json(record: &ErrorRecord) -> Value {
    serde_json::from_str(&render(record, Format::PROBLEM)).unwrap()
}

fn missing() -> ErrorRecord {
    ErrorRecord::new("USER_UNKNOWN", "no user `eve`")
        .with_exit_code(5)
        .with_summary("No user has this name.")
}

#[test]
fn without_a_docs_url_the_title_is_the_reason_phrase() {
    let problem = json(&missing());
    assert_eq!(
        [&problem["type"], &problem["title"]],
        ["about:blank", "Not Found"]
    );
    assert_eq!(problem["summary"], "No user has this name.");
    // A problem with its own type also has its own title.
    let problem = json(&missing().with_docs_url("https://example.com/USER_UNKNOWN"));
    assert_eq!(problem["title"], "No user has this name.");
    assert_eq!(problem.get("summary"), None);
    // Status 499 has no standard reason phrase.
    let problem = json(&missing().with_status(499));
    assert_eq!(
        [&problem["type"], &problem["title"]],
        ["about:blank", "No user has this name."]
    );
}

/// The reason phrases of RFC 9110, and of the RFCs that registered the other statuses.
#[test]
fn every_registered_status_has_its_title() {
    let titles = (400..600).filter_map(|status| {
        let title = json(&ErrorRecord::new("X_Y", "m").with_status(status))["title"]
            .as_str()?
            .to_owned();
        Some(format!("{status} {title}\n"))
    });
    crate::snapshots::same(
        titles.collect::<String>(),
        snapbox::file!["snapshots/problem_titles.txt"],
    );
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
        assert_eq!(
            parse(&render(&record, Format::PROBLEM)).unwrap().summary(),
            record.summary()
        );
    }
    let plain = ErrorRecord::new("X_Y", "m").with_exit_code(5);
    assert_eq!(
        parse(&render(&plain, Format::PROBLEM)).unwrap().summary(),
        None
    );
}

fn invalid() -> ErrorRecord {
    ErrorRecord::new("ORDER_INVALID", "the order is invalid")
        .with_docs_url("https://example.com/ORDER_INVALID")
        .with_exit_code(2)
        .with_field_error(
            FieldError::new("items.0.a/b", "No item has this name.")
                .sent("hammer")
                .options(["anvil"]),
        )
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
    assert_eq!(
        problem["context"]["fields"].as_array().map(Vec::len),
        Some(3)
    );
    assert_eq!(json(&missing()).get("errors"), None);
    // Parsing must not add the fields to the context as well.
    let read = parse(&render(&invalid(), Format::PROBLEM)).unwrap();
    assert_eq!(
        (
            read.field_errors().collect::<Vec<_>>(),
            read.context().len()
        ),
        (invalid().field_errors().collect(), 1)
    );
}

#[test]
fn problems_of_others_are_parsed_without_loss() {
    let shown = [
        // A title that repeats the status isn't a summary.
        r#"{"type":"about:blank","title":"Bad Request","status":400,"detail":"no content"}"#,
        r#"{"title":"Forbidden","status":403}"#,
        r#"{"title":"Out of credit","status":403,"summary":"of the month"}"#,
        // Errors are field errors if they have a message and a pointer, but no other members.
        r##"{"title":"t","errors":[{"detail":"must be positive","pointer":"#/age"},{"detail":"unknown","pointer":"/a/0"}]}"##,
        r#"{"title":"t","errors":[]}"#,
        r#"{"title":"t","errors":{"age":["no"]}}"#,
        r##"{"title":"t","errors":[{"detail":"d","pointer":"#/a","code":7}]}"##,
        r##"{"title":"t","errors":[{"detail":"d","pointer":"#/a"},"x"]}"##,
        r##"{"title":"t","errors":[{"detail":"d","pointer":"/a/~01"},{"detail":"d","pointer":"/a%20b"},{"detail":"d","pointer":"#/%zz%4"},{"detail":"d","pointer":"#/%FF%c3%9F%+1"}]}"##,
        r#"{"title":"t","errors":[{"detail":"d","pointer":"age"}]}"#,
        r##"{"title":"t","errors":[{"detail":"d","pointer":"#age"}]}"##,
        // Errors next to other fields are kept.
        r##"{"title":"t","errors":[{"detail":"d","pointer":"#/b"}],"context":{"fields":[{"field":"a","message":"m"}]}}"##,
        r##"{"title":"t","errors":[{"detail":"d","pointer":"#/b"}],"context":{"fields":"cut","errors":5}}"##,
        // Numbers are exact, and equal names are numbered.
        r#"{"title":"t","a":{"b":12.34e1,"b":-1.5e200}}"#,
    ]
    .map(|text| format!("{text}\n  {}\n", serde_json::to_string(&Reader::PROBLEM.read(text).unwrap()).unwrap()));
    crate::snapshots::same(shown.concat(), snapbox::file!["snapshots/problems.txt"]);
}

#[test]
fn a_long_value_does_not_cost_a_list_of_fields_its_shape() {
    let long = |value: Value| {
        invalid()
            .with_field_error(FieldError::new("blob", "Too long.").sent(value))
            .with_field_error(FieldError::new("n", "No.").sent(7))
    };
    for (value, shown) in [
        (
            json!("x".repeat(1_000_000)),
            format!("{}...", "x".repeat(47)),
        ),
        (json!(vec![0; 100_000]), "array(100000)".to_owned()),
    ] {
        for format in [Format::PROBLEM, Format::ENVELOPE] {
            let text = render(&long(value.clone()), format);
            assert!(text.len() < 3_000, "{format}: {}", text.len());
            let read = parse(&text).unwrap();
            assert_eq!(read.field_errors().collect::<Vec<_>>().len(), 5);
            assert_eq!(
                *read.field_errors().nth(3).unwrap(),
                FieldError::new("blob", "Too long.").sent(shown.clone())
            );
            assert_eq!(
                *read.field_errors().nth(4).unwrap(),
                FieldError::new("n", "No.").sent(7)
            );
        }
    }
    assert!(!render(&long(json!("x".repeat(1_000_000))), Format::PROBLEM).contains("hunter2"));
}
