//! A contract as a lock file: sorted, a line for each fact, so that its history reads as that of the codes.

use super::{Contract, Field, Promise};
use crate::catalog::view::some;
use crate::definition::fact::FactClass;
use crate::definition::facts::FACTS;
use crate::tooling::pretty::pretty;
use crate::tooling::schema::Sorted;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The version of lock files that this crate writes.
pub(super) const LOCK_VERSION: u64 = 2;

const ABOUT: &str = "What this program promises about its error codes. A test compares it with the program; after a \
    change that is meant, run the test with AGENT_ERROR_LOCK=overwrite and commit this file.";

/// Down to the fields of a context, each member has a line of its own.
const OPEN: usize = 4;

impl Contract {
    /// The contract as the text of a lock file.
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
        map.serialize_entry("errors", &self.0.codes)?;
        if !self.0.retired.is_empty() {
            map.serialize_entry("retired", &self.0.retired)?;
        }
        map.end()
    }
}

impl Serialize for Promise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for fact in FACTS {
            if fact.class == FactClass::Parts && !self.context.is_empty() {
                map.serialize_entry(fact.name, &self.context)?;
            }
            some(&mut map, fact.name, self.facts.get(fact.name).map(Sorted))?;
        }
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
        map.end()
    }
}
