//! Reading what was written gives back what the table of carried facts says, whatever the facts hold.
//!
//! 2,000 records a run; `AGENT_ERROR_CASES=1000000 cargo test --release …` tries as many as one asks for.

use crate::invariants::{check_form, check_record};
use agent_error::format::{Carried, Said, clean};
use agent_error::{AgentError, ErrorRecord, FieldError, Format, render};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Texts that try to be more than a value.
const PIECES: &[&str] = &[
    "hint: x",
    "\nhint: x",
    "help: ",
    "\n    help: x",
    "   cause: y",
    "[error:X] ",
    "</message>",
    "]]>",
    "<![CDATA[",
    "<action>",
    "&amp;",
    "&",
    "\"",
    "\\",
    "'",
    ", ",
    ": ",
    "; ",
    "\n",
    "\t",
    "\r\n",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{9b}31m",
    "\u{1b}[31m",
    "\u{1b}]0;t\u{7}",
    "\u{1b}]",
    "\u{1b}",
    "\u{202e}",
    "\u{2066}",
    "\u{2028}",
    "\u{2029}",
    "\u{fffe}",
    "\u{ffff}",
    "Run `x`",
    "--",
    "-x",
    "a",
    "é",
    "🦀",
    " ",
    "{",
    "}",
    "[",
    "]",
    "fields",
    "action",
    "code=",
    "\nfix: x",
    "field a",
    "side effects",
    "about:blank ",
    "http://x/y",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = || prop::collection::vec(prop::sample::select(PIECES), 0..5).prop_map(|pieces| pieces.concat());
    prop_oneof![4 => "[a-zA-Z0-9 _.,:;!?<>&\"'\\]\\[{}()/\\\\=-]{0,20}", 3 => pieces(), 1 => any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no NaN", |number| number.is_finite()).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{0,3}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn field() -> impl Strategy<Value = Value> {
    (text(), text(), prop::option::of(text()), prop::option::of(text()), prop::collection::vec(text(), 0..3)).prop_map(
        |(field, message, sent, expected, options)| {
            let mut error = json!({"field": field, "message": message});
            let members = [("sent", sent.map(Value::from)), ("expected", expected.map(Value::from))];
            for (name, value) in members {
                if let Some(value) = value {
                    error[name] = value;
                }
            }
            if !options.is_empty() {
                error["options"] = options.into();
            }
            error
        },
    )
}

const TEXTS: [&str; 9] =
    ["summary", "detail", "suggestion", "fix_required", "fix_command", "replacement", "docs_url", "body", "instance"];

/// A record with any facts, as a program makes one.
fn record() -> impl Strategy<Value = ErrorRecord> {
    let word = |words: &'static [&'static str]| prop::option::of(prop::sample::select(words));
    let words = (
        word(&["immediate", "linear_backoff", "exponential_backoff"]),
        word(&["validation", "execution", "cleanup"]),
        word(&["none", "partial", "complete"]),
        prop::sample::select(&["warning", "error", "critical"]),
    );
    let numbers = (any::<bool>(), prop::option::of(0..u64::from(u32::MAX)), prop::option::of(100..600_u16), 1..=125_u8);
    let lists = (
        prop::collection::vec(text(), 0..3),
        prop::collection::vec(text(), 0..3),
        prop::collection::vec((text(), value()), 0..4),
        prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(field(), 1..3)],
    );
    let texts = prop::collection::vec(prop::option::weighted(0.4, text()), TEXTS.len());
    (text(), text(), texts, words, numbers, lists).prop_map(|(code, message, texts, words, numbers, lists)| {
        let mut members = Map::from_iter([("code".to_owned(), code.into()), ("message".to_owned(), message.into())]);
        let mut put = |name: &str, value: Option<Value>| members.extend(value.map(|value| (name.to_owned(), value)));
        TEXTS.iter().zip(texts).for_each(|(name, text)| put(name, text.map(Value::from)));
        put("retry_strategy", words.0.map(Value::from));
        put("phase", words.1.map(Value::from));
        put("side_effects", words.2.map(Value::from));
        put("severity", Some(words.3.into()));
        put("retryable", Some(numbers.0.into()));
        put("retry_after_ms", numbers.1.map(Value::from));
        put("status", numbers.2.map(Value::from));
        put("exit_code", Some(numbers.3.into()));
        put("causes", Some(lists.0.into()));
        put("actions", Some(lists.1.into()));
        let mut context: Map<String, Value> = lists.2.into_iter().filter(|(name, _)| clean(name) != "fields").collect();
        if !lists.3.is_empty() {
            context.insert("fields".to_owned(), lists.3.into());
        }
        put("context", Some(context.into()));
        serde_json::from_value(Value::Object(members)).unwrap()
    })
}

