//! Decodes error types from records.

use super::source::{KnownSource, Slot};
use crate::error::record::ErrorRecord;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error;

/// An error type that can be decoded from the result of `parse`. To implement this trait, add `codes = Name` to the
/// derive.
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
    /// Decodes the variant with the record's code. Fields are deserialized from the context, and the source is built
    /// from the cause messages.
    ///
    /// Returns `None` if the type doesn't declare the code, or if a field can't be decoded. A field can't be decoded in
    /// these cases:
    ///
    /// - The field is secret or skipped and isn't an `Option`.
    /// - The field's type can't be deserialized, such as `&'static str`.
    /// - The format that was parsed doesn't include the value.
    fn decode(record: &ErrorRecord) -> Option<Self>;
}

impl<T: Decode> Decode for Box<T> {
    fn decode(record: &ErrorRecord) -> Option<Self> {
        T::decode(record).map(Self::new)
    }
}

/// Decodes fields whose types can be deserialized. Method resolution tries this trait before [`DecodeValueFallback`].
pub trait DecodeValue<T> {
    /// Deserializes the value. A missing value is treated as null.
    fn decode_value(&self, value: Option<Value>) -> Option<T>;
}

impl<T: DeserializeOwned> DecodeValue<T> for &Slot<T> {
    fn decode_value(&self, value: Option<Value>) -> Option<T> {
        serde_json::from_value(value.unwrap_or_default()).ok()
    }
}

/// Returns the body of a record as a JSON string.
pub fn body(record: &ErrorRecord) -> Option<Value> {
    record.body.clone().map(Value::String)
}

/// The fallback for fields whose types can't be deserialized.
pub trait DecodeValueFallback<T> {
    /// Returns `None`.
    fn decode_value(&self, _: Option<Value>) -> Option<T> {
        None
    }
}

impl<T> DecodeValueFallback<T> for Slot<T> {}

/// Decodes sources whose types can hold any error. Method resolution tries this trait before [`DecodeCausesFallback`].
pub trait DecodeCauses<T> {
    /// Converts the record's causes to the source type.
    fn decode_causes(&self, record: &ErrorRecord) -> Option<T>;
}

impl<T: KnownSource> DecodeCauses<T> for &Slot<T> {
    fn decode_causes(&self, record: &ErrorRecord) -> Option<T> {
        Some(T::from_foreign(record.cause.clone()?))
    }
}

/// The fallback for sources whose types can't hold arbitrary errors.
pub trait DecodeCausesFallback<T> {
    /// Returns `None`.
    fn decode_causes(&self, _: &ErrorRecord) -> Option<T> {
        None
    }
}

impl<T: Error> DecodeCausesFallback<T> for Slot<T> {}

/// Decodes nested errors whose types implement [`Decode`]. Method resolution tries this trait before [`DecodeNestedFallback`].
pub trait DecodeNested<T> {
    /// Decodes the nested error.
    fn decode_nested(&self, record: &ErrorRecord) -> Option<T>;
}

impl<T: Decode> DecodeNested<T> for &Slot<T> {
    fn decode_nested(&self, record: &ErrorRecord) -> Option<T> {
        T::decode(record)
    }
}

/// The fallback for nested types that can't be decoded.
pub trait DecodeNestedFallback<T> {
    /// Returns `None`.
    fn decode_nested(&self, _: &ErrorRecord) -> Option<T> {
        None
    }
}

impl<T> DecodeNestedFallback<T> for Slot<T> {}
