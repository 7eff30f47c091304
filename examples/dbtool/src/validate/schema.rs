//! The schema of configuration files.

use std::fmt;
use toml::de::DeValue;

/// A field. Its value may be a nested table.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) kind: Kind,
}

/// The valid values of a field.
pub(super) enum Kind {
    /// A non-empty string.
    Text,
    /// An integer in an inclusive range.
    Integer(i64, i64),
    /// One of a set of strings.
    OneOf(&'static [&'static str]),
    /// A nested table.
    Table(&'static [Field]),
}

/// Why a value is invalid.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    Type,
    Value,
}

const fn field(name: &'static str, required: bool, kind: Kind) -> Field {
    Field { name, required, kind }
}

pub(super) const FIELDS: &[Field] = &[
    field("host", true, Kind::Text),
    field("port", true, Kind::Integer(1, 65_535)),
    field("timeout_ms", false, Kind::Integer(1, 600_000)),
    field("mode", false, Kind::OneOf(&["read-only", "read-write"])),
    field(
        "pool",
        false,
        Kind::Table(&[
            field("size", true, Kind::Integer(1, 100)),
            field("idle_seconds", false, Kind::Integer(0, 86_400)),
        ]),
    ),
];

impl Kind {
    pub(super) fn mismatch(&self, value: &DeValue<'_>) -> Option<Mismatch> {
        match (self, value) {
            (Self::Text, DeValue::String(text)) => text.is_empty().then_some(Mismatch::Value),
            (Self::Integer(low, high), DeValue::Integer(number)) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                let fits = number.is_ok_and(|number| (*low..=*high).contains(&number));
                (!fits).then_some(Mismatch::Value)
            }
            (Self::OneOf(words), DeValue::String(text)) => (!words.contains(&&**text)).then_some(Mismatch::Value),
            (Self::Table(_), DeValue::Table(_)) => None,
            _ => Some(Mismatch::Type),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("a non-empty string"),
            Self::Integer(low, high) => write!(f, "an integer from {low} to {high}"),
            Self::OneOf(words) => write!(f, "\"{}\"", words.join("\" or \"")),
            Self::Table(_) => f.write_str("a table"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Mismatch};
    use toml::de::DeValue;

    fn mismatch(kind: &Kind, value: &str) -> Option<Mismatch> {
        kind.mismatch(DeValue::parse(value).unwrap().get_ref())
    }

    #[test]
    fn integers_are_range_checked_in_every_notation() {
        let port = Kind::Integer(1, 65_535);
        for good in ["1", "65_535", "0xffff", "0b1"] {
            assert_eq!(mismatch(&port, good), None, "{good}");
        }
        for bad in ["0", "-1", "65536", "0x10000", "99999999999999999999999"] {
            assert_eq!(mismatch(&port, bad), Some(Mismatch::Value), "{bad}");
        }
        assert_eq!(mismatch(&port, "1.0"), Some(Mismatch::Type));
    }

    #[test]
    fn strings_must_not_be_empty() {
        assert_eq!(mismatch(&Kind::Text, "\"\""), Some(Mismatch::Value));
        assert_eq!(mismatch(&Kind::OneOf(&["a", "b"]), "\"c\""), Some(Mismatch::Value));
        assert_eq!(mismatch(&Kind::OneOf(&["a", "b"]), "'b'"), None);
        assert_eq!(Kind::OneOf(&["a", "b"]).to_string(), "\"a\" or \"b\"");
    }
}
