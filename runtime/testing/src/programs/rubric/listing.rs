//! Parses lists of error codes in various formats.

use super::member_names;
use crate::programs::captured::Captured;
use agent_error::vocabulary::Severity;
use agent_error_rules::recoverable::is_recoverable;
use serde_json::{Map, Value};

/// A program's list of codes.
pub(super) struct Listing {
    codes: Vec<Listed>,
}

#[allow(clippy::struct_excessive_bools, reason = "the facts are independent")]
struct Listed {
    code: String,
    docs: bool,
    advice: bool,
    context: bool,
    recoverable: bool,
}

impl Listing {
    /// Parses the output of a list command. Returns an error message if the output isn't a list.
    pub(super) fn read(answer: &Captured) -> Result<Self, String> {
        if answer.exit_code != Some(0) {
            let exit = answer.exit_code.map_or("no exit code".to_owned(), |exit| format!("exit code {exit}"));
            return Err(format!("the list command failed with {exit}"));
        }
        let value: Value =
            serde_json::from_slice(&answer.stdout).map_err(|_| "the list is not valid JSON".to_owned())?;
        let codes = codes(&value, 0).filter(|codes| !codes.is_empty()).ok_or("the list has no codes")?;
        Ok(Self { codes })
    }

    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    pub(super) fn has(&self, code: &str) -> bool {
        self.codes.iter().any(|listed| listed.code == code)
    }

    pub(super) fn has_docs(&self, code: &str) -> bool {
        self.codes.iter().any(|listed| listed.code == code && listed.docs)
    }

    /// Whether the list declares context for other codes, but not for this one.
    pub(super) fn needs_no_context(&self, code: &str) -> bool {
        let declares_any = self.codes.iter().any(|listed| listed.context);
        declares_any && self.codes.iter().any(|listed| listed.code == code && !listed.context)
    }

    /// Returns the codes without a documentation page, if other codes have one.
    pub(super) fn without_docs(&self) -> Vec<&str> {
        let any_has_it = self.codes.iter().any(|listed| listed.docs);
        self.codes.iter().filter(|listed| any_has_it && !listed.docs).map(|listed| listed.code.as_str()).collect()
    }

    /// Returns the recoverable codes without advice, if other codes have advice.
    pub(super) fn without_advice(&self) -> Vec<&str> {
        let any_has_it = self.codes.iter().any(|listed| listed.advice);
        let lacks = |listed: &&Listed| any_has_it && listed.recoverable && !listed.advice;
        self.codes.iter().filter(lacks).map(|listed| listed.code.as_str()).collect()
    }
}

/// Finds the codes in a list, which may be nested in objects.
///
/// Supports an array of codes, an array of objects with a code, and an object whose keys are codes.
fn codes(value: &Value, depth: usize) -> Option<Vec<Listed>> {
    const DEEPEST: usize = 3;
    match value {
        Value::Array(entries) => entries.iter().map(Listed::of).collect(),
        Value::Object(members) if members.keys().all(|name| looks_like_code(name)) => {
            Some(members.iter().map(|(code, entry)| Listed::new(code.clone(), entry)).collect())
        }
        Value::Object(members) if depth < DEEPEST => {
            let found = members.values().filter_map(|member| codes(member, depth + 1));
            found.max_by_key(Vec::len)
        }
        _ => None,
    }
}

impl Listed {
    fn of(entry: &Value) -> Option<Self> {
        const NAMES: [&str; 5] = ["code", "error_code", "errorCode", "id", "name"];
        let code = match entry {
            Value::String(code) => code.clone(),
            Value::Object(members) => match NAMES.iter().find_map(|name| members.get(*name))? {
                Value::String(code) => code.clone(),
                Value::Number(code) => code.to_string(),
                _ => return None,
            },
            _ => return None,
        };
        (!code.is_empty()).then(|| Self::new(code, entry))
    }

    fn new(code: String, entry: &Value) -> Self {
        let empty = Map::new();
        let members = entry.as_object().unwrap_or(&empty);
        let text = |name: &&str| members.get(*name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let severity = members.get("severity").and_then(Value::as_str).and_then(|severity| severity.parse().ok());
        let exit = members.get("exit_code").and_then(Value::as_i64).and_then(|exit| i32::try_from(exit).ok());
        Self {
            docs: member_names::DOCS.iter().filter_map(text).any(|url| url.contains("://")),
            context: members.get("context").is_some_and(|context| !context.is_null()),
            advice: member_names::ADVICE.iter().any(|name| text(name).is_some()),
            recoverable: is_recoverable(&code, exit, severity == Some(Severity::Critical)),
            code,
        }
    }
}

/// Whether a key looks like a code.
fn looks_like_code(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_uppercase())
        && name.len() > 1
        && characters.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.'))
}
