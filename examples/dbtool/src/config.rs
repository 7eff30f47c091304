//! `dbtool validate`: checks a TOML file, and reports all invalid fields at once.

use crate::error::DbError;
use agent_error::{FieldError, Response};
use serde_json::json;
use std::path::Path;
use std::{fmt, fs};
use toml::de::{DeTable, DeValue};

/// The valid values of a field.
enum Kind {
    Text,
    Integer(i64, i64),
    OneOf(&'static [&'static str]),
}

/// Each field, and whether it's required.
const FIELDS: [(&str, bool, Kind); 4] = [
    ("host", true, Kind::Text),
    ("port", true, Kind::Integer(1, 65_535)),
    ("timeout_ms", false, Kind::Integer(1, 600_000)),
    ("mode", false, Kind::OneOf(&["read-only", "read-write"])),
];

impl Kind {
    fn accepts(&self, value: &DeValue<'_>) -> bool {
        match (self, value) {
            (Self::Text, DeValue::String(text)) => !text.is_empty(),
            (Self::Integer(low, high), DeValue::Integer(number)) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                number.is_ok_and(|number| (*low..=*high).contains(&number))
            }
            (Self::OneOf(words), DeValue::String(text)) => words.contains(&&**text),
            _ => false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("Use a non-empty string."),
            Self::Integer(low, high) => write!(f, "Use an integer from {low} to {high}."),
            Self::OneOf(words) => write!(f, "Use `{}`.", words.join("` or `")),
        }
    }
}

pub(crate) fn run(path: &Path) -> Result<Response, DbError> {
    let text = fs::read_to_string(path).map_err(|error| DbError::unreadable(path, error))?;
    let line = |offset: usize| text[..offset].matches('\n').count() + 1;
    let table = DeTable::parse(&text).map_err(|error| {
        let line = line(error.span().map_or(0, |span| span.start));
        DbError::ConfigSyntax { path: path.into(), line, problem: error.message().to_owned() }
    })?;
    let mut fields = Vec::new();
    for (key, value) in table.get_ref() {
        let (name, line) = (key.get_ref(), line(key.span().start));
        match FIELDS.iter().find(|(known, ..)| known == name) {
            Some((_, _, kind)) if kind.accepts(value.get_ref()) => {}
            Some((_, _, kind)) => {
                let problem = FieldError::new(&**name, "Invalid value.").line(line as u64);
                let sent = value.get_ref().as_str().unwrap_or(&text[value.span()]);
                fields.push(problem.sent(sent).expected(kind.to_string()));
            }
            None => {
                fields.push(FieldError::unknown(&**name, FIELDS.map(|(known, ..)| known)).line(line as u64));
            }
        }
    }
    for (name, _, kind) in FIELDS.iter().filter(|(name, required, _)| *required && !table.get_ref().contains_key(*name))
    {
        if !fields.iter().any(|problem: &FieldError| problem.nearest() == Some(*name)) {
            fields.push(FieldError::new(*name, "Required.").expected(kind.to_string()));
        }
    }
    if !fields.is_empty() {
        return Err(DbError::ConfigFields { path: path.into(), fields });
    }
    Ok(Response::new(json!({ "path": path })).human(format!("{} is valid.", path.display())))
}
