//! `dbtool validate`: checks a TOML file, and reports all invalid fields at once.

use crate::error::DbError;
use agent_error::{FieldError, Response};
use serde_json::json;
use std::fs;
use std::path::Path;
use toml::de::DeTable;

/// The name and the valid values of each field.
const FIELDS: [(&str, [&str; 2]); 2] = [
    ("mode", ["read-only", "read-write"]),
    ("journal", ["on", "off"]),
];

pub(crate) fn run(path: &Path) -> Result<Response, DbError> {
    let text = fs::read_to_string(path).map_err(|error| DbError::unreadable(path, error))?;
    let line = |offset: usize| text[..offset].matches('\n').count() + 1;
    let table = DeTable::parse(&text).map_err(|error| {
        let line = line(error.span().map_or(0, |span| span.start));
        DbError::ConfigSyntax {
            path: path.into(),
            line,
            problem: error.message().to_owned(),
        }
    })?;
    let mut fields = Vec::new();
    for (key, value) in table.get_ref() {
        let (name, line) = (&**key.get_ref(), line(key.span().start) as u64);
        let sent = value.get_ref().as_str().unwrap_or(&text[value.span()]);
        match FIELDS.iter().find(|(known, _)| *known == name) {
            Some((_, valid)) if valid.contains(&sent) => {}
            Some((_, valid)) => {
                fields.push(
                    FieldError::new(name, "Invalid value.")
                        .line(line)
                        .sent(sent)
                        .options(*valid),
                );
            }
            None => {
                fields.push(FieldError::unknown(name, FIELDS.map(|(known, _)| known)).line(line));
            }
        }
    }
    if !fields.is_empty() {
        return Err(DbError::ConfigFields {
            path: path.into(),
            fields,
        });
    }
    let path = path.to_string_lossy();
    Ok(Response::new(json!({ "path": path })).human(format!("{path} is valid.")))
}
