//! Checks a parsed configuration file against the schema.

use super::position;
use super::schema::{FIELDS, Field, Kind, Mismatch};
use crate::error::ConfigError;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Returns the fields of a valid file, or the first error. Missing fields are reported last, because an unknown field
/// may be a misspelled one.
pub(super) fn check(path: &Path, text: &str, root: &Spanned<DeTable<'_>>) -> Result<Vec<String>, ConfigError> {
    let mut check = Check { path, text, fields: Vec::new(), problems: Vec::new() };
    check.table("", 1, root.get_ref(), FIELDS);
    match check.problems.into_iter().min_by_key(|problem| problem.offset) {
        Some(problem) => Err(problem.error),
        None => Ok(check.fields),
    }
}

struct Check<'a> {
    path: &'a Path,
    text: &'a str,
    fields: Vec<String>,
    problems: Vec<Problem>,
}

struct Problem {
    /// The position in the file. A missing field is positioned at the end.
    offset: usize,
    error: ConfigError,
}

impl Check<'_> {
    /// Checks a table that starts on `line`. `prefix` is prepended to the names of its fields.
    fn table(&mut self, prefix: &str, line: usize, table: &DeTable<'_>, schema: &'static [Field]) {
        for (key, value) in table {
            let name = key.get_ref();
            let full = format!("{prefix}{name}");
            match schema.iter().find(|field| field.name == name) {
                Some(field) => self.field(full, value, &field.kind),
                None => self.unknown(full, name, key.span().start, schema),
            }
        }
        let absent = schema.iter().filter(|field| field.required && !table.contains_key(field.name));
        absent.for_each(|field| self.missing(format!("{prefix}{}", field.name), line, &field.kind));
    }

    fn missing(&mut self, field: String, line: usize, kind: &Kind) {
        let place = match field.contains('.') {
            true => format!("below line {line}"),
            false => "at the top of the file".to_owned(),
        };
        let error = ConfigError::FieldMissing { path: self.path.into(), line, field, valid: kind.to_string(), place };
        self.problems.push(Problem { offset: self.text.len(), error });
    }

    fn field(&mut self, field: String, value: &Spanned<DeValue<'_>>, kind: &'static Kind) {
        let offset = value.span().start;
        let line = self.line(offset);
        match (kind.mismatch(value.get_ref()), kind, value.get_ref()) {
            (Some(mismatch), ..) => {
                let error = self.mismatched(field, line, value, kind, mismatch);
                self.problems.push(Problem { offset, error });
            }
            (None, Kind::Table(schema), DeValue::Table(table)) => {
                self.table(&format!("{field}."), line, table, schema);
            }
            (None, ..) => self.fields.push(field),
        }
    }

    fn mismatched(
        &self,
        field: String,
        line: usize,
        value: &Spanned<DeValue<'_>>,
        kind: &Kind,
        mismatch: Mismatch,
    ) -> ConfigError {
        let (path, valid) = (self.path.into(), kind.to_string());
        match mismatch {
            Mismatch::Type => {
                let found = described(value.get_ref()).to_owned();
                ConfigError::Type { path, line, field, found, valid }
            }
            Mismatch::Value => {
                let value = self.text.get(value.span()).unwrap_or_default().to_owned();
                ConfigError::Value { path, line, field, value, valid }
            }
        }
    }

    fn unknown(&mut self, field: String, name: &str, offset: usize, schema: &[Field]) {
        let mut valid: Vec<String> = schema.iter().map(|field| field.name.to_owned()).collect();
        valid.sort_by_key(|known| strsim::osa_distance(known, name));
        let valid = valid.into_iter().map(|name| (name, "")).collect();
        let line = self.line(offset);
        let error = ConfigError::FieldUnknown { path: self.path.into(), line, field, valid };
        self.problems.push(Problem { offset, error });
    }

    fn line(&self, offset: usize) -> usize {
        position(self.text, offset).0
    }
}

/// Describes the type of a value.
fn described(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a floating-point number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
