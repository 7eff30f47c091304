//! Finds leaked secrets, including encoded ones.

use data_encoding::{BASE64, BASE64URL, Encoding};
use std::borrow::Cow;

/// The minimum length of a secret. Shorter values often occur by chance.
pub(super) const SHORTEST: usize = 4;

/// The maximum number of nested encodings to decode. For example, a JSON string within JSON is
/// escaped twice.
const DEPTH: usize = 2;

/// Searches text for a secret. Returns a description of the encoding in which the secret was found.
pub(super) fn find(secret: &str, text: &[u8]) -> Option<String> {
    find_decoded(secret, text, &mut Vec::new())
}

fn find_decoded(secret: &str, text: &[u8], steps: &mut Vec<&'static str>) -> Option<String> {
    if contains(text, secret.as_bytes()) {
        return Some(described(steps, "unencoded"));
    }
    if in_base64(secret, text) {
        return Some(described(steps, "in base64"));
    }
    if steps.len() == DEPTH {
        return None;
    }
    for (step, decode) in DECODINGS {
        let decoded = decode(text);
        if *decoded == *text {
            continue;
        }
        steps.push(step);
        if let Some(found) = find_decoded(secret, &decoded, steps) {
            return Some(found);
        }
        steps.pop();
    }
    None
}

fn described(steps: &[&str], last: &str) -> String {
    match steps {
        [] => last.to_owned(),
        steps if last == "unencoded" => steps.join(" and "),
        steps => format!("{} and {last}", steps.join(" and ")),
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Whether the text contains the secret in base64. The base64 may be wrapped, and the secret may
/// start at any offset in the encoded data.
fn in_base64(secret: &str, text: &[u8]) -> bool {
    let mut unbroken = text.to_vec();
    unbroken.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    for (encoding, extra) in [(BASE64, b"+/"), (BASE64URL, b"-_")] {
        let words = unbroken.split(|byte| !byte.is_ascii_alphanumeric() && !extra.contains(byte));
        for word in words {
            if in_word(secret, word, &encoding) {
                return true;
            }
        }
    }
    false
}

/// Whether a word contains the encoded secret, at any offset.
fn in_word(secret: &str, word: &[u8], encoding: &Encoding) -> bool {
    let mut suffixes = (0..4).filter_map(|start| word.get(start..));
    suffixes.any(|suffix| contains(&decoded(encoding, suffix), secret.as_bytes()))
}

fn decoded(encoding: &Encoding, word: &[u8]) -> Vec<u8> {
    // Pad with `A`, which encodes zero bits. The padding only adds bytes after the decoded text.
    let mut whole = word.to_vec();
    whole.resize(word.len().next_multiple_of(4), b'A');
    encoding.decode(&whole).unwrap_or_default()
}

type Decoding = (&'static str, fn(&[u8]) -> Cow<'_, [u8]>);

const DECODINGS: [Decoding; 4] = [
    ("escaped as in JSON", json),
    ("escaped as in a form", form),
    ("escaped as in a URL", url),
    ("escaped as in XML", xml),
];

fn url(text: &[u8]) -> Cow<'_, [u8]> {
    percent_encoding::percent_decode(text).into()
}

/// Decodes form data, in which `+` is a space. Text without `+` needs only [`url`].
fn form(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'+') {
        return text.into();
    }
    let mut spaced = text.to_vec();
    for byte in &mut spaced {
        if *byte == b'+' {
            *byte = b' ';
        }
    }
    let plain: Vec<u8> = percent_encoding::percent_decode(&spaced).collect();
    plain.into()
}

fn xml(text: &[u8]) -> Cow<'_, [u8]> {
    let text = String::from_utf8_lossy(text);
    let unescaped = agent_error_formats::__xml_unescaped(&text);
    unescaped.into_bytes().into()
}

/// Decodes JSON escapes and the escapes of Rust's `Debug`. Leaves all other text unchanged.
fn json(text: &[u8]) -> Cow<'_, [u8]> {
    let text = String::from_utf8_lossy(text);
    let mut plain = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        // Keep a backslash that starts no escape sequence.
        let (character, behind) = escape(after).unwrap_or(('\\', after));
        plain.push(character);
        rest = behind;
    }
    plain.push_str(rest);
    plain.into_bytes().into()
}

