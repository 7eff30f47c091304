//! Writes a contract as a lock file. The file is sorted and has one line per fact, so that diffs are readable.

use super::{CodeContract, Contract, Field, Meaning};
use crate::document::Program;
use crate::pretty::{pretty, some};
use crate::schema::Sorted;
use agent_error::definition::{FACTS, FactClass};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// The version of the lock files that this crate writes.
pub(super) const LOCK_VERSION: u64 = 3;

const ABOUT: &str = "What this program promises about its error codes. A test compares it with the program. After an \
    intended change, run the test with AGENT_ERROR_LOCK=overwrite and commit this file.";

/// The number of nesting levels to expand. The innermost one contains the fields of a context.
const OPEN: usize = 4;

impl Contract {
    /// Returns the content of a lock file.
    pub fn to_lock(&self) -> String {
        pretty(&Lock(self), OPEN)
    }
}

struct Lock<'a>(&'a Contract);

impl Serialize for Lock<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("about", ABOUT)?;
        map.serialize_entry("lock_version", &LOCK_VERSION)?;
        some(&mut map, "program", self.0.program.as_ref())?;
        map.serialize_entry("errors", &self.0.codes)?;
        if !self.0.retired.is_empty() {
            map.serialize_entry("retired", &Retired(&self.0.retired))?;
        }
        some(&mut map, "commands", self.0.commands.as_ref())?;
        some(&mut map, "tools", self.0.tools.as_ref())?;
        some(&mut map, "exits", self.0.exits.as_ref())?;
        map.end()
    }
}

impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        some(&mut map, "version", self.version.as_ref())?;
        map.end()
    }
}

struct Retired<'a>(&'a BTreeMap<String, Option<String>>);

impl Serialize for Retired<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(code, note)| OneRetired { code, note: note.as_deref() }))
    }
}

struct OneRetired<'a> {
    code: &'a str,
    note: Option<&'a str>,
}

impl Serialize for OneRetired<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", self.code)?;
        some(&mut map, "note", self.note)?;
        map.end()
    }
}

impl Serialize for CodeContract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for fact in FACTS {
            if fact.class == FactClass::Parts && !self.context.is_empty() {
                map.serialize_entry(fact.name, &self.context)?;
            }
            some(&mut map, fact.name, self.facts.get(fact.name))?;
        }
        map.end()
    }
}

impl Serialize for Meaning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("description", &self.description)?;
        map.end()
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rust_type", &self.rust_type)?;
        map.serialize_entry("schema", &Sorted(&self.schema))?;
        if !self.always {
            map.serialize_entry("always", &false)?;
        }
        some(&mut map, "values_from", self.values_from.as_ref())?;
        map.end()
    }
}
