//! The operations of a knowledge base, shared by commands and tools.

use crate::entry::{Draft, Entry, check, invalid};
use crate::error::{AccessError, KbError, StoreError};
use crate::lines;
use crate::store::{Filter, Hits, Imported, Limits, OnConflict, Page, Removed, Store};
use crate::tier::Tier;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The maximum length of a query, in characters. SQLite takes minutes for thousands of words.
const LONGEST_QUERY: usize = 1000;

/// A knowledge base, and the permissions of its caller.
///
/// Each call opens the database separately, so that a server never blocks other processes.
#[derive(Clone, Debug)]
pub(crate) struct Kb {
    pub(crate) db: PathBuf,
    pub(crate) tier: Tier,
}

impl Kb {
    /// Creates the database. Returns `false` if it already exists and `if_missing` is set.
    pub(crate) fn create(&self, if_missing: bool) -> Result<bool, KbError> {
        self.need(Tier::Write, "create a knowledge base")?;
        match Store::create(&self.db) {
            Ok(()) => Ok(true),
            Err(KbError::Store(StoreError::Exists { .. })) if if_missing => Store::complete(&self.db).map(|()| false),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn get(&self, id: &str) -> Result<Entry, KbError> {
        self.open()?.get(id)
    }

    pub(crate) fn list(&self, filter: &Filter) -> Result<Page, KbError> {
        self.open()?.list(filter)
    }

    /// Searches for entries that contain all words of the text.
    pub(crate) fn search(&self, text: &str, limit: u32) -> Result<Hits, KbError> {
        if text.chars().nth(LONGEST_QUERY).is_some() {
            let problem = format!("has more than {LONGEST_QUERY} characters");
            return Err(invalid("query", "maxLength", &problem, "Use only the most relevant words").into());
        }
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return Err(invalid("query", "minLength", "has no words", "A query needs letters or digits").into());
        }
        self.open()?.search(&words, limit)
    }

    pub(crate) fn export(&self) -> Result<Vec<Draft>, KbError> {
        Ok(self.open()?.all()?.into_iter().map(Entry::into_draft).collect())
    }

    pub(crate) fn add(&self, fields: Map<String, Value>) -> Result<Entry, KbError> {
        self.need(Tier::Write, "add entries")?;
        let draft = check(fields)?;
        self.open()?.add(&draft)
    }

    /// Updates the given fields of an entry if the entry is at this version.
    pub(crate) fn update(&self, id: &str, version: u64, fields: Map<String, Value>) -> Result<Entry, KbError> {
        self.need(Tier::Write, "change entries")?;
        if fields.is_empty() {
            return Err(invalid("entry", "required", "has no field to change", "Pass at least one field").into());
        }
        self.open()?.update(id, version, |current| {
            let mut changed = current.fields();
            changed.extend(fields);
            check(changed)
        })
    }

    pub(crate) fn remove(&self, id: &str, version: Option<u64>) -> Result<Removed, KbError> {
        self.need(Tier::Admin, "remove entries")?;
        self.open()?.remove(id, version)
    }

    /// Imports all entries of a file. If an entry fails, imports none of them.
    pub(crate) fn import(&self, path: &Path, on_conflict: OnConflict) -> Result<Imported, KbError> {
        self.need(Tier::Admin, "import entries")?;
        let drafts = lines::drafts(&lines::read(path, "file")?)?;
        self.open()?.import(&drafts, on_conflict)
    }

    pub(crate) fn limits(&self) -> Result<Limits, KbError> {
        Ok(self.open()?.limits()?)
    }

    /// Sets limits. The closure changes the current ones.
    pub(crate) fn set_limits(&self, set: impl FnOnce(&mut Limits)) -> Result<Limits, KbError> {
        self.need(Tier::Admin, "set limits")?;
        let store = self.open()?;
        let mut limits = store.limits()?;
        set(&mut limits);
        store.set_limits(limits)?;
        Ok(limits)
    }

    fn need(&self, required: Tier, operation: &'static str) -> Result<(), AccessError> {
        match self.tier >= required {
            true => Ok(()),
            false => Err(AccessError::Denied { operation, required, tier: self.tier }),
        }
    }

    fn open(&self) -> Result<Store, KbError> {
        Store::open(&self.db)
    }
}
