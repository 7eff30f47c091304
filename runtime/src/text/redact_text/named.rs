//! Finds secrets beside their names: `name=S`, `"name": "S"`, `--name S`, `<name>S</name>`,
//! `name is S` and the like.

use super::prose::{
    MESSAGES, is_complaint, is_description, is_literal, is_metavariable, is_path, is_placeholder,
    is_prose, is_random, is_rooted, is_sentence, is_type,
};
use super::value::{Quote, Value, bare, opening_quote};
use super::{credentials, is_quote, window};
use crate::text::secret::{
    REDACTED, SecretValues, ambiguous, ends_with, is_some_key, looks_secret, secret_word,
};
use std::ops::Range;

/// The extensions of files whose names may look secret.
const FILES: &str = "c cc cjs conf cpp crt cs css env go h html ini java js json kt lock log md mjs o pem php py rb \
    rs sh so sql swift tar toml ts tsx txt xml yaml yml zip";

/// Words before a `token` that a parser reports, as in `unexpected token: …`.
const OF_GRAMMAR: &[&str] = &["unexpected", "unrecognized", "expected", "unknown", "next"];

/// Words between a name and its value. Longer entries precede their prefixes.
const LINKS: &[&str] = &[
    "is ",
    "is: ",
    "was set to ",
    "was changed to ",
    "was ",
    "was: ",
    "set to ",
    "to ",
    "of ",
    "as ",
];

/// Prefixes of words that contain digits but aren't passwords, as in `password is sha256`.
const ALGORITHMS: &[&str] = &[
    "sha", "md", "base", "utf", "aes", "pbkdf", "argon", "rfc", "http",
];

/// The start of unescaped text in XML, which ends at `]]>`.
const DATA: &str = "<![CDATA[";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// `name=value` or `name => value`.
    Equals,
    /// `name: value`, in data or in prose.
    Colon,
    /// `"name": value`, `("name", "value")` or `"--name" "value"`, in data.
    Member,
    /// `--name value`.
    Blank,
}

/// Returns the separator after a name, and the offset of the value. `around` is the quote before
/// the name.
pub(super) fn separator_after(
    text: &str,
    name: &Range<usize>,
    around: Option<Quote>,
) -> Option<(Separator, usize)> {
    // Web pages contain no-break spaces.
    let blank = |c: char| matches!(c, ' ' | '\t' | '\u{a0}');
    let (ahead, behind) = (&text[..name.start], &text[name.end..]);
    let closed = around.and_then(|quote| quote.strip(behind));
    let rest = closed.unwrap_or(behind);
    let is_flag = text[name.clone()].starts_with('-');
    let found =
        |sign, value: &str| Some((sign, text.len() - value.trim_start_matches(blank).len()));
    let next = closed.map(|rest| rest.trim_start_matches(|c| blank(c) || c == ','));
    if let Some(value) = next
        && let Some(content) = value.trim_start_matches('\\').strip_prefix(is_quote)
    {
        let is_tuple = || {
            ahead
                .trim_end_matches(|c| is_quote(c) || c == '\\')
                .ends_with('(')
                && rest.starts_with(',')
        };
        let is_pair = !content.starts_with('-') && (is_flag || is_tuple());
        return if is_pair {
            found(Separator::Member, value)
        } else {
            None
        };
    }
    // PostgreSQL reports a duplicate as `Key (token)=(S)`.
    if let Some(value) = rest
        .strip_prefix(")=")
        .filter(|value| value.starts_with('('))
    {
        return found(Separator::Member, value);
    }
    // The name may be an index: `user[password]=` or `headers["Cookie"] =`.
    let signed = rest
        .strip_prefix(']')
        .unwrap_or(rest)
        .trim_start_matches(blank);
    let equals = ["=>", ":=", "==", "="]
        .iter()
        .find_map(|sign| signed.strip_prefix(sign));
    let colon = signed
        .strip_prefix(':')
        .filter(|rest| !rest.starts_with(':'));
    // Two spaces separate a flag from its description.
    let is_one = rest.len() == signed.len() + 1;
    match (equals, colon) {
        (Some(value), _) | (_, Some(value)) if closed.is_some() => found(Separator::Member, value),
        (Some(value), _) => found(Separator::Equals, value),
        (_, Some(value)) => found(Separator::Colon, value),
        _ if is_flag && closed.is_none() && is_one => found(Separator::Blank, signed),
        _ => None,
    }
}

