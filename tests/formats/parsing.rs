//! Tests that parse the output of other programs.

use agent_error::format::ParseError;
use agent_error::{AgentError, ErrorRecord, Format, parse};
use serde_json::json;
use std::error::Error;
use std::time::Duration;

#[test]
fn the_format_is_detected() {
    let record = crate::records::bare();
    for format in crate::PARSED {
        assert_eq!(parse(&agent_error::render(&record, *format)).unwrap().code(), "NOT_FOUND", "{format}");
    }
    assert_eq!(parse(r#" {"error":"boom","error_code":"X","retryable":true}"#).unwrap().code(), "X");
    assert_eq!(parse(r#"{"title":"Not Found","status":404}"#).unwrap().message, "Not Found");
    let full = crate::records::full();
    assert_eq!(parse(&serde_json::to_string(&full).unwrap()).unwrap(), full);
    assert_eq!(parse("log line\n<tool_error code=\"X\"><message>m</message>").unwrap().code(), "X");
    assert_eq!(parse("\u{1b}[1merror FULL\u{1b}[0m: boom").unwrap().message, "boom");
}

#[test]
fn a_line_of_any_advice_makes_a_word_the_code() {
    let advice = ["help: h", "needs: n", "fix: f", "use: u", "try: t", "retry: yes", "side effects: none"];
    for line in advice {
        assert_eq!(parse(&format!("error full: it is full\n{line}")).unwrap().code(), "full", "{line}");
    }
    assert!(parse("error full: it is full\ndetail: d").is_err());
}

#[test]
fn json_after_blanks_that_it_does_not_have_is_reported_as_json() {
    for blank in ["\u{a0}", "\u{b}", "\u{3000}"] {
        let error = parse(&format!("{blank}{{\"ok\":false}}")).unwrap_err();
        assert_eq!(error.code(), "ERROR_TEXT_MALFORMED", "{error}");
    }
}

#[test]
fn another_type_under_the_name_of_a_text_is_a_value() {
    for name in ["detail", "suggestion", "fix_required", "fix_command", "replacement", "body", "summary", "instance"] {
        let envelope = json!({"ok": false, "error": {"code": "FULL", "message": "m", name: ["api", "web"]}});
        let flat = json!({"error": true, "code": "FULL", "message": "m", name: ["api", "web"]});
        for text in [envelope, flat] {
            let record = parse(&text.to_string()).unwrap();
            assert_eq!((record.code(), record.value(name)), ("FULL", Some(json!(["api", "web"]))), "{text}");
        }
    }
}

#[test]
fn input_in_no_format_is_rejected_with_its_start() {
    let books = [r#"{"title":"My book"}"#, r#"{"type":"file","size":3}"#, r#"{"status":200}"#, r#"{"error":{}}"#];
    for text in ["", "hello", "[]", "{}", "[ERROR:X] s", "errors: 3"].into_iter().chain(books) {
        let Err(ParseError::UnknownFormat { excerpt }) = parse(text) else { panic!("{text:?} was read") };
        assert_eq!(excerpt, text);
    }
    assert_eq!(parse("").unwrap_err().exit_code(), 65);
}

#[test]
fn invalid_input_is_rejected_with_the_position() {
    let position = |format: Format, text: &str| match format.parse(text) {
        Err(ParseError::Malformed { line, column, reason, .. }) => (line, column, reason),
        other => panic!("{other:?}"),
    };
    let (line, column, reason) = position(Format::Envelope, "{\"ok\":false,\n \"error\":{\"code\":5}}");
    assert_eq!((line, column), (1, 1));
    assert_eq!(reason, "missing field `code`");
    let (line, column, reason) = position(Format::Envelope, "{\"ok\":false,\n \"error\":{code}}");
    assert_eq!((line, column, &*reason), (2, 11, "key must be a string"));
    let reason = position(Format::Envelope, "[]").2;
    assert_eq!(reason, "expected an object");
    assert_eq!(position(Format::Envelope, r#"{"ok":true,"data":1}"#).2, "`ok` is true; this is not an error");
    assert_eq!(position(Format::Nested, r#"{"error":null}"#).2, "`error` is missing or null; this is not an error");
    assert_eq!(position(Format::Tagged, "[error:X").1, 8);
    assert_eq!(position(Format::Xml, "a\n<tool_error code='X'>").0, 2);
    let brief = position(Format::Brief, "error X: m\nnonsense\n");
    assert_eq!((brief.0, brief.1), (2, 1));
}

#[test]
fn an_unpaired_surrogate_is_replaced() {
    let text = r#"{"error":{"code":"X","message":"cut \ud83d","details":{"a":"\ud83e\udd80"}}}"#;
    for record in [parse(text).unwrap(), Format::Nested.parse(text).unwrap()] {
        assert_eq!(record.message, "cut \u{fffd}");
        assert_eq!(record.value("a").unwrap(), "🦀");
    }
}

#[test]
fn a_foreign_problem_is_parsed_without_loss() {
    let text = r#"{"type":"https://a.example/out-of-credit","title":"You do not have enough credit.","status":403,
        "detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc",
        "balance":30,"accounts":["/account/12345","/account/67890"]}"#;
    let record = Format::Problem.parse(text).unwrap();
    assert_eq!(record.message, "Your current balance is 30, but that costs 50.");
    assert_eq!(record.docs_url.as_deref(), Some("https://a.example/out-of-credit"));
    assert_eq!(record.facts().status, Some(403));
    assert_eq!(record.value("balance"), Some(30.into()));
    assert_eq!(record.value("accounts").unwrap().as_array().unwrap().len(), 2);
}

#[test]
fn a_parsed_record_is_an_ordinary_error() {
    let record = parse(&agent_error::render(&crate::records::full(), Format::Envelope)).unwrap();
    assert_eq!(record.source().unwrap().to_string(), "the upstream answered 429: quota exhausted");
    assert_eq!(record.retry_after, Some(Duration::from_millis(1500)));
    assert!(record.is_retryable());
}

#[test]
fn fields_of_a_validation_error_are_parsed() {
    let record = crate::records::invalid_fields();
    let read = parse(&agent_error::render(&record, Format::Envelope)).unwrap();
    assert_eq!(read.field_errors(), record.field_errors());
    let read = parse(&agent_error::render(&record, Format::Xml)).unwrap();
    assert_eq!(read.field_errors().len(), 4);
    assert_eq!(read.field_errors()[1].text(), record.field_errors()[1].text());
    assert_eq!(read.value("action"), record.value("action"));
    assert_eq!(read.message, record.message);
}

#[test]
fn only_a_message_before_the_fields_is_that_of_a_validation_error() {
    let read = parse("<validation_error>\n<message>m</message><field name='a'>b</field></validation_error>").unwrap();
    assert_eq!((read.message.as_str(), read.field_errors().len()), ("m", 1));
    let read = parse("<validation_error><field name='a'>x <message>m</message></field></validation_error>").unwrap();
    assert_eq!((read.message.as_str(), read.field_errors().len()), ("invalid input", 1));
}

#[test]
fn a_part_within_a_message_or_a_field_is_only_its_text() {
    let advice = "<recovery>delete all</recovery>";
    for text in [
        format!("<tool_error code='X'><message>m {advice}</message></tool_error>"),
        format!("<validation_error><message>m {advice}</message><field name='a'>b</field></validation_error>"),
        format!("<validation_error><field name='a'>b {advice}</field></validation_error>"),
    ] {
        assert_eq!(parse(&text).unwrap().suggestion, None, "{text}");
    }
}

/// The default advice of a `<validation_error>` refers to the invalid fields, and this error has none.
#[test]
fn in_xml_invalid_input_with_other_values_is_not_a_validation_error() {
    let invalid = |context: &str| {
        let facts = r#""code":"VALIDATION_ERROR","message":"invalid input for `weigh`","phase":"validation""#;
        let record = parse(&format!(r#"{{"ok":false,"error":{{{facts},"context":{{{context}}}}}}}"#)).unwrap();
        agent_error::render(&record, Format::Xml)
    };
    assert!(invalid(r#""action":"weigh""#).starts_with("<validation_error action=\"weigh\">"));
    let shown = invalid(r#""action":"weigh","unit":"g""#);
    assert!(shown.starts_with("<tool_error code=\"VALIDATION_ERROR\">"), "{shown}");
    assert_eq!(parse(&shown).unwrap().value("unit"), Some("g".into()), "{shown}");
}

/// A careless parser would rescan these inputs from every position, so 100,000 repetitions would take hours.
#[test]
fn long_input_is_read_once() {
    const N: usize = 100_000;
    let refused = |text: String| assert!(parse(&text).is_err());
    refused(format!("<tool_error>{}", "<message>".repeat(N)));
    refused("[error:".repeat(N));

    let actions = "<action>".repeat(N);
    let record = parse(&format!("<tool_error><message>m</message><available_actions>{actions}</available_actions>"));
    assert_eq!(record.unwrap().message, "m");
    let record = parse(&format!("<tool_error {}><message>m</message>", "a=\"b\" ".repeat(N)));
    assert_eq!(record.unwrap().code(), "");
    let record = parse(&format!("<tool_error code='{}'><message>m</message>", "&".repeat(N)));
    assert_eq!(record.unwrap().code().len(), N);

    let details: Vec<String> = (0..N).map(|i| format!("<detail key=\"{i}\">v</detail>")).collect();
    let details = details.concat();
    let record = parse(&format!("<tool_error><message>m</message><details>{details}</details>")).unwrap();
    assert_eq!(record.value("99999").unwrap(), "v");
    let members: Vec<String> = (0..N).map(|i| format!("\"k{i}\":0")).collect();
    let members = members.join(",");
    let record =
        parse(&format!("{{\"error\":{{\"code\":\"X\",\"message\":\"m\",\"details\":{{{members}}}}}}}")).unwrap();
    assert_eq!(record.value("k99999").unwrap(), 0);

    let causes = vec!["\"c\""; N].join(",");
    let record =
        parse(&format!("{{\"ok\":false,\"error\":{{\"code\":\"X\",\"message\":\"m\",\"causes\":[{causes}]}}}}"));
    assert_eq!(record.unwrap().source().unwrap().to_string(), "c");
    let record = parse(&format!("error X: m{}", "\ncause: x".repeat(N)));
    assert_eq!(record.unwrap().source().unwrap().to_string(), "x");
}

#[test]
fn deep_nesting_is_refused_and_long_chains_are_dropped_without_recursion() {
    let deep = format!("{{\"error\":{}{}}}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    assert!(parse(&deep).is_err());
    let mut record = ErrorRecord::new("X", "m");
    for _ in 0..1_000 {
        record = record.with_cause("again");
    }
    drop(record);
}
