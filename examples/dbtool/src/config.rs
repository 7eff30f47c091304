//! `dbtool validate`: checks a TOML file, and reports all invalid fields at once.

use crate::error::DbError;
use agent_error::{FieldError, Response};
use serde_json::json;
use std::fs;
use std::num::NonZeroU16;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// A field's name, whether it's required, what's expected, and whether a value is valid.
type Field = (&'static str, bool, &'static str, fn(&DeValue<'_>) -> bool);

const FIELDS: [Field; 3] = [
    ("host", true, "Use a non-empty string.", |value| value.as_str().is_some_and(|text| !text.is_empty())),
    ("port", true, "Use an integer from 1 to 65535.", is_port),
    ("mode", false, "Use `read-only` or `read-write`.", |value| {
        matches!(value.as_str(), Some("read-only" | "read-write"))
    }),
];

fn is_port(value: &DeValue<'_>) -> bool {
    value.as_integer().is_some_and(|number| number.as_str().parse::<NonZeroU16>().is_ok())
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
            Some((.., is_valid)) if is_valid(value.get_ref()) => {}
            Some((_, _, expected, _)) => {
                let problem = FieldError::new(&**name, "Invalid value.").line(line as u64);
                let sent = value.get_ref().as_str().unwrap_or(&text[value.span()]);
                fields.push(problem.sent(sent).expected(*expected));
            }
            None => {
                fields.push(FieldError::unknown(&**name, FIELDS.map(|(known, ..)| known)).line(line as u64));
            }
        }
    }
    for (name, _, expected, _) in
        FIELDS.iter().filter(|(name, required, ..)| *required && !table.get_ref().contains_key(*name))
    {
        if !fields.iter().any(|problem: &FieldError| problem.nearest() == Some(*name)) {
            fields.push(FieldError::new(*name, "Required.").expected(*expected));
        }
    }
    if !fields.is_empty() {
        return Err(DbError::ConfigFields { path: path.into(), fields });
    }
    Ok(Response::new(json!({ "path": path })).human(format!("{} is valid.", path.display())))
}
