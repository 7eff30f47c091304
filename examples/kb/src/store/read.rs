//! What is asked of the database.

use super::{Store, row};
use crate::entry::{Entry, Kind, version_schema};
use crate::error::{EntryError, KbError};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};
use schemars::JsonSchema;
use serde::Serialize;

/// Which entries are listed.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) kind: Option<Kind>,
    pub(crate) tag: Option<String>,
    /// Only entries whose ids come after this one.
    pub(crate) after: Option<String>,
    /// The most entries.
    pub(crate) limit: u32,
}

/// An entry in a list.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Listed {
    pub(crate) id: String,
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    pub(crate) title: String,
    pub(crate) tags: Vec<String>,
    #[schemars(schema_with = "version_schema")]
    pub(crate) version: u64,
}

/// A part of the list.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Page {
    pub(crate) entries: Vec<Listed>,
    /// After which id the list goes on; nothing if it does not.
    pub(crate) next_after: Option<String>,
}

/// An entry that holds what was looked for.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Found {
    #[serde(flatten)]
    pub(crate) entry: Listed,
    /// The part of the text that holds it.
    pub(crate) excerpt: String,
}

impl Store {
    /// The entry with this id.
    pub(crate) fn get(&self, id: &str) -> Result<Entry, KbError> {
        match self.find(&self.connection, id)? {
            Some(entry) => Ok(entry),
            None => Err(self.not_found(&self.connection, id)?.into()),
        }
    }

    /// The entry with this id, if there is one.
    pub(super) fn find(&self, connection: &Connection, id: &str) -> Result<Option<Entry>, KbError> {
        let query = format!("SELECT {} FROM entries WHERE id = ?1", row::COLUMNS);
        Ok(self.each(connection, &query, [id], row::entry)?.pop())
    }

    /// The version of the entry with this id, if there is one.
    pub(super) fn version(&self, connection: &Connection, id: &str) -> Result<Option<u64>, KbError> {
        let query = "SELECT version FROM entries WHERE id = ?1";
        let version = connection.query_row(query, [id], |row| row.get(0)).optional();
        Ok(version.map_err(|error| self.failed(error))?)
    }

    pub(super) fn not_found(&self, connection: &Connection, id: &str) -> Result<EntryError, KbError> {
        let known = self.each(connection, "SELECT id FROM entries ORDER BY id", [], |row| row::text(row, "id"))?;
        Ok(EntryError::not_found(id, &known))
    }

    /// The entries that pass the filter, by id.
    pub(crate) fn list(&self, filter: &Filter) -> Result<Page, KbError> {
        const QUERY: &str = "SELECT id, type, title, tags, version FROM entries
            WHERE (?1 IS NULL OR type = ?1)
              AND (?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?2))
              AND (?3 IS NULL OR id > ?3)
            ORDER BY id LIMIT ?4";
        let Filter { kind, tag, after, limit } = filter;
        // One more tells whether there are more.
        let parameters = params![kind.map(Kind::name), tag, after, u64::from(*limit) + 1];
        let mut entries = self.each(&self.connection, QUERY, parameters, listed)?;
        let more = entries.len() as u64 > u64::from(*limit);
        entries.truncate(*limit as usize);
        let next_after = entries.last().filter(|_| more).map(|last| last.id.clone());
        Ok(Page { entries, next_after })
    }

    /// The entries that hold all of these words, the best first.
    pub(crate) fn search(&self, words: &[&str], limit: u32) -> Result<Vec<Found>, KbError> {
        const QUERY: &str = "SELECT id, type, entries.title, entries.tags, version,
                snippet(words, -1, '', '', '…', 16) AS excerpt
            FROM words JOIN entries ON entries.key = words.rowid
            WHERE words MATCH ?1 ORDER BY rank LIMIT ?2";
        // In quotes, a word is nothing but a word to SQLite.
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
        self.each(&self.connection, QUERY, params![quoted.join(" "), limit], |row| {
            Ok(Found { entry: listed(row)?, excerpt: row::text(row, "excerpt")? })
        })
    }

    /// All entries, by id.
    pub(crate) fn all(&self) -> Result<Vec<Entry>, KbError> {
        let query = format!("SELECT {} FROM entries ORDER BY id", row::COLUMNS);
        self.each(&self.connection, &query, [], row::entry)
    }

    fn each<T>(
        &self,
        connection: &Connection,
        query: &str,
        parameters: impl Params,
        read: impl Fn(&Row<'_>) -> Result<T, EntryError>,
    ) -> Result<Vec<T>, KbError> {
        let failed = |error| self.failed(error);
        let mut statement = connection.prepare(query).map_err(failed)?;
        let mut rows = statement.query(parameters).map_err(failed)?;
        let mut values = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            values.push(read(row)?);
        }
        Ok(values)
    }
}

fn listed(row: &Row<'_>) -> Result<Listed, EntryError> {
    Ok(Listed {
        id: row::text(row, "id")?,
        kind: row::kind(row)?,
        title: row::text(row, "title")?,
        tags: row::json(row, "tags")?,
        version: row::version(row)?,
    })
}
