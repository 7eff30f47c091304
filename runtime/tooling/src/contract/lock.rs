//! Reads and writes lock files. They're sorted, so that diffs are readable.

use super::{CodeContract, Contract, Values};
use crate::document::{Document, DocumentError, check_version, parsed};
use crate::facts::{FACTS, FactClass};
use crate::schema::{Sorted, pretty};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::str::FromStr;

/// The version of lock files.
const LOCK_VERSION: u32 = 1;

const ABOUT: &str = "What this program promises about its error codes. A test compares it with the program. After an \
    intended change, run the test with AGENT_ERROR_LOCK=overwrite and commit this file.";

#[derive(serde::Serialize)]
struct LockFile<'a> {
    about: &'static str,
    lock_version: u32,
    #[serde(flatten)]
    contract: &'a Contract,
}

impl Contract {
    /// Returns the content of a lock file.
    pub fn to_lock(&self) -> String {
        pretty(&LockFile {
            about: ABOUT,
            lock_version: LOCK_VERSION,
            contract: self,
        })
    }
}

/// Writes the facts in the order of [`FACTS`], which puts related facts next to each other.
impl Serialize for CodeContract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for fact in FACTS {
            if fact.class == FactClass::Parts && !self.context.is_empty() {
                map.serialize_entry(fact.name, &self.context)?;
            }
            if let Some(values) = self.facts.get(fact.name) {
                map.serialize_entry(fact.name, values)?;
            }
        }
        map.end()
    }
}

/// Writes JSON Schemas with the most important keywords first.
pub(super) fn sorted<S: Serializer>(schemas: &Values, serializer: S) -> Result<S::Ok, S::Error> {
    Sorted(&schemas.clone().into()).serialize(serializer)
}

impl FromStr for Contract {
    type Err = DocumentError;

    /// Parses a lock file or a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        // Check the version first, because other versions may have other members.
        let value: Value = parsed(text)?;
        let Some(version) = value.get("lock_version") else {
            return Ok(Self::of(&text.parse::<Document>()?));
        };
        check_version(&version.to_string(), &LOCK_VERSION.to_string())?;
        // A value of another type becomes a change.
        parsed(text)
    }
}