/// Decodes an escape sequence, given the text after its backslash. Returns the character and the
/// remaining text.
fn escape(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let character = match characters.next()? {
        'u' => return unicode(characters.as_str()),
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '0' => '\0',
        same @ ('"' | '\'' | '\\' | '/') => same,
        _ => return None,
    };
    Some((character, characters.as_str()))
}

/// Decodes a Unicode escape, given the text after `\u`: four digits as in JSON, a surrogate pair,
/// or braces as in Rust.
fn unicode(text: &str) -> Option<(char, &str)> {
    if let Some(inner) = text.strip_prefix('{')
        && let Some((digits, rest)) = inner.split_once('}')
    {
        let number = u32::from_str_radix(digits, 16).ok()?;
        return Some((char::from_u32(number)?, rest));
    }
    let (first, rest) = half(text)?;
    let is_high_surrogate = (0xd800..0xdc00).contains(&first);
    if is_high_surrogate && let Some((second, after)) = rest.strip_prefix("\\u").and_then(half) {
        let character = char::decode_utf16([first, second]).next()?.ok()?;
        return Some((character, after));
    }
    Some((char::from_u32(first.into())?, rest))
}

/// Reads four hexadecimal digits. Returns the number and the remaining text.
fn half(text: &str) -> Option<(u16, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    Some((u16::from_str_radix(digits, 16).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::find;
    use data_encoding::{BASE64, BASE64URL};

    const SECRET: &str = "hunter2 \"é😀/\\<&";

    #[test]
    fn secrets_are_found_in_any_encoding() {
        let json = serde_json::to_string(SECRET).unwrap();
        let ascii = r#"hunter2 \"\u00e9\ud83d\ude00\/\\<&"#;
        for (text, form) in [
            (format!("a{SECRET}b"), "unencoded"),
            (format!("password={json}"), "escaped as in JSON"),
            (ascii.to_owned(), "escaped as in JSON"),
            (
                serde_json::to_string(&json).unwrap(),
                "escaped as in JSON and escaped as in JSON",
            ),
            (format!("{SECRET:?}"), "escaped as in JSON"),
            (
                "hunter2%20%22%c3%A9%F0%9f%98%80%2f%5c%3C%26".to_owned(),
                "escaped as in a URL",
            ),
            (
                "hunter2+%22%c3%A9%F0%9f%98%80%2f%5c%3C%26".to_owned(),
                "escaped as in a form",
            ),
            (
                "hunter2 &quot;&#233;😀/\\&lt;&amp;".to_owned(),
                "escaped as in XML",
            ),
        ] {
            assert_eq!(
                find(SECRET, text.as_bytes()).as_deref(),
                Some(form),
                "{text}"
            );
        }
    }

    #[test]
    fn secrets_are_found_at_any_position_in_base64() {
        for before in ["", "a", "ab", "abc", "user:"] {
            for after in ["", "x", "xy", "xyz"] {
                let text = format!("{before}{SECRET}{after}");
                for encoded in [
                    BASE64.encode(text.as_bytes()),
                    BASE64URL.encode(text.as_bytes()),
                ] {
                    let line = format!("authorization: Basic {encoded}");
                    assert_eq!(
                        find(SECRET, line.as_bytes()).as_deref(),
                        Some("in base64"),
                        "{text}"
                    );
                    let (start, end) = encoded.split_at(9);
                    let lines = format!("token:\r\n{start}\r\n{end}\r\n");
                    assert_eq!(
                        find(SECRET, lines.as_bytes()).as_deref(),
                        Some("in base64"),
                        "{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn missing_secrets_are_not_found() {
        let text = format!(
            "hunter3 {} \\ %zz \\u12 &lt {{}}",
            BASE64.encode(b"hunter3")
        );
        assert_eq!(find("hunter2", text.as_bytes()), None);
        assert_eq!(find("hunter2", &[0xff, b'\\', b'u', 0xc3]), None);
    }
}
