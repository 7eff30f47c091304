//! Database queries.

use super::{Store, row};
use crate::entry::{Entry, Kind, version_schema};
use crate::error::{EntryError, KbError};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};
use schemars::JsonSchema;
use serde::Serialize;

/// The filter of `list`.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) kind: Option<Kind>,
    pub(crate) tag: Option<String>,
    /// Only list entries with IDs after this one.
    pub(crate) after: Option<String>,
    /// The maximum number of entries.
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

/// An entry that was skipped because JSON can't represent it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Unreadable {
    pub(crate) id: String,
    /// Why JSON can't represent the entry.
    pub(crate) problem: String,
}

/// A page of a list.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Page {
    pub(crate) entries: Vec<Listed>,
    /// The skipped entries.
    pub(crate) unreadable: Vec<Unreadable>,
    /// The last ID of this page, or `None` if it's the last page.
    pub(crate) next_after: Option<String>,
}

/// A search result.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Found {
    #[serde(flatten)]
    pub(crate) entry: Listed,
    /// The matching part of the text.
    pub(crate) excerpt: String,
}

/// The results of a search.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Hits {
    /// The matching entries, best match first.
    pub(crate) entries: Vec<Found>,
    /// The skipped entries.
    pub(crate) unreadable: Vec<Unreadable>,
}

impl Store {
    /// Returns the entry with this ID.
    pub(crate) fn get(&self, id: &str) -> Result<Entry, KbError> {
        match self.find(&self.connection, id)? {
            Some(entry) => Ok(entry),
            None => Err(self.not_found(&self.connection, id)?.into()),
        }
    }

    /// Returns the entry with this ID, if it exists.
    pub(super) fn find(&self, connection: &Connection, id: &str) -> Result<Option<Entry>, KbError> {
        let query = format!("SELECT {} FROM entries WHERE id = ?1", row::COLUMNS);
        Ok(self.each(connection, &query, [id], row::entry)?.pop())
    }

    /// Returns the version of the entry with this ID, if it exists.
    pub(super) fn version(&self, connection: &Connection, id: &str) -> Result<Option<u64>, KbError> {
        let query = "SELECT version FROM entries WHERE id = ?1";
        let version = connection.query_row(query, [id], |row| row.get(0)).optional();
        Ok(version.map_err(|error| self.failed(error))?)
    }

    pub(super) fn not_found(&self, connection: &Connection, id: &str) -> Result<EntryError, KbError> {
        let ids = "SELECT id FROM entries ORDER BY id";
        let known = self.each(connection, ids, [], |row| Ok(row::text(row, "id").ok()))?;
        Ok(EntryError::not_found(id, &known.into_iter().flatten().collect::<Vec<_>>()))
    }

    /// Returns the entries that match the filter, sorted by ID.
    pub(crate) fn list(&self, filter: &Filter) -> Result<Page, KbError> {
        // Tags written by another program may not be valid JSON.
        const QUERY: &str = "SELECT id, type, title, tags, version FROM entries
            WHERE (?1 IS NULL OR type = ?1)
              AND (?2 IS NULL OR CASE json_valid(tags) WHEN 1
                   THEN EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?2) ELSE 0 END)
              AND (?3 IS NULL OR id > ?3)
            ORDER BY id LIMIT ?4";
        let Filter { kind, tag, after, limit } = filter;
        // Request one more row to find out whether there's another page.
        let parameters = params![kind.map(Kind::name), tag, after, u64::from(*limit) + 1];
        let mut rows = self.each(&self.connection, QUERY, parameters, |row| readable(listed(row)))?;
        let more = rows.len() as u64 > u64::from(*limit);
        rows.truncate(*limit as usize);
        let last = rows.last().filter(|_| more);
        let next_after = last.map(|last| last.as_ref().map_or_else(|none| none.id.clone(), |entry| entry.id.clone()));
        let (entries, unreadable) = parted(rows);
        Ok(Page { entries, unreadable, next_after })
    }

    /// Searches for entries that contain all words. Returns the best match first.
    pub(crate) fn search(&self, words: &[&str], limit: u32) -> Result<Hits, KbError> {
        const QUERY: &str = "SELECT id, type, entries.title, entries.tags, version,
                snippet(words, -1, '', '', '…', 16) AS excerpt
            FROM words JOIN entries ON entries.key = words.rowid
            WHERE words MATCH ?1 ORDER BY rank LIMIT ?2";
        // Quoting removes the special meaning that a word may have in FTS5.
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
        let found = |row: &Row<'_>| Ok(Found { entry: listed(row)?, excerpt: row::text(row, "excerpt")? });
        let rows = self.each(&self.connection, QUERY, params![quoted.join(" "), limit], |row| readable(found(row)))?;
        let (entries, unreadable) = parted(rows);
        Ok(Hits { entries, unreadable })
    }

    /// Returns all entries, sorted by ID.
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

/// Turns an entry that can't be read into a warning, so that it doesn't hide the others.
fn readable<T>(read: Result<T, EntryError>) -> Result<Result<T, Unreadable>, EntryError> {
    match read {
        Ok(entry) => Ok(Ok(entry)),
        Err(EntryError::Serialization { id, field, problem }) => {
            Ok(Err(Unreadable { id, problem: format!("its {field} {problem}") }))
        }
        Err(other) => Err(other),
    }
}

fn parted<T>(rows: Vec<Result<T, Unreadable>>) -> (Vec<T>, Vec<Unreadable>) {
    let (mut entries, mut unreadable) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            Ok(entry) => entries.push(entry),
            Err(none) => unreadable.push(none),
        }
    }
    (entries, unreadable)
}
