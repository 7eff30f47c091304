//! The keys that set one static fact. Adding such a fact to the derive takes one row.

/// The keys of a variant that set one static fact, without checks beyond the type of the value.
pub(crate) const FACT_KEYS: &[FactKey] = &[
    FactKey::text("fix_is_safe", "FixIsSafe"),
    FactKey::word("retry", "Retry", "RetryStrategy", &["immediate", "linear", "exponential"]),
    FactKey::word("grpc", "Grpc", "GrpcCode", GRPC_CODES),
    FactKey::text("since", "Since"),
    FactKey::text("deprecated", "Deprecated"),
    FactKey::flag("hidden", "Hidden"),
];

/// The status codes of gRPC that an error can have: all except `OK`.
const GRPC_CODES: &[&str] = &[
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// A key that sets one static fact and needs no check beyond the type of its value.
pub(crate) struct FactKey {
    pub(crate) key: &'static str,
    /// The variant of the runtime's `Attribute`.
    pub(crate) attribute: &'static str,
    pub(crate) value: FactValue,
}

/// The type of a [`FactKey`]'s value.
#[derive(Clone, Copy)]
pub(crate) enum FactValue {
    /// A string.
    Text,
    /// No value.
    Flag,
    /// One of `words`. Each is the name of a variant of the runtime's enum `ty`.
    Word { ty: &'static str, words: &'static [&'static str] },
}

impl FactKey {
    const fn text(key: &'static str, attribute: &'static str) -> Self {
        Self { key, attribute, value: FactValue::Text }
    }

    const fn flag(key: &'static str, attribute: &'static str) -> Self {
        Self { key, attribute, value: FactValue::Flag }
    }

    const fn word(
        key: &'static str,
        attribute: &'static str,
        ty: &'static str,
        words: &'static [&'static str],
    ) -> Self {
        Self { key, attribute, value: FactValue::Word { ty, words } }
    }
}