/// Errors of a program, with any text in them.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://example.com/errors/{code}")]
enum Derived {
    /// The host does not answer.
    #[error("cannot reach {host}")]
    #[code("ROUND_TRIP_UNREACHABLE", exit = 12, retry_after = "5s", retry = exponential, suggest = "Check {host}")]
    Unreachable { host: String, source: std::io::Error },
    /// The user is not in the project.
    #[error("user {name} is not in project {project}")]
    #[code("ROUND_TRIP_NO_USER", exit = 5, fix = "tool add {name} --to {project}", detail = "of {tags:?}", severity = warning)]
    NoUser { name: String, project: String, tags: Vec<String> },
    /// The call has invalid fields.
    #[error("invalid {what}")]
    #[code("ROUND_TRIP_INVALID", exit = 2, actions = names)]
    Invalid {
        what: String,
        fields: Vec<FieldError>,
        #[context(skip)]
        names: Vec<String>,
    },
    /// The command failed.
    #[error("exit {status}")]
    #[code("ROUND_TRIP_FAILED", status = 409, side_effects = partial, fix_required = "{output}", body = output)]
    Failed {
        status: u8,
        #[context(skip)]
        output: String,
    },
}

fn derived() -> impl Strategy<Value = Derived> {
    prop_oneof![
        (text(), text()).prop_map(|(host, cause)| Derived::Unreachable { host, source: std::io::Error::other(cause) }),
        (text(), text(), prop::collection::vec(text(), 0..3)).prop_map(|(name, project, tags)| Derived::NoUser {
            name,
            project,
            tags
        }),
        (text(), prop::collection::vec((text(), text(), text()), 1..3), prop::collection::vec(text(), 0..3)).prop_map(
            |(what, fields, names)| {
                let fields = fields.into_iter().map(|(name, text, sent)| FieldError::new(name, text).sent(sent));
                Derived::Invalid { what, fields: fields.collect(), names }
            }
        ),
        (any::<u8>(), text()).prop_map(|(status, output)| Derived::Failed { status, output }),
    ]
}

fn members(record: &ErrorRecord) -> Map<String, Value> {
    match serde_json::to_value(record).unwrap() {
        Value::Object(members) => members,
        other => panic!("{other}"),
    }
}

/// A text as a format shows it.
fn shown(text: &str, format: Format) -> String {
    let text = clean(&text);
    match format {
        Format::Human | Format::Brief => text.chars().fold(String::new(), |mut shown, character| {
            match character {
                '\u{2028}' | '\u{2029}' => shown.push('\n'),
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => shown.extend(character.escape_unicode()),
                other => shown.push(other),
            }
            shown
        }),
        Format::Xml => text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"),
        _ => text,
    }
}

fn shown_value(value: &Value, format: Format) -> Value {
    match value {
        Value::String(text) => shown(text, format).into(),
        Value::Array(values) => values.iter().map(|value| shown_value(value, format)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (shown(name, format), shown_value(value, format))).collect()
        }
        other => other.clone(),
    }
}

/// A number as JavaScript writes it: digits alone in the middle of the range, `e+` and `e-` at its edges.
fn in_javascript(number: f64) -> String {
    match number.abs() {
        0.0 => "0".to_owned(),
        size if (1e-6..1e21).contains(&size) => number.to_string(),
        size => format!("{number:e}").replace('e', if size < 1.0 { "e" } else { "e+" }),
    }
}

