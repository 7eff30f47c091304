//! Validates documentation URLs.

use crate::errors::Errors;
use syn::LitStr;

const PLACEHOLDER: &str = "{code}";

/// Validates the URL template of a type, which must contain `{code}`.
pub(super) fn template(literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let template = literal.value();
    if !is_url(&template) {
        errors.on(literal, "invalid value for `docs`; expected a URL, such as \"https://example.com/errors/{code}\"");
        return None;
    }
    if !template.contains(PLACEHOLDER) {
        errors.on(literal, "missing `{code}` in the docs template; add it where the code belongs in the URL");
        return None;
    }
    Some(template)
}

/// Validates the URL of a variant, and replaces `{code}` in it.
pub(super) fn own(literal: &LitStr, code: &str, errors: &mut Errors) -> Option<String> {
    let url = literal.value();
    if !is_url(&url) {
        errors.on(literal, "invalid value for `docs`; expected a URL, such as \"https://example.com/errors\"");
        return None;
    }
    Some(fill(&url, code))
}

pub(super) fn fill(template: &str, code: &str) -> String {
    template.replace(PLACEHOLDER, code)
}

/// Whether a string is an absolute HTTP(S) URL with a host. Allows `{code}` and the characters of RFC 3986.
fn is_url(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return false;
    };
    let rest = rest.replace(PLACEHOLDER, "code");
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let legal = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[') && rest.chars().all(legal)
}