/// Returns the value after a name and a separator. `before` is the previous name.
pub(super) fn value(
    text: &str,
    before: &Range<usize>,
    name: &Range<usize>,
) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if let Some(content) = element(text, name) {
        return Some(content);
    }
    let around = Quote::before(&text[..name.start]);
    let (sign, start) = separator_after(text, name, around)?;
    let classes = match looks_secret(word) {
        true => (!word.contains(' ') || spans_words(word)).then_some(None)?,
        false => {
            Some(ambiguous(word).or_else(|| is_some_key(word).then_some(SecretValues::Random))?)
        }
    };
    let is_of_grammar =
        sign == Separator::Colon && word == "token" && OF_GRAMMAR.contains(&&text[before.clone()]);
    let begins = window(&text[start..]);
    if is_of_grammar || is_no_value(word, sign, begins) {
        return None;
    }
    // A quote before the name also encloses the value, unless only the name is quoted.
    let around = around.filter(|_| sign != Separator::Member);
    let value = Value::at(begins, 0, around);
    let (is_bare, is_quoted) = (
        matches!(value, Value::Bare(_)),
        matches!(value, Value::Quoted(_)),
    );
    let shown = &begins[value.into_range()];
    let is_header = sign != Separator::Equals && is_bare;
    if is_header && let Some(value) = credentials::whole_header(text, word, start, around) {
        return Some(value);
    }
    let is_header_key = word.contains('-') && !word.starts_with('-');
    let is_possible = match classes {
        Some(SecretValues::Random) => {
            sign != Separator::Member && (!is_header || sign == Separator::Blank || is_header_key)
        }
        Some(SecretValues::Strings) => sign != Separator::Colon || !is_bare || is_random(shown),
        _ => true,
    };
    // `let token = 5;` is source code, and `[]` and `String::new()` are empty.
    let is_other = (is_bare
        && (is_other_bare(word, shown) || (sign == Separator::Colon && is_type(word, shown))))
        || (!is_quoted
            && !shown[shown.find(['(', '[', '{']).unwrap_or_default()..]
                .contains(char::is_alphanumeric));
    if !is_possible || is_other || classes.is_some_and(|class| !class.contain(shown)) {
        return None;
    }
    match Value::at(text, start, around) {
        Value::Nested(range) => Some(range),
        Value::Quoted(range) | Value::Bare(range) => {
            Some(credentials::after_scheme(text, range, around))
        }
    }
}

/// Whether two words are part of a single secret name. `API key` qualifies, but `token limit`
/// doesn't.
fn spans_words(name: &str) -> bool {
    secret_word(name).is_some_and(|secret| secret.contains('_'))
}

/// Whether an unquoted value after a secret name is something else, such as a literal or a path.
fn is_other_bare(name: &str, value: &str) -> bool {
    (value.len() <= 2 && value.bytes().all(|byte| byte.is_ascii_digit()))
        || is_literal(value)
        || is_path(value)
        || (name.starts_with('-') && is_metavariable(value))
        || (ends_with(name, "pwd") && is_rooted(value))
}

/// Whether the text after a secret's name doesn't start with a value.
fn is_no_value(name: &str, sign: Separator, begins: &str) -> bool {
    // Authentication schemes are capitalized, so a lower-case word is prose.
    let may_be_scheme = ends_with(name, "authorization") && begins.starts_with(char::is_uppercase);
    let is_sentence = match sign {
        // The value in `--secret id=NAME` only refers to a secret.
        Separator::Blank if begins.starts_with("id=") => true,
        Separator::Blank => {
            begins.starts_with(['-', '(', '[', '|']) || is_prose(begins) || is_description(begins)
        }
        Separator::Colon => {
            (!may_be_scheme && is_prose(begins)) || is_sentence(begins) || is_place(name, begins)
        }
        Separator::Member => is_place(name, begins),
        // `password.rs => secret.rs` renames a file.
        Separator::Equals => is_place(name, ""),
    };
    let is_complaint = !may_be_scheme && is_about_value(begins);
    is_sentence || is_complaint || begins.starts_with(['\r', '\n']) || is_placeholder(begins)
}

