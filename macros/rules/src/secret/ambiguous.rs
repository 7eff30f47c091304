//! Names that are only secret with some values.

/// The values that make an ambiguous name secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretValues {
    /// Any string.
    Strings,
    /// 4 to 12 digits.
    Digits,
    /// At least 16 characters that look random, after `=` or a flag.
    Random,
}

/// Names that only look secret with some values. For example, `tokens` may also be a count, `pass` may be a test
/// result, and `key` may be the name of anything. The whole name must match.
pub const AMBIGUOUS_NAMES: &[(&str, SecretValues)] = &[
    ("auth", SecretValues::Strings),
    ("pass", SecretValues::Strings),
    ("sid", SecretValues::Strings),
    ("sig", SecretValues::Strings),
    ("tokens", SecretValues::Strings),
    ("pin", SecretValues::Digits),
    ("key", SecretValues::Random),
    ("session", SecretValues::Random),
    ("signature", SecretValues::Random),
];

/// Returns the values that make a name secret, if the name is ambiguous.
pub fn ambiguous(name: &str) -> Option<SecretValues> {
    let name = name.trim_start_matches(['-', '_']);
    AMBIGUOUS_NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, values)| *values)
}

impl SecretValues {
    /// Whether a string is one of these values.
    pub fn contain(self, value: &str) -> bool {
        match self {
            Self::Strings => value.contains(char::is_alphabetic),
            Self::Digits => (4..=12).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Random => is_random(value),
        }
    }
}

/// Whether a value looks like a key: letters and digits in Base64, hexadecimal or a similar notation. Words that are
/// joined by hyphens, slashes or underscores don't qualify, because paths and names look the same.
fn is_random(value: &str) -> bool {
    let of_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_' | b'%');
    let has_run = value.split(|c: char| !c.is_ascii_alphanumeric()).any(|run| run.len() >= 16);
    value.len() >= 16
        && value.bytes().all(of_key)
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
        && (has_run || value.ends_with('=') || value.ends_with("%3D"))
}

#[cfg(test)]
mod tests {
    use super::SecretValues::{Digits, Random};

    #[test]
    fn only_values_that_look_like_keys_are_random() {
        for value in ["Zq7Hunter2Secret9x", "3f786850e387550fdab836ed7e6dc881de23001b", "q83v/EiNTQ+vASNFZ4mrzQ=="] {
            assert!(Random.contain(value), "{value}");
        }
        for value in [
            "name",
            "orders-2024-report-final",
            "uploads/2024/report-7",
            "abcdefghijklmnopqrst",
            "user:123456789abcdef0",
        ] {
            assert!(!Random.contain(value), "{value}");
        }
    }

    #[test]
    fn a_pin_has_four_to_twelve_digits() {
        assert!(Digits.contain("1234") && Digits.contain("482913"));
        assert!(!Digits.contain("17") && !Digits.contain("12a4") && !Digits.contain("1234567890123"));
    }
}
