//! From a record back to the variant that it was made from.

use super::source::{KnownSource, Slot};
use crate::error::record::ErrorRecord;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error;

/// A type whose variants can be read back from the result of `parse`. `codes = Name` implements it.
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
    /// The variant with the record's code. Its fields come from the context, its source from the texts of the causes.
    ///
    /// `None` for another code, and if a field is not in the context: because it is secret or skipped and not an
    /// `Option`, because its type cannot be deserialized, such as a `&'static str`, or because the format of the text
    /// does not carry it.
    fn decode(record: &ErrorRecord) -> Option<Self>;
}

impl<T: Decode> Decode for Box<T> {
    fn decode(record: &ErrorRecord) -> Option<Self> {
        T::decode(record).map(Self::new)
    }
}

/// Types that can be read from a value, which rustc tries first.
pub trait DecodeValue<T> {
    /// The value as the type. A missing value is read as null.
    fn decode_value(&self, value: Option<Value>) -> Option<T>;
}

impl<T: DeserializeOwned> DecodeValue<T> for &Slot<T> {
    fn decode_value(&self, value: Option<Value>) -> Option<T> {
        serde_json::from_value(value.unwrap_or_default()).ok()
    }
}

/// The body of a record, as a value.
pub fn body(record: &ErrorRecord) -> Option<Value> {
    record.body.clone().map(Value::String)
}

/// All other types.
pub trait NoValue<T> {
    /// Nothing.
    fn decode_value(&self, _: Option<Value>) -> Option<T> {
        None
    }
}

impl<T> NoValue<T> for Slot<T> {}

/// Sources that can hold any error, which rustc tries first.
pub trait DecodeCauses<T> {
    /// The causes of the record.
    fn decode_causes(&self, record: &ErrorRecord) -> Option<T>;
}

impl<T: KnownSource> DecodeCauses<T> for &Slot<T> {
    fn decode_causes(&self, record: &ErrorRecord) -> Option<T> {
        Some(T::from_foreign(record.cause.clone()?))
    }
}

/// All other sources.
pub trait NoCauses<T> {
    /// Nothing.
    fn decode_causes(&self, _: &ErrorRecord) -> Option<T> {
        None
    }
}

impl<T: Error> NoCauses<T> for Slot<T> {}

/// Nested types that can be decoded, which rustc tries first.
pub trait DecodeNested<T> {
    /// The nested error.
    fn decode_nested(&self, record: &ErrorRecord) -> Option<T>;
}

impl<T: Decode> DecodeNested<T> for &Slot<T> {
    fn decode_nested(&self, record: &ErrorRecord) -> Option<T> {
        T::decode(record)
    }
}

/// All other nested types.
pub trait NotDecoded<T> {
    /// Nothing.
    fn decode_nested(&self, _: &ErrorRecord) -> Option<T> {
        None
    }
}

impl<T> NotDecoded<T> for Slot<T> {}
