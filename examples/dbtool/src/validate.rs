//! `dbtool validate FILE`: validates a configuration file.

mod schema;
mod validator;

use crate::error::{ConfigError, DbError, FileError};
use agent_error::Response;
use serde::Serialize;
use std::path::Path;
use toml::de::DeTable;

#[derive(Serialize)]
struct Valid {
    path: String,
    fields: Vec<String>,
}

pub(crate) fn run(path: &Path) -> Result<Response, DbError> {
    let text = read(path)?;
    let table = DeTable::parse(&text).map_err(|error| syntax_error(path, &text, &error))?;
    let fields = validator::check(path, &text, &table)?;
    let human = format!("{} is valid: {}.", path.display(), fields.join(", "));
    Ok(Response::new(Valid { path: path.display().to_string(), fields }).human(human))
}

fn read(path: &Path) -> Result<String, DbError> {
    let bytes = std::fs::read(path).map_err(|error| FileError::new(path, error))?;
    String::from_utf8(bytes).map_err(|error| {
        let source = error.utf8_error();
        let before = &error.as_bytes()[..source.valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        ConfigError::Text { path: path.into(), line, source }.into()
    })
}

fn syntax_error(path: &Path, text: &str, error: &toml::de::Error) -> ConfigError {
    let offset = error.span().map_or(0, |span| span.start);
    let (line, column) = position(text, offset);
    ConfigError::Syntax { path: path.into(), line, column, problem: error.message().to_owned() }
}

/// Returns the line and column of a byte offset, starting at 1.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(position("", 0), (1, 1));
        assert_eq!(position("a\nbü x", 6), (2, 4));
        assert_eq!(position("a\n", 2), (2, 1));
    }
}
