//! Encodes values in URI references (RFC 3986).

use super::shell::text;
use super::template::Template;
use std::fmt::{self, Display};

/// Displays a value with percent-encoding, as part of a URI reference. Formatting fails if the value is blank.
pub struct UriEncoded<'a, T: ?Sized> {
    /// The value.
    pub value: &'a T,
    /// Whether the value is a whole URI reference, in which `/` and other delimiters aren't encoded.
    pub whole: bool,
}

impl<T: Display + ?Sized> Display for UriEncoded<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = String::new();
        fmt::write(&mut value, format_args!("{}", self.value))?;
        if value.trim().is_empty() {
            return Err(fmt::Error);
        }
        let bytes = value.as_bytes();
        bytes.iter().enumerate().try_for_each(|(at, byte)| match byte {
            b'%' if self.whole && is_escape(&bytes[at..]) => f.write_str("%"),
            byte if is_kept(*byte, self.whole) => write!(f, "{}", char::from(*byte)),
            byte => write!(f, "%{byte:02X}"),
        })
    }
}

/// Fills the template of a URI reference with percent-encoded values.
pub fn fill_uri(template: Template<'_>, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    template
        .fill_all(|name| text(format_args!("{}", UriEncoded { value: &value(name)?, whole: template.is_field(name) })))
}

/// Percent-decodes a URI reference. Invalid UTF-8 becomes U+FFFD.
pub(crate) fn decoded(reference: &str) -> String {
    let bytes = reference.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escaped = reference.get(at + 1..at + 3).filter(|_| is_escape(&bytes[at..]) && *byte == b'%');
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(escaped) => {
                decoded.push(escaped);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Whether the second and the third byte are hexadecimal digits. The caller checks that the first byte is `%`.
fn is_escape(bytes: &[u8]) -> bool {
    bytes.get(1..3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

fn is_kept(byte: u8, whole: bool) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || whole && b":/?#[]@!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::{UriEncoded, decoded};
    use std::fmt::Write;

    fn encoded(value: &str, whole: bool) -> Option<String> {
        let mut text = String::new();
        write!(text, "{}", UriEncoded { value, whole }).ok().map(|()| text)
    }

    #[test]
    fn decoding_keeps_what_is_not_encoded() {
        for (reference, text) in [
            ("/a%20b/gr%C3%B6%c3%9Fe", "/a b/größe"),
            ("100%", "100%"),
            ("%2", "%2"),
            ("%zz%é%+1%25", "%zz%é%+1%"),
            ("%ff", "\u{fffd}"),
        ] {
            assert_eq!(decoded(reference), text);
        }
    }

    #[test]
    fn a_part_keeps_unreserved_characters_only() {
        for (value, part, whole) in [
            ("req-1_2.3~4", "req-1_2.3~4", "req-1_2.3~4"),
            ("/requests/7?x=1#y", "%2Frequests%2F7%3Fx%3D1%23y", "/requests/7?x=1#y"),
            ("a b\n\"<>", "a%20b%0A%22%3C%3E", "a%20b%0A%22%3C%3E"),
            ("größe", "gr%C3%B6%C3%9Fe", "gr%C3%B6%C3%9Fe"),
            ("100%", "100%25", "100%25"),
            ("a%20b%2", "a%2520b%252", "a%20b%252"),
        ] {
            assert_eq!(encoded(value, false).as_deref(), Some(part), "{value}");
            assert_eq!(encoded(value, true).as_deref(), Some(whole), "{value}");
        }
        assert_eq!([encoded("", false), encoded(" ", true)], [None, None]);
    }
}