/// A text in one line.
fn line(text: &str) -> String {
    text.split(['\n', '\u{2028}', '\u{2029}']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The fix, unless some format shows it changed.
fn fix(record: &ErrorRecord) -> Option<String> {
    let odd = |c: char| {
        c != '\t'
            && (c.is_control()
                || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}'))
    };
    record.fix_command.clone().filter(|fix| !fix.contains(odd))
}

/// The text for one place of advice: the suggestion, the fix, or the condition.
fn advice(record: &ErrorRecord) -> Option<String> {
    let fix = fix(record).filter(|fix| !fix.is_empty()).map(|fix| format!("Run `{fix}`"));
    let replacement = record.replacement.as_ref().filter(|name| !clean(name).is_empty());
    let replacement = replacement.map(|name| format!("Use `{name}`"));
    let texts = [record.suggestion.clone(), fix, replacement, record.fix_required.clone()];
    texts.into_iter().flatten().find(|text| !clean(text).is_empty())
}

/// The errors of fields as text, a line each.
fn field_lines(record: &ErrorRecord) -> Option<String> {
    let lines: Vec<String> =
        record.field_errors.iter().map(|error| format!("{}: {}", error.field(), error.text())).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What of an error comes back, as the JSON of a record.
#[allow(clippy::too_many_lines, reason = "one arm a format, and what they share")]
fn expected(record: &ErrorRecord, format: Format) -> Map<String, Value> {
    let carried = |said: Said| format.carries(said);
    let mut kept = Map::new();
    let mut whole = members(record);
    let fields = whole.get_mut("context").and_then(|context| context.as_object_mut()?.remove("fields"));
    for (name, value) in &whole {
        let Ok(said) = name.parse::<Said>() else { continue };
        if matches!(carried(said), Carried::Whole | Carried::AsText) {
            kept.insert(name.clone(), shown_value(value, format));
        }
    }
    let mut put = |name: &str, value: Option<Value>| match value {
        Some(value) => drop(kept.insert(name.to_owned(), value)),
        None => drop(kept.remove(name)),
    };
    let text = |text: Option<String>| text.map(|text| Value::from(shown(&text, format)));
    let filled = |value: Option<Value>| value.filter(|value| value != "");
    let one_advice = [Format::Flat, Format::Xml, Format::Tagged].contains(&format);
    if one_advice {
        put("suggestion", text(advice(record)));
    }
    if carried(Said::FixCommand) == Carried::Whole {
        put("fix_command", text(fix(record)));
    }
    if record.code.is_empty() {
        put(
            "code",
            Some(
                record
                    .facts
                    .status
                    .filter(|_| format != Format::Problem)
                    .map_or(String::new(), |status| format!("HTTP_{status}"))
                    .into(),
            ),
        );
    }
    let waits = record.retry_after.is_some_and(|wait| !wait.is_zero());
    let retryable = record.facts.retryable == Some(true);
    match format {
        Format::Envelope | Format::Problem => {
            let usual = |name: &str, word: &str| whole.get(name).is_some_and(|value| value == word);
            if usual("severity", "error") {
                put("severity", None);
            }
            if usual("side_effects", "none") {
                put("side_effects", None);
            }
            if let Some(causes) = whole.get("causes").and_then(Value::as_array) {
                let causes: Vec<&str> = causes.iter().filter_map(Value::as_str).collect();
                put("cause", text(Some(causes.join(": "))));
            }
            if format == Format::Problem {
                put("status", Some(record.facts.http_status().into()));
            }
        }
        Format::Flat => put("detail", text(record.detail.clone().or_else(|| field_lines(record)))),
        Format::Tagged => {
            put("code", Some(line(&shown(&kept_code(record), format).replace(']', "_")).into()));
            put("message", Some(line(&shown(&record.message, format)).into()));
            let advice = advice(record).map(|advice| line(&shown(&advice, format)));
            put("suggestion", filled(advice.map(Value::from)));
            put("detail", None);
            let body = [record.body.clone(), record.detail.clone().or_else(|| field_lines(record))];
            put("body", body.into_iter().find_map(|body| filled(text(body))));
        }
        Format::Xml => {
            put("detail", filled(text(record.detail.clone())));
            put("retryable", (retryable && (waits || record.retry_after.is_none())).then_some(true.into()));
            if waits {
                put("retryable", Some(true.into()));
            } else {
                put("retry_after_ms", None);
            }
            let actions: Vec<Value> = record
                .actions
                .iter()
                .map(|name| shown(name, format))
                .filter(|name| !name.trim().is_empty())
                .map(Value::from)
                .collect();
            put("actions", Some(actions.into()));
        }
        Format::Human | Format::Brief => {
            let code = shown(&kept_code(record), format);
            put(
                "code",
                Some(
                    match format {
                        Format::Human => code.replace('\n', " ").replace(']', "_"),
                        _ => code.replace(char::is_whitespace, "_"),
                    }
                    .into(),
                ),
            );
            if whole.get("side_effects").is_some_and(|done| done == "none") {
                put("side_effects", None);
            }
            let is_advised = ["suggestion", "fix_required", "replacement"]
                .iter()
                .any(|name| whole.get(*name).and_then(Value::as_str).is_some_and(|text| !clean(&text).is_empty()));
            let is_advised = is_advised || fix(record).is_some_and(|fix| !clean(&fix).is_empty());
            for name in ["detail", "suggestion", "fix_required", "replacement", "docs_url", "body"] {
                put(
                    name,
                    filled(whole.get(name).and_then(Value::as_str).and_then(|found| text(Some(found.to_owned())))),
                );
            }
            if format == Format::Brief && is_advised {
                put("docs_url", None);
            }
            put("fix_command", filled(text(fix(record))));
            let causes = whole.get("causes").and_then(Value::as_array).cloned();
            let causes = causes.unwrap_or_else(|| whole.get("cause").cloned().into_iter().collect());
            let causes: Vec<Value> =
                causes.iter().map(|cause| shown_value(cause, format)).filter(|cause| cause != "").collect();
            put("cause", None);
            put("causes", Some(causes.into()));
            put("retryable", retryable.then_some(true.into()));
            if !retryable {
                put("retry_strategy", None);
            }
            if !retryable || !waits {
                put("retry_after_ms", None);
            }
            let actions: Vec<Value> = record
                .actions
                .iter()
                .map(|name| shown(name, format))
                .filter(|name| !name.is_empty())
                .map(Value::from)
                .collect();
            put("actions", Some(actions.into()));
        }
        Format::Nested => {}
        other => panic!("how {other} shows what it carries is not stated here"),
    }
    let mut context = kept.remove("context").and_then(|context| context.as_object().cloned()).unwrap_or_default();
    if matches!(carried(Said::Context), Carried::AsText | Carried::IfUnsaid) {
        for (name, value) in &record.context {
            if format == Format::Brief && value.is_string() {
                context.insert(shown(name, format), shown_value(value, format));
            } else if !value.is_string() && name != "fields" {
                let float = value.as_f64().filter(|_| value.is_f64() && format == Format::Xml);
                let text = float.map_or_else(|| value.to_string(), in_javascript);
                context.insert(shown(name, format), shown(&text, format).into());
            }
        }
    }
    if let Some(fields) = fields {
        match (carried(Said::Fields), format) {
            (Carried::Whole, _) => drop(context.insert("fields".to_owned(), shown_value(&fields, format))),
            (_, Format::Human | Format::Xml | Format::Brief) => {
                let fields: Vec<Value> = record
                    .field_errors
                    .iter()
                    .map(
                        |error| json!({"field": shown(error.field(), format), "message": shown(&error.text(), format)}),
                    )
                    .collect();
                context.insert("fields".to_owned(), fields.into());
            }
            _ => {}
        }
        if format == Format::Xml {
            validation_error(record, &mut kept, &mut context);
        }
    }
    kept.insert("context".to_owned(), context.into());
    kept
}

/// A `<validation_error>` has a shape of its own: the fields, the action of the context, detail, advice, and whether to repeat.
fn validation_error(record: &ErrorRecord, kept: &mut Map<String, Value>, context: &mut Map<String, Value>) {
    context.retain(|name, _| name == "action" || name == "fields");
    let action = context.get("action").and_then(Value::as_str);
    let message = action.map_or("invalid input".to_owned(), |action| format!("invalid input for `{action}`"));
    kept.retain(|name, _| !["severity", "retry_after_ms", "actions"].contains(&name.as_str()));
    kept.insert("code".to_owned(), "VALIDATION_ERROR".into());
    kept.insert("message".to_owned(), message.into());
    kept.insert("phase".to_owned(), "validation".into());
    let usual = "Fix the fields above and call the tool again. Do not explain the error.";
    kept.entry("suggestion").or_insert(usual.into());
    match record.facts.retryable {
        Some(true) => drop(kept.insert("retryable".to_owned(), true.into())),
        _ => drop(kept.remove("retryable")),
    }
}

/// The code, or the status in its place.
fn kept_code(record: &ErrorRecord) -> String {
    match record.facts.status {
        Some(status) if record.code.is_empty() => format!("HTTP_{status}"),
        _ => record.code.clone(),
    }
}

/// Without what is empty, so that a list that is not there is as one without elements.
fn comparable(mut members: Map<String, Value>) -> Map<String, Value> {
    // The list of causes says it all.
    if let Some(Value::Array(causes)) = members.get("causes").cloned() {
        members.remove("causes");
        let causes: Vec<&str> = causes.iter().filter_map(Value::as_str).collect();
        if !causes.is_empty() {
            members.insert("cause".to_owned(), causes.join(": ").into());
        }
    }
    members.retain(|_, value| value != &json!([]) && value != &json!({}));
    members
}

#[track_caller]
fn check(error: &dyn AgentError, record: &ErrorRecord) {
    for format in Format::ALL {
        let text = render(error, *format);
        check_form(*format, &text);
        let read = format.parse(&text).unwrap_or_else(|refused| panic!("{format}: {refused}: {text:?}"));
        let mut expected = expected(record, *format);
        if *format == Format::Brief {
            without_said(&mut expected, &read, &text);
        }
        let (read, expected) = (comparable(members(&read)), comparable(expected));
        assert_eq!(Value::from(read), Value::from(expected), "{format}: {text:?}");
    }
}

/// What `Brief` may leave out of the context: objects, what is nothing, and what it shows elsewhere.
fn without_said(expected: &mut Map<String, Value>, read: &ErrorRecord, text: &str) {
    let Some(Value::Object(context)) = expected.get_mut("context") else { return };
    context.retain(|name, value| {
        let shown = value.as_str().unwrap_or_default().replace('\n', "\n ");
        let may_miss = shown == "null" || shown.starts_with('{') || shown.starts_with("[{") || text.contains(&shown);
        name == "fields" || read.value(name).is_some() || !may_miss
    });
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("AGENT_ERROR_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_record_comes_back_as_the_table_says(record in record()) {
        check(&record, &record);
    }

    #[test]
    fn an_error_of_a_program_comes_back_as_the_table_says(error in derived()) {
        check(&error, &ErrorRecord::from_error(&error));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases().cases.div_ceil(20), ..cases() })]

    #[test]
    fn what_was_read_comes_back_the_same_the_second_time(record in record()) {
        check_record(&record);
        // What was read from one format has facts that another has no place for.
        for format in Format::ALL {
            check_record(&format.parse(&render(&record, *format)).unwrap());
        }
    }

    #[test]
    fn serde_loses_nothing(record in record()) {
        let text = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(serde_json::from_str::<ErrorRecord>(&text).unwrap(), record);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in text(), more in text()) {
        for start in ["", "error A: m\n", "{\"ok\":false,\"error\":", "{\"error\":", "<tool_error", "<validation_error", "[error:", "error["] {
            let text = format!("{start}{text}<message>{more}</message>");
            let _ = agent_error::parse(&text);
            for format in Format::ALL {
                let _ = format.parse(&text);
            }
        }
    }
}
