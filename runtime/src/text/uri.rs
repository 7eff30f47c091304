//! Encodes values in URI references (RFC 3986), and the paths of fields as JSON Pointers (RFC
//! 6901).

use super::template::Template;

/// Percent-encodes a value as a part of a URI reference, or as a whole one.
fn encoded(value: &str, whole: bool) -> String {
    let mut encoded = String::new();
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'%' if whole && escape(&value[at + 1..]).is_some() => encoded.push('%'),
            b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                encoded.push(byte.into());
            }
            byte if whole && b":/?#[]@!$&'()*+,;=".contains(&byte) => encoded.push(byte.into()),
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Fills the template of a URI reference with percent-encoded values. Returns `None` if a value is
/// blank.
pub fn fill_uri(template: Template<'_>, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    template.fill_all(&|name| {
        let value = value(name).filter(|value| !value.trim().is_empty())?;
        Some(encoded(&value, template.is_field(name)))
    })
}

/// Percent-decodes a URI reference. Invalid UTF-8 becomes U+FFFD.
#[cfg(feature = "redact")]
pub(crate) fn decoded(reference: &str) -> String {
    let mut pieces = reference.split('%');
    let mut decoded = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (byte, rest) = escape(piece).map_or((b'%', piece), |byte| (byte, &piece[2..]));
        decoded.push(byte);
        decoded.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Returns the byte that the two hexadecimal digits at the start of a string represent.
fn escape(text: &str) -> Option<u8> {
    let digits = text.get(..2).filter(|digits| !digits.starts_with('+'))?;
    u8::from_str_radix(digits, 16).ok()
}

/// Returns the JSON Pointer (RFC 6901) to a field as a URI fragment: `#/items/0` for `items.0`, and
/// `#` for no path.
pub(crate) fn pointer_to(path: &str) -> String {
    let mut pointer = "#".to_owned();
    for name in path.split('.').filter(|_| !path.is_empty()) {
        pointer.push('/');
        pointer.push_str(&encoded(&name.replace('~', "~0").replace('/', "~1"), false));
    }
    pointer
}

/// Converts a JSON Pointer, or a URI fragment that contains one, to a field path. Returns `None`
/// for any other string.
#[cfg(feature = "parse")]
pub(crate) fn field_at(pointer: &str) -> Option<String> {
    let names = match pointer.strip_prefix('#') {
        Some(fragment) => decoded(fragment),
        None => pointer.to_owned(),
    };
    let Some(names) = names.strip_prefix('/') else {
        return names.is_empty().then_some(names);
    };
    let names: Vec<_> = names
        .split('/')
        .map(|name| name.replace("~1", "/").replace("~0", "~"))
        .collect();
    Some(names.join("."))
}
