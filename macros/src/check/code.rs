//! Validates codes.

use crate::errors::Errors;
use crate::keys::VariantKeys;
use syn::{Ident, LitStr};

const MAX_LENGTH: usize = 63;

/// Whether a code consists of ASCII letters, digits, `_` and `.`. The code and each part after a
/// `.` start with a letter.
fn is_valid(code: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    code.split('.').all(is_part)
}

/// Converts a name such as `NotFound` or `not-found` to upper snake case: `NOT_FOUND`.
fn upper_case(name: &str) -> String {
    let mut words = String::new();
    let mut after_lower = false;
    for character in name.chars() {
        match character {
            'A'..='Z' if after_lower => words.extend([' ', character]),
            'A'..='Z' | 'a'..='z' | '0'..='9' => words.push(character.to_ascii_uppercase()),
            _ => words.push(' '),
        }
        after_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
    }
    words.split_whitespace().collect::<Vec<_>>().join("_")
}

/// Returns an example of a valid code, based on the invalid code or the variant's name if possible.
fn example(code: &str, ident: Option<&Ident>) -> String {
    let code = Some(code.to_owned()).filter(|code| code.is_ascii());
    let names = code.into_iter().chain(ident.map(Ident::to_string));
    names
        .map(|name| upper_case(&name))
        .find(|name| is_valid(name))
        .unwrap_or_else(|| "NOT_FOUND".to_owned())
}

/// Converts another library's diagnostic code, such as `tool::db::no_table`, to upper snake case.
pub(super) fn of_path(path: &str) -> String {
    let is_upper_case =
        is_valid(path) && !path.contains(|c: char| c == '.' || c.is_ascii_lowercase());
    if is_upper_case {
        path.to_owned()
    } else {
        upper_case(path)
    }
}

/// Whether the domain is a valid prefix of a code. If not, adds an error.
pub(super) fn check_domain(domain: &LitStr, errors: &mut Errors) -> bool {
    let value = domain.value();
    let is_prefix = is_valid(without_separator(&value));
    if !is_prefix {
        let own = Some(upper_case(&value)).filter(|own| value.is_ascii() && is_valid(own));
        let example = own.unwrap_or_else(|| "DB".to_owned());
        errors.on(
            domain,
            format_args!("invalid value for `domain`; expected a prefix, such as \"{example}\""),
        );
    }
    is_prefix
}

fn without_separator(domain: &str) -> &str {
    domain.trim_end_matches(['_', '.'])
}

/// Returns the prefix that a code in `domain` must have: `db.` if the code contains dots, `Db` if
/// the domain is in Pascal case, and `DB_` otherwise.
fn prefix(domain: &str, code: &str) -> String {
    let domain = without_separator(domain);
    let is_pascal_case =
        domain.starts_with(|c: char| c.is_ascii_uppercase()) && domain.contains(char::is_lowercase);
    if code.contains('.') {
        format!("{domain}.")
    } else if is_pascal_case {
        domain.to_owned()
    } else {
        format!("{domain}_")
    }
}

pub(super) fn check<'a>(
    ident: &Ident,
    keys: &'a VariantKeys,
    domain: Option<&str>,
    errors: &mut Errors,
) -> Option<&'a LitStr> {
    if !keys.code.is_present() && !errors.has_syntax_errors {
        let example = example("", Some(ident));
        errors.at(
            ident.span(),
            format_args!("missing code; add `#[code(\"{example}\", ...)]`"),
        );
    }
    let code = keys.code.value.as_ref()?;
    check_shape(code, Some(ident), domain, errors);
    Some(code)
}

/// `ident` is the variant that declares the code, if any.
pub(super) fn check_shape(
    code: &LitStr,
    ident: Option<&Ident>,
    domain: Option<&str>,
    errors: &mut Errors,
) {
    let value = code.value();
    if value.len() > MAX_LENGTH {
        errors.on(
            code,
            format_args!(
                "code is {} characters long; at most {MAX_LENGTH} are allowed",
                value.len()
            ),
        );
    } else if !is_valid(&value) {
        let example = example(&value, ident);
        let expected = "expected a letter, then letters, digits, `_` or `.`";
        errors.on(
            code,
            format_args!("invalid code; {expected}, such as \"{example}\""),
        );
    } else if let Some(domain) = domain {
        let prefix = prefix(domain, &value);
        if !value.starts_with(&prefix) {
            errors.on(
                code,
                format_args!(
                    "code is outside the domain `{domain}`; it must start with `{prefix}`"
                ),
            );
        }
    }
}
