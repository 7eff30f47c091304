//! The operations of a knowledge base, which commands and tools share.
//!
//! The entries are in a JSON file. A real program would lock the file while it changes it.

use crate::error::KbError;
use crate::schema::{self, has, id_of};
use agent_error::FieldError;
use agent_error::format::without_secrets;
use agent_error::ready::NotFound;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;
use std::time::SystemTime;
use tempfile::NamedTempFile;

/// The permissions of callers. Each tier includes those of the previous one.
pub(crate) const TIERS: [&str; 2] = ["read", "write"];

/// The maximum number of changes per window, by all callers combined.
const MAX_CHANGES: u64 = 120;
const WINDOW_S: u64 = 60;

/// A knowledge base, and the permissions of its caller.
pub(crate) struct Kb {
    pub(crate) path: PathBuf,
    pub(crate) tier: String,
}

/// The content of the file.
#[derive(Deserialize, Serialize)]
pub(crate) struct Store {
    /// Stored as JSON, so that a damaged entry doesn't hide the others.
    entries: BTreeMap<String, Value>,
    /// When the current window ends, in seconds since 1970, and the number of changes in it.
    window: (u64, u64),
}

/// A stored entry. The other fields were checked when it was stored.
#[derive(Deserialize, Serialize)]
struct Entry {
    version: u64,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl Kb {
    /// Creates the file. Returns `false` if it already exists.
    pub(crate) fn create(&self) -> Result<bool, KbError> {
        self.require_write()?;
        match self.path.exists() {
            true => self.open().map(|_| false),
            false => self.save(&Store { entries: BTreeMap::new(), window: (0, 0) }).map(|()| true),
        }
    }

    pub(crate) fn get(&self, id: &str) -> Result<Value, KbError> {
        Ok(json!(self.entry(&self.open()?, id)?))
    }

    pub(crate) fn list(&self) -> Result<Value, KbError> {
        let entries = self.open()?.entries.into_iter();
        Ok(entries.map(|(id, entry)| json!({"id": id, "title": entry["title"]})).collect())
    }

    pub(crate) fn add(&self, fields: Map<String, Value>) -> Result<Value, KbError> {
        self.require_write()?;
        check(&fields)?;
        let (store, id) = (self.open()?, id_of(&fields));
        match store.entries.contains_key(id) {
            true => Err(conflict(id, "already exists".to_owned(), &self.entry(&store, id)?)),
            false => self.put(store, Entry { version: 1, fields }),
        }
    }

    /// Updates the given fields of an entry that is still at this version.
    pub(crate) fn update(&self, version: u64, fields: Map<String, Value>) -> Result<Value, KbError> {
        self.require_write()?;
        let (store, id) = (self.open()?, id_of(&fields));
        let mut entry = self.entry(&store, id)?;
        if entry.version != version {
            return Err(conflict(id, format!("is at version {}, not at version {version}", entry.version), &entry));
        }
        entry.fields.extend(fields);
        check(&entry.fields)?;
        entry.version += 1;
        self.put(store, entry)
    }

    fn require_write(&self) -> Result<(), KbError> {
        match self.tier == TIERS[1] {
            true => Ok(()),
            false => Err(KbError::Denied { tier: self.tier.clone(), required: TIERS[1] }),
        }
    }

    /// Stores an entry whose fields have been checked.
    fn put(&self, mut store: Store, entry: Entry) -> Result<Value, KbError> {
        store.count_change()?;
        store.entries.insert(id_of(&entry.fields).to_owned(), json!(entry));
        self.save(&store).map(|()| json!(entry))
    }

    fn entry(&self, store: &Store, id: &str) -> Result<Entry, KbError> {
        let (id, path) = (id.to_owned(), self.path.clone());
        let Some(entry) = store.entries.get(&id) else {
            let nearest = NotFound::new("entry", &id).nearest_of(store.entries.keys().map(String::as_str)).nearest;
            let nearest = nearest.first().map_or("no ID is similar".to_owned(), |id| format!("similar: `{id}`"));
            return Err(KbError::NoEntry { id, path, nearest });
        };
        let entry = serde_json::from_value(entry.clone());
        entry.map_err(|error| KbError::Serialization { id, path, problem: error.to_string() })
    }

    pub(crate) fn open(&self) -> Result<Store, KbError> {
        let read = || Ok(serde_json::from_slice(&fs::read(&self.path)?)?);
        read().map_err(|source: io::Error| match source.kind() {
            ErrorKind::NotFound => KbError::NoKnowledgeBase { path: self.path.clone() },
            _ => KbError::File { action: "read", path: self.path.clone(), source },
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
        write().map_err(|source: io::Error| KbError::File { action: "write", path: self.path.clone(), source })
    }
}

impl Store {
    /// Counts a change, unless it exceeds the rate limit.
    fn count_change(&mut self) -> Result<(), KbError> {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
        if now >= self.window.0 {
            self.window = (now + WINDOW_S, 0);
        }
        let (ends, current) = &mut self.window;
        if *current >= MAX_CHANGES {
            let (current, limit, window_s, wait_s) = (*current, MAX_CHANGES, WINDOW_S, *ends - now);
            return Err(KbError::LimitExceeded { current, limit, window_s, wait_s });
        }
        *current += 1;
        Ok(())
    }
}

/// Checks the fields of an entry. If a field belongs in the metadata, the advice moves it there.
fn check(fields: &Map<String, Value>) -> Result<(), KbError> {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or("note");
    let of_type = schema::metadata(kind);
    let whole = schema::entry(&of_type);
    let (misplaced, mut entry): (Map<_, _>, Map<_, _>) =
        fields.clone().into_iter().partition(|(name, _)| !has(&whole, name) && has(&of_type, name));
    let metadata = entry.entry("metadata").or_insert_with(|| json!({}));
    metadata.as_object_mut().into_iter().for_each(|metadata| metadata.extend(misplaced.clone()));
    let advice = match metadata.to_string() {
        _ if misplaced.is_empty() => "Correct the fields as described".to_owned(),
        // A caller would store a redacted value.
        metadata if without_secrets(&metadata) != metadata => "Move these fields into `metadata`".to_owned(),
        metadata => format!("Retry with metadata={metadata}"),
    };
    let problem = |name| FieldError::new(name, format!("For the type `{kind}`, `{name}` belongs in `metadata`."));
    let mut problems: Vec<_> = misplaced.keys().map(problem).collect();
    problems.extend(schema::problems(&whole, &entry));
    match problems.iter().all(|problem| problem.field().starts_with("metadata.")) {
        _ if problems.is_empty() => Ok(()),
        true => Err(KbError::SchemaViolation { kind: kind.to_owned(), fields: problems }),
        false => Err(KbError::Invalid { fields: problems, advice }),
    }
}

fn conflict(id: &str, problem: String, current: &Entry) -> KbError {
    KbError::Conflict { id: id.to_owned(), problem, version: current.version, current: json!(current).to_string() }
}
