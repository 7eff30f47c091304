//! Changes to the database. Each call is a single transaction.

use super::{Store, limits};
use crate::entry::{Draft, Entry, version_schema};
use crate::error::{EntryError, KbError, Line};
use rusqlite::{Transaction, TransactionBehavior, params};
use schemars::JsonSchema;
use serde::Serialize;

/// How to handle an imported entry whose ID already exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OnConflict {
    /// Fail without importing anything
    #[default]
    Fail,
    /// Keep the existing entry
    Skip,
    /// Replace the existing entry
    Replace,
}

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Imported {
    pub(crate) added: u64,
    pub(crate) replaced: u64,
    pub(crate) skipped: u64,
}

/// A removed entry.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Removed {
    pub(crate) id: String,
    #[schemars(schema_with = "version_schema")]
    pub(crate) version: u64,
}

const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

impl Store {
    /// Adds an entry as version 1.
    pub(crate) fn add(&mut self, draft: &Draft) -> Result<Entry, KbError> {
        let id = draft.id()?;
        self.change(|store, transaction| {
            if let Some(current) = store.find(transaction, &id)? {
                return Err(exists(current, Line::default()).into());
            }
            store.insert(transaction, &id, draft)?;
            store.stored(transaction, &id)
        })
    }

    /// Replaces an entry with the result of `changed`.
    ///
    /// # Errors
    ///
    /// Returns [`EntryError::Conflict`] if the entry is at another version, and any error of `changed`.
    pub(crate) fn update(
        &mut self,
        id: &str,
        version: u64,
        changed: impl FnOnce(&Entry) -> Result<Draft, EntryError>,
    ) -> Result<Entry, KbError> {
        self.change(|store, transaction| {
            let Some(current) = store.find(transaction, id)? else {
                return Err(store.not_found(transaction, id)?.into());
            };
            if current.version != version {
                return Err(conflict(current, version).into());
            }
            let draft = changed(&current)?;
            store.replace(transaction, id, &draft)?;
            store.stored(transaction, id)
        })
    }

    /// Removes an entry. If `version` is given, the entry must be at this version.
    ///
    /// Doesn't read the entry unless the versions differ, so that an invalid entry can also be removed.
    pub(crate) fn remove(&mut self, id: &str, version: Option<u64>) -> Result<Removed, KbError> {
        self.change(|store, transaction| {
            let Some(stored) = store.version(transaction, id)? else {
                return Err(store.not_found(transaction, id)?.into());
            };
            if let Some(expected) = version.filter(|expected| *expected != stored) {
                return Err(conflict(store.stored(transaction, id)?, expected).into());
            }
            let removed = transaction.execute("DELETE FROM entries WHERE id = ?1", [id]);
            removed.map_err(|error| store.failed(error))?;
            Ok(Removed { id: id.to_owned(), version: stored })
        })
    }

    /// Adds all entries. If an entry fails, adds none of them.
    pub(crate) fn import(&mut self, drafts: &[(Line, Draft)], on_conflict: OnConflict) -> Result<Imported, KbError> {
        self.change(|store, transaction| {
            let mut imported = Imported::default();
            for (line, draft) in drafts {
                let id = draft.id().map_err(|error| error.at(*line))?;
                match (store.version(transaction, &id)?, on_conflict) {
                    (None, _) => {
                        store.insert(transaction, &id, draft)?;
                        imported.added += 1;
                    }
                    (Some(_), OnConflict::Replace) => {
                        store.replace(transaction, &id, draft)?;
                        imported.replaced += 1;
                    }
                    (Some(_), OnConflict::Skip) => imported.skipped += 1,
                    (Some(_), OnConflict::Fail) => return Err(exists(store.stored(transaction, &id)?, *line).into()),
                }
            }
            Ok(imported)
        })
    }

    /// Runs a change and counts it toward the rate limit. The transaction blocks other changes, so data read in it
    /// stays valid.
    fn change<T>(&mut self, change: impl FnOnce(&Self, &Transaction<'_>) -> Result<T, KbError>) -> Result<T, KbError> {
        let failed = |error| self.failed(error);
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(failed)?;
        limits::count(&transaction).map_err(|uncounted| uncounted.into_error(failed))?;
        let result = change(self, &transaction)?;
        transaction.commit().map_err(failed)?;
        Ok(result)
    }

    fn insert(&self, transaction: &Transaction<'_>, id: &str, draft: &Draft) -> Result<(), KbError> {
        let insert = format!(
            "INSERT INTO entries (id, type, title, tags, body, metadata, version, updated)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, {NOW})"
        );
        self.write(transaction, &insert, id, draft)
    }

    fn replace(&self, transaction: &Transaction<'_>, id: &str, draft: &Draft) -> Result<(), KbError> {
        let update = format!(
            "UPDATE entries SET type = ?2, title = ?3, tags = ?4, body = ?5, metadata = ?6,
                version = version + 1, updated = {NOW} WHERE id = ?1"
        );
        self.write(transaction, &update, id, draft)
    }

    fn write(&self, transaction: &Transaction<'_>, statement: &str, id: &str, draft: &Draft) -> Result<(), KbError> {
        let tags = serde_json::Value::from(draft.tags.as_slice()).to_string();
        let metadata = serde_json::Value::Object(draft.metadata.clone()).to_string();
        let parameters = params![id, draft.kind.name(), draft.title, tags, draft.body, metadata];
        let written = transaction.prepare_cached(statement).and_then(|mut write| write.execute(parameters));
        written.map(|_| ()).map_err(|error| self.failed(error).into())
    }

    /// Returns an entry that the transaction has found or created.
    fn stored(&self, transaction: &Transaction<'_>, id: &str) -> Result<Entry, KbError> {
        match self.find(transaction, id)? {
            Some(entry) => Ok(entry),
            None => Err(self.not_found(transaction, id)?.into()),
        }
    }
}

fn conflict(current: Entry, expected_version: u64) -> EntryError {
    let (id, version) = (current.id.clone(), current.version);
    EntryError::Conflict { id, expected_version, version, current: Box::new(current.brief()) }
}

fn exists(current: Entry, line: Line) -> EntryError {
    let (id, version) = (current.id.clone(), current.version);
    EntryError::Exists { line, id, version, current: Box::new(current.brief()) }
}
