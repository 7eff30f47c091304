//! Finds secrets beside their names: `name=S`, `"name": "S"`, `--name S`, `<name>S</name>`.

use super::candidate::{Candidate, Form, NO_SECRETS, NO_VALUES};
use super::prose::{is_complaint, is_placeholder};
use super::separator::{Separator, separator_after};
use super::value::{Quote, Value};
use super::{credentials, window};
use crate::text::secret::{SecretValues, ambiguous, is_some_key, looks_secret, secret_word};
use std::ops::Range;

/// The start of unescaped text in XML, which ends at `]]>`.
const DATA: &str = "<![CDATA[";

/// Which values of a name are secret.
enum Secrets {
    All,
    Of(SecretValues),
}

fn secrets_of(name: &str) -> Option<Secrets> {
    if looks_secret(name) {
        let is_name = !name.contains(' ') || spans_words(name);
        return is_name.then_some(Secrets::All);
    }
    if let Some(class) = ambiguous(name) {
        return Some(Secrets::Of(class));
    }
    is_some_key(name).then_some(Secrets::Of(SecretValues::Random))
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
    let quote = Quote::before(&text[..name.start]);
    let (separator, start) = separator_after(text, name, quote)?;
    let secrets = secrets_of(word)?;

    let rest = window(&text[start..]);
    // A quote before the name also encloses the value, unless only the name is quoted.
    let around = quote.filter(|_| separator != Separator::Member);
    let value = Value::at(rest, 0, around);
    let candidate = Candidate {
        before: &text[before.clone()],
        name: word,
        separator,
        rest,
        form: Form::of(&value),
        value: &rest[value.into_range()],
    };
    if candidate.is_in(NO_VALUES) {
        return None;
    }
    let may_be_header = separator != Separator::Equals && candidate.form == Form::Bare;
    if may_be_header && let Some(header) = credentials::whole_header(text, word, start, around) {
        return Some(header);
    }
    if candidate.is_in(NO_SECRETS) {
        return None;
    }
    if let Secrets::Of(class) = secrets
        && !candidate.is_of(class)
    {
        return None;
    }
    // The value may be longer than the window.
    match Value::at(text, start, around) {
        Value::Nested(range) => Some(range),
        Value::Quoted(range) | Value::Bare(range) => {
            Some(credentials::after_scheme(text, range, around))
        }
    }
}

/// Whether two words are part of a single secret name. `API key` qualifies, but `token limit`
/// doesn't.
pub(super) fn spans_words(name: &str) -> bool {
    secret_word(name).is_some_and(|secret| secret.contains('_'))
}

/// Returns the content of an XML element, as in `<name>S</name>` and `<a:name b="c">S</a:name>`.
fn element(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    if !opens_element(&text[..name.start]) || !looks_secret(&text[name.clone()]) {
        return None;
    }
    let rest = &text[name.end..];
    let attributes = if rest.starts_with(char::is_whitespace) {
        window(rest).find('>')?
    } else {
        0
    };
    let inside = rest[attributes..].strip_prefix('>')?;
    let start = text.len() - inside.len();
    if let Some(data) = inside.strip_prefix(DATA) {
        let data_start = start + DATA.len();
        let length = window(data).find("]]>")?;
        return Some(data_start..data_start + length);
    }
    let (content, closing_tag) = inside.split_at(inside.find('<')?);
    let is_closed = closing_tag.starts_with("</") || closing_tag.starts_with("<\\/");
    if !is_closed || is_placeholder(content) || is_complaint(window(content)) {
        return None;
    }
    Some(start..start + content.len())
}

/// Whether the text ends with the start of an XML tag, such as `<` or `<prefix:`.
fn opens_element(text: &str) -> bool {
    match text.strip_suffix(':') {
        Some(prefix) => prefix
            .trim_end_matches(char::is_alphanumeric)
            .ends_with('<'),
        None => text.ends_with('<'),
    }
}
