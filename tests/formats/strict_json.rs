//! Tests the JSON output with a strict RFC 8259 parser, and compares it byte for byte with serde's output.
//!
//! By default, a run writes 2,000 errors. To change the number, set `STRICT_JSON_ERRORS`. To get other errors, set
//! `STRICT_JSON_SEED`.

mod random;
mod reader;

use agent_error::error::{ContextValue, Facts, Part};
use agent_error::{AgentError, Format, Renderer, render};
use random::Random;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::fmt::{self, Write};

#[test]
fn hostile_errors_are_strict_json_and_the_same_as_serde_writes_them() {
    let errors = std::env::var("STRICT_JSON_ERRORS").map_or(2_000, |count| count.parse().unwrap());
    let seed = std::env::var("STRICT_JSON_SEED").map_or(0, |seed| seed.parse().unwrap());
    // The generator needs a nonzero state. The multiplication spreads similar seeds far apart.
    let mut random = Random((seed + 1_u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for number in 0..errors {
        let error = Hostile::any(&mut random);
        check(&error).unwrap_or_else(|problem| panic!("error {number}: {problem}: {error:?}"));
    }
}

fn check(error: &Hostile) -> Result<(), String> {
    for (format, expected) in [(Format::Envelope, error.envelope()), (Format::Nested, error.nested())] {
        let text = render(error, format);
        reader::check(&text).map_err(|problem| format!("{problem}: {text:?}"))?;
        let by_serde = serde_json::to_string(&expected).unwrap();
        if text != by_serde {
            return Err(format!("ours {text:?}, serde's {by_serde:?}"));
        }
        let pretty = Renderer::new(format).pretty(true).render(error);
        if pretty != serde_json::to_string_pretty(&expected).unwrap() {
            return Err(format!("indented: {pretty:?}"));
        }
    }
    for format in [Format::Flat, Format::Problem] {
        let text = render(error, format);
        reader::check(&text).map_err(|problem| format!("{problem}: {text:?}"))?;
    }
    // With a small cap, all long strings are truncated.
    let text = Renderer::new(Format::Envelope).cap(error.cap).render(error);
    reader::check(&text).map_err(|problem| format!("{problem}: {text:?}"))
}

/// An error with hostile strings, each of which is written in several pieces.
#[derive(Debug)]
struct Hostile {
    code: String,
    message: Pieces,
    detail: Option<Pieces>,
    suggestion: Option<Pieces>,
    actions: Vec<String>,
    context: Vec<Node>,
    wait_ms: Option<u64>,
    cap: usize,
}

impl Hostile {
    fn any(random: &mut Random) -> Self {
        Self {
            code: random.text(),
            message: random.pieces(),
            detail: random.chance().then(|| random.pieces()),
            suggestion: random.chance().then(|| random.pieces()),
            actions: (0..random.below(3)).map(|_| random.text()).collect(),
            context: (0..random.below(5)).map(|_| random.node(3)).collect(),
            wait_ms: random.chance().then(|| random.number()),
            cap: random.below(40),
        }
    }

    /// The message, or the code instead of a blank one.
    fn message(&self) -> Node {
        let candidates = [self.message.node(), cleaned(&self.code)];
        let is_filled = |node: &Node| matches!(node, Node::Text(text) if !text.trim().is_empty());
        candidates.into_iter().find(is_filled).unwrap_or(Node::Text("unknown error".to_owned()))
    }

    fn envelope(&self) -> Node {
        let mut error = vec![("code", cleaned(&self.code)), ("message", self.message())];
        error.extend(self.detail.as_ref().map(|text| ("detail", text.node())));
        error.extend(self.suggestion.as_ref().map(|text| ("suggestion", text.node())));
        error.push(("retryable", Node::Bool(false)));
        error.extend(self.wait_ms.map(|wait| ("retry_after_ms", Node::Unsigned(wait))));
        let actions: Vec<&String> = self.actions.iter().filter(|name| !clean(name).is_empty()).collect();
        if !actions.is_empty() {
            error.push(("actions", Node::List(actions.into_iter().map(|name| cleaned(name)).collect())));
        }
        error.extend(self.values().map(|values| ("context", values)));
        Node::object([
            ("ok", Node::Bool(false)),
            ("data", Node::Null),
            ("error", Node::object(error)),
            ("warnings", Node::List(Vec::new())),
            (
                "meta",
                Node::object([("duration_ms", Node::Unsigned(0)), ("schema_version", Node::Text("1.0".to_owned()))]),
            ),
        ])
    }

    fn nested(&self) -> Node {
        let mut error = vec![("code", cleaned(&self.code)), ("message", self.message.node())];
        error.extend(self.values().map(|values| ("details", values)));
        Node::object([("error", Node::object(error))])
    }

    fn values(&self) -> Option<Node> {
        let values = self.context.iter().enumerate().map(|(place, value)| (format!("n{place}"), value.cleaned()));
        (!self.context.is_empty()).then(|| Node::Object(values.collect()))
    }
}

impl fmt::Display for Hostile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for Hostile {}

impl AgentError for Hostile {
    fn code(&self) -> &str {
        &self.code
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }

    fn retry_after(&self) -> Option<std::time::Duration> {
        self.wait_ms.map(std::time::Duration::from_millis)
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        let text = match part {
            Part::Detail => &self.detail,
            Part::Suggestion => &self.suggestion,
            _ => &None,
        };
        if let Some(text) = text {
            out(format_args!("{text}"));
        }
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        self.actions.iter().for_each(|action| visit(action));
    }

    fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        for (place, value) in self.context.iter().enumerate() {
            let name = format!("n{place}");
            match value {
                Node::Null => visit(&name, ContextValue::Null),
                Node::Bool(value) => visit(&name, ContextValue::Bool(*value)),
                Node::Unsigned(value) => visit(&name, ContextValue::Unsigned(*value)),
                Node::Signed(value) => visit(&name, ContextValue::Signed(*value)),
                Node::Float(value) => visit(&name, ContextValue::Float((*value).into())),
                Node::Text(value) => visit(&name, ContextValue::Str(value)),
                value => visit(&name, ContextValue::Serialize(&value)),
            }
        }
    }
}

/// A string that `Display` writes in several pieces, as `write!` does.
#[derive(Debug)]
struct Pieces(Vec<String>);

impl Pieces {
    fn node(&self) -> Node {
        cleaned(&self.0.concat())
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

/// A JSON value whose objects preserve the order of their members.
#[derive(Clone, Debug)]
enum Node {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Wide(u128),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    fn object<'a>(members: impl IntoIterator<Item = (&'a str, Self)>) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Returns the value as the crate promises to show it.
    fn cleaned(&self) -> Self {
        match self {
            Self::Wide(number) if u64::try_from(*number).is_err() => Self::Text(number.to_string()),
            Self::Text(text) => cleaned(text),
            Self::List(values) => Self::List(values.iter().map(Self::cleaned).collect()),
            Self::Object(members) => {
                Self::Object(members.iter().map(|(name, value)| (clean(name), value.cleaned())).collect())
            }
            other => other.clone(),
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
            Self::Wide(value) => serializer.serialize_u128(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(values) => {
                let mut list = serializer.serialize_seq(None)?;
                values.iter().try_for_each(|value| list.serialize_element(value))?;
                list.end()
            }
            Self::Object(members) => {
                let mut map = serializer.serialize_map(None)?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

fn cleaned(text: &str) -> Node {
    Node::Text(clean(text))
}

/// Removes control sequences according to ECMA-48. This implementation is independent of the crate's.
fn clean(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        rest = match (first, after.chars().next()) {
            ('\u{1b}', Some('[')) => after_csi(&after[1..]),
            ('\u{9b}', _) => after_csi(after),
            ('\u{1b}', Some(']' | 'P' | 'X' | '^' | '_')) => after_string(&after[1..]),
            ('\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}', _) => after_string(after),
            ('\u{1b}', _) => after_escape(after),
            (other, _) => {
                if !other.is_control() || matches!(other, '\n' | '\t') {
                    kept.push(other);
                }
                after
            }
        };
    }
    kept
}

fn after_csi(text: &str) -> &str {
    let rest = text.trim_start_matches(|c| (' '..='?').contains(&c));
    rest.strip_prefix(|c| ('@'..='~').contains(&c)).unwrap_or(rest)
}

fn after_escape(text: &str) -> &str {
    let rest = text.trim_start_matches(|c| (' '..='/').contains(&c));
    rest.strip_prefix(|c| ('0'..='~').contains(&c)).unwrap_or(rest)
}

/// Returns the rest after a control string. If the control string doesn't end on this line, returns the input
/// unchanged.
fn after_string(text: &str) -> &str {
    let line = text.split('\n').next().unwrap_or_default();
    let ends = ["\u{7}", "\u{9c}", "\u{1b}\\"].iter().filter_map(|end| line.find(end).map(|at| at + end.len()));
    ends.min().map_or(text, |end| &text[end..])
}

#[test]
fn the_reader_is_strict() {
    for json in ["{}", r#"{"a":[1,-0,2.5e-3,"é\n",true,null,{}]}"#] {
        assert_eq!(reader::check(json), Ok(()), "{json}");
    }
    let mut refused = String::new();
    for json in [
        "",
        "{",
        "{}}",
        "[1]",
        "{ }",
        r#"{"a":01}"#,
        r#"{"a":1.}"#,
        r#"{"a":+1}"#,
        r#"{"a":NaN}"#,
        r#"{"a":"\x"}"#,
        r#"{"a":"\u12"}"#,
        "{\"a\":\"\n\"}",
        r#"{"a":1,"a":2}"#,
        r#"{"a":1,}"#,
        r#"{"a":"\ud800"}"#,
        "{'a':1}",
        "{\"a\":\"\u{7f}\"}",
        "{\"a\":\"\u{85}\"}",
    ] {
        if reader::check(json).is_ok() {
            writeln!(refused, "{json}").unwrap();
        }
    }
    assert_eq!(refused, "");
}