/// Whether a name is a file name before a line number or a message, as in `src/token.rs:42:10`.
fn is_place(name: &str, value: &str) -> bool {
    let Some((_, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let is_short = (1..=5).contains(&extension.len()) && !looks_secret(extension);
    FILES.split(' ').any(|known| known == extension)
        || (is_short && value.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a value says what's wrong with a secret: `["is too short"]` or `{"code": "required"}`.
fn is_about_value(value: &str) -> bool {
    let inside = value.trim_start_matches(['[', '(', ' ', '\n']);
    if let Some(members) = inside.strip_prefix('{') {
        let name =
            members.trim_start_matches(|c: char| is_quote(c) || c == '\\' || c.is_whitespace());
        let name = name
            .split(['\\', '"', '\'', ':'])
            .next()
            .unwrap_or_default();
        let object = members.split(['{', '}']).next().unwrap_or_default();
        let has_value = object
            .split(is_quote)
            .any(|part| part.trim_end_matches('\\') == "value");
        return MESSAGES.contains(&name) && !has_value;
    }
    is_complaint(match opening_quote(inside) {
        Some((quote, content)) => &content[..quote.closing(content).unwrap_or(content.len())],
        None => &inside[..bare(inside)],
    })
}

/// Returns the content of an XML element, as in `<name>S</name>` and `<a:name b="c">S</a:name>`.
fn element(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let ahead = &text[..name.start];
    let ahead = ahead.strip_suffix(':').map_or(ahead, |prefix| {
        prefix.trim_end_matches(char::is_alphanumeric)
    });
    if !ahead.ends_with('<') || !looks_secret(&text[name.clone()]) {
        return None;
    }
    let rest = &text[name.end..];
    let attributes = if rest.starts_with(char::is_whitespace) {
        window(rest).find('>')?
    } else {
        0
    };
    let start = name.end + attributes + rest[attributes..].strip_prefix('>').map(|_| 1)?;
    if let Some(data) = text[start..].strip_prefix(DATA) {
        let start = start + DATA.len();
        return Some(start..start + window(data).find("]]>")?);
    }
    let end = start + text[start..].find('<')?;
    let is_closed = text[end..].starts_with("</") || text[end..].starts_with("<\\/");
    let is_shown = is_placeholder(&text[start..end]) || is_complaint(window(&text[start..end]));
    (is_closed && !is_shown).then_some(start..end)
}

/// Returns the value after a name without a separator: `password 'S'`, `password is S`,
/// `Password("S")`. A quoted password may be any word. After `is` or a similar word, an unquoted
/// password must contain letters and digits. Other values must look random.
pub(super) fn value_in_sentence(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    let rest = window(&text[name.end..]);
    let is_call = rest.starts_with('(');
    let after = rest
        .strip_prefix(['(', ' ', '\t'])?
        .trim_start_matches([' ', '\t']);
    let link = LINKS
        .iter()
        .find(|link| !is_call && after.starts_with(**link));
    let after = &after[link.map_or(0, |link| link.len())..];
    let inside = after.trim_start_matches('\\').strip_prefix(is_quote);
    let value = match inside {
        Some(inside) => inside[..inside.find(is_quote)?].trim_end_matches('\\'),
        None if is_call => return None,
        None => after
            .split(char::is_whitespace)
            .next()?
            .trim_end_matches(|c| is_quote(c) || ".,;:!?)]}".contains(c)),
    };
    // `Password("S")` is the `Debug` output of a type, but `check_password("name")` is a call of
    // any function.
    let is_quoted = inside.is_some() && (!is_call || word.starts_with(char::is_uppercase));
    // Check for digits first, because most words have none, and the other checks take longer.
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    if (!is_quoted && digits == 0) || word.starts_with('-') {
        return None;
    }
    let secret = secret_word(word).filter(|_| !word.contains(' ') || spans_words(word))?;
    let is_random = is_random(value);
    let is_other = value.is_empty()
        || value.contains(char::is_whitespace)
        || value.starts_with(REDACTED)
        || is_placeholder(value)
        || is_literal(value)
        || is_metavariable(value)
        // A password can contain a secret word, but `oauth2Token` is a name.
        || (looks_secret(value) && digits <= 2)
        || is_prose(value)
        || is_complaint(value);
    if is_other {
        return None;
    }
    let is_password = secret.starts_with('p') && !secret.contains('_');
    let is_algorithm = ALGORITHMS
        .iter()
        .any(|start| value.to_ascii_lowercase().starts_with(start));
    let is_mixed = value.len() >= 6 && value.contains(char::is_alphabetic) && !is_algorithm;
    let start = text.len() - text[name.end..].len() + rest.len() - inside.unwrap_or(after).len();
    (is_random || is_password && (is_quoted || (link.is_some() && is_mixed)))
        .then(|| start..start + value.len())
}
