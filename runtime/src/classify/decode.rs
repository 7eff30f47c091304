//! Decodes variants from records.

use super::source::{KnownSource, Slot};
use crate::error::record::ErrorRecord;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error;

/// A type whose variants can be decoded from the result of `parse`. Use `codes = Name` to implement it.
///
#[cfg_attr(feature = "parse", doc = "```")]
#[cfg_attr(not(feature = "parse"), doc = "```ignore")]
/// use agent_error::{AgentError, Format, parse, render};
/// use agent_error::classify::Decode;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[agent_error(codes = QuotaCode)]
/// enum QuotaError {
///     /// The quota is used up.
///     #[error("{used} of {limit} are used")]
///     #[code("QUOTA_EXCEEDED", exit = 11)]
///     Exceeded { used: u64, limit: u64 },
/// }
///
/// let text = render(&QuotaError::Exceeded { used: 9, limit: 8 }, Format::Envelope);
/// let decoded = QuotaError::decode(&parse(&text).unwrap());
/// assert!(matches!(decoded, Some(QuotaError::Exceeded { used: 9, limit: 8 })));
/// ```
pub trait Decode: Sized {
    /// Decodes the variant with the record's code. Takes field values from the context, and the source from the
    /// messages of the causes.
    ///
    /// Returns `None` if the type doesn't have the code, or if the context lacks a field. This can have several
    /// reasons:
    ///
    /// - The field is secret or skipped and isn't an `Option`.
    /// - The field's type can't be deserialized, such as `&'static str`.
    /// - The format doesn't include the value.
    fn decode(record: &ErrorRecord) -> Option<Self>;
}

impl<T: Decode> Decode for Box<T> {
    fn decode(record: &ErrorRecord) -> Option<Self> {
        T::decode(record).map(Self::new)
    }
}

/// Types that can be deserialized. Tried first.
pub trait DecodeValue<T> {
    /// Deserializes the value. Treats a missing value as null.
    fn decode_value(&self, value: Option<Value>) -> Option<T>;
}

impl<T: DeserializeOwned> DecodeValue<T> for &Slot<T> {
    fn decode_value(&self, value: Option<Value>) -> Option<T> {
        serde_json::from_value(value.unwrap_or_default()).ok()
    }
}

/// Returns the body of a record as a value.
pub fn body(record: &ErrorRecord) -> Option<Value> {
    record.body.clone().map(Value::String)
}

/// All other types.
pub trait NoValue<T> {
    /// Returns `None`.
    fn decode_value(&self, _: Option<Value>) -> Option<T> {
        None
    }
}

impl<T> NoValue<T> for Slot<T> {}

/// Source types that can hold any error. Tried first.
pub trait DecodeCauses<T> {
    /// Returns the record's causes.
    fn decode_causes(&self, record: &ErrorRecord) -> Option<T>;
}

impl<T: KnownSource> DecodeCauses<T> for &Slot<T> {
    fn decode_causes(&self, record: &ErrorRecord) -> Option<T> {
        Some(T::from_foreign(record.cause.clone()?))
    }
}

/// All other source types.
pub trait NoCauses<T> {
    /// Returns `None`.
    fn decode_causes(&self, _: &ErrorRecord) -> Option<T> {
        None
    }
}

impl<T: Error> NoCauses<T> for Slot<T> {}

/// Nested types that can be decoded. Tried first.
pub trait DecodeNested<T> {
    /// Decodes the nested error.
    fn decode_nested(&self, record: &ErrorRecord) -> Option<T>;
}

impl<T: Decode> DecodeNested<T> for &Slot<T> {
    fn decode_nested(&self, record: &ErrorRecord) -> Option<T> {
        T::decode(record)
    }
}

/// All other nested types.
pub trait NotDecoded<T> {
    /// Returns `None`.
    fn decode_nested(&self, _: &ErrorRecord) -> Option<T> {
        None
    }
}

impl<T> NotDecoded<T> for Slot<T> {}
