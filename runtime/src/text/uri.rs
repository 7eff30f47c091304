//! Encodes values in URI references (RFC 3986), and the paths of fields as JSON Pointers (RFC
//! 6901).

use super::template::Template;

/// Percent-encodes a value as a part of a URI reference, or as a whole one.
#[inline]
fn encoded(value: &str, whole: bool) -> String {
    let mut encoded = String::new();
    for (at, byte) in value.bytes().enumerate() {
        let is_escape = byte == b'%' && escaped_byte(&value[at + 1..]).is_some();
        let stays = is_unreserved(byte) || (whole && (is_reserved(byte) || is_escape));
        if stays {
            encoded.push(byte.into());
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// RFC 3986, section 2.3.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// RFC 3986, section 2.2.
fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

/// Fills the template of a URI reference with percent-encoded values. Returns `None` if a value is
/// blank.
#[inline]
pub fn fill_uri(
    template: Template<'_>,
    value_of: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    template.fill_all(&|name| {
        let value = value_of(name).filter(|value| !value.trim().is_empty())?;
        Some(encoded(&value, template.is_field(name)))
    })
}

/// Percent-decodes a URI reference. Invalid UTF-8 becomes U+FFFD.
#[cfg(feature = "redact")]
pub(crate) fn decoded(reference: &str) -> String {
    let mut pieces = reference.split('%');
    let mut decoded = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        if let Some(byte) = escaped_byte(piece) {
            decoded.push(byte);
            decoded.extend_from_slice(&piece.as_bytes()[2..]);
        } else {
            decoded.push(b'%');
            decoded.extend_from_slice(piece.as_bytes());
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Returns the byte that the two hexadecimal digits at the start of a string represent.
fn escaped_byte(text: &str) -> Option<u8> {
    let digits = text.get(..2).filter(|digits| !digits.starts_with('+'))?;
    u8::from_str_radix(digits, 16).ok()
}

/// Returns the JSON Pointer (RFC 6901) to a field as a URI fragment: `#/items/0` for `items.0`, and
/// `#` for no path.
#[inline]
pub(crate) fn pointer_to(path: &str) -> String {
    let mut pointer = "#".to_owned();
    if path.is_empty() {
        return pointer;
    }
    for name in path.split('.') {
        let escaped = name.replace('~', "~0").replace('/', "~1");
        pointer.push('/');
        pointer.push_str(&encoded(&escaped, false));
    }
    pointer
}

/// Converts a JSON Pointer, or a URI fragment that contains one, to a field path. Returns `None`
/// for any other string.
#[cfg(feature = "parse")]
pub(crate) fn field_at(reference: &str) -> Option<String> {
    let pointer = match reference.strip_prefix('#') {
        Some(fragment) => decoded(fragment),
        None => reference.to_owned(),
    };
    if pointer.is_empty() {
        return Some(pointer);
    }
    let path = pointer.strip_prefix('/')?;
    let names: Vec<_> = path.split('/').map(unescaped).collect();
    Some(names.join("."))
}

#[cfg(feature = "parse")]
fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}
