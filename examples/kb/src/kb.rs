//! The operations of a knowledge base, which commands and tools share.
//!
//! The entries are in a JSON file. A real program would lock the file while it changes it.

use crate::entry::Entry;
use crate::error::KbError;
use agent_error::nearest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;
use std::time::SystemTime;
use tempfile::NamedTempFile;

/// The permissions of callers. Each tier includes those of the previous one.
pub(crate) const TIERS: [&str; 2] = ["read", "write"];

/// The maximum number of changes per minute, by all callers combined.
const MAX_CHANGES: u64 = 120;

/// A knowledge base, and the permissions of its caller.
pub(crate) struct Kb {
    pub(crate) path: PathBuf,
    pub(crate) tier: String,
}

/// The content of the file.
#[derive(Default, Deserialize, Serialize)]
pub(crate) struct Store {
    /// Stored as JSON, so that a damaged entry doesn't hide the others.
    entries: BTreeMap<String, Value>,
    /// When the current window ends, in seconds since 1970, and the number of changes in it.
    window: (u64, u64),
}

impl Kb {
    /// Creates the file, unless it already exists.
    pub(crate) fn create(&self) -> Result<(), KbError> {
        self.require_write()?;
        match self.open() {
            Err(KbError::NoKnowledgeBase { .. }) => self.save(&Store::default()),
            opened => opened.map(drop),
        }
    }

    pub(crate) fn get(&self, id: &str) -> Result<Value, KbError> {
        Ok(json!(self.entry(&self.open()?, id)?))
    }

    pub(crate) fn list(&self) -> Result<Value, KbError> {
        let entries = self.open()?.entries.into_iter();
        Ok(entries
            .map(|(id, entry)| json!({"id": id, "title": entry["title"]}))
            .collect())
    }

    /// Adds an entry, or replaces the version that the caller has read.
    pub(crate) fn put(&self, mut entry: Entry) -> Result<Value, KbError> {
        self.require_write()?;
        entry.check()?;
        let mut store = self.open()?;
        if entry.version > 0 || store.entries.contains_key(&entry.id) {
            let current = self.entry(&store, &entry.id)?;
            if current.version != entry.version {
                let (version, current) = (current.version, json!(current).to_string());
                return Err(KbError::Conflict {
                    id: entry.id,
                    version,
                    current,
                });
            }
        }
        store.count_change()?;
        entry.version += 1;
        let stored = json!(entry);
        store.entries.insert(entry.id, stored.clone());
        self.save(&store)?;
        Ok(stored)
    }

    fn require_write(&self) -> Result<(), KbError> {
        if self.tier == TIERS[1] {
            Ok(())
        } else {
            Err(KbError::Denied {
                tier: self.tier.clone(),
                required: TIERS[1],
            })
        }
    }

    fn entry(&self, store: &Store, id: &str) -> Result<Entry, KbError> {
        let (id, path) = (id.to_owned(), self.path.clone());
        let Some(entry) = store.entries.get(&id) else {
            let nearest = nearest(&id, store.entries.keys().map(String::as_str));
            let nearest = nearest.first().map_or("no ID is similar".to_owned(), |id| {
                format!("similar: `{id}`")
            });
            return Err(KbError::NoEntry { id, path, nearest });
        };
        let entry = serde_json::from_value(entry.clone());
        entry.map_err(|error| KbError::Serialization {
            id,
            path,
            problem: error.to_string(),
        })
    }

    pub(crate) fn open(&self) -> Result<Store, KbError> {
        let read = || Ok(serde_json::from_slice(&fs::read(&self.path)?)?);
        read().map_err(|source: io::Error| match source.kind() {
            ErrorKind::NotFound => KbError::NoKnowledgeBase {
                path: self.path.clone(),
            },
            _ => KbError::File {
                action: "read",
                path: self.path.clone(),
                source,
            },
        })
    }

    /// Replaces the file at once, so that a failed call changes nothing.
    fn save(&self, store: &Store) -> Result<(), KbError> {
        let write = || {
            let mut file = NamedTempFile::new_in(self.path.parent().unwrap_or(&self.path))?;
            file.write_all(&serde_json::to_vec(store)?)?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().map_err(|source: io::Error| KbError::File {
            action: "write",
            path: self.path.clone(),
            source,
        })
    }
}

impl Store {
    /// Counts a change, unless it exceeds the rate limit.
    fn count_change(&mut self) -> Result<(), KbError> {
        let now = SystemTime::UNIX_EPOCH
            .elapsed()
            .unwrap_or_default()
            .as_secs();
        if now >= self.window.0 {
            self.window = (now + 60, 0);
        }
        let (ends, current) = &mut self.window;
        if *current >= MAX_CHANGES {
            return Err(KbError::LimitExceeded {
                current: *current,
                limit: MAX_CHANGES,
                wait_s: *ends - now,
            });
        }
        *current += 1;
        Ok(())
    }
}
