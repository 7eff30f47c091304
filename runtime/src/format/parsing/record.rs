//! Creates and deserializes records from other programs.

use super::read::{JsonDialect, RecordSeed};
use crate::error::facts::Facts;
use crate::error::record::ErrorRecord;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};

impl ErrorRecord {
    /// Creates a record in which all facts are unknown.
    pub(crate) fn unknown(code: impl Into<String>, message: impl Into<String>) -> Self {
        let mut record = Self::new(code, message);
        record.facts = Facts::UNKNOWN;
        record
    }
}

impl<'de> Deserialize<'de> for ErrorRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RecordSeed(JsonDialect::Record).deserialize(deserializer)
    }
}
