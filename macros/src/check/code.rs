//! Validates codes, and names variants without one.

use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::CodeCase;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

/// How the codes of a type are made and checked.
#[derive(Clone, Copy)]
pub(super) struct Naming<'a> {
    pub(super) domain: Option<&'a str>,
    /// The case of codes that are made from the names of variants.
    pub(super) case: Option<CodeCase>,
}

const MAX_LENGTH: usize = 63;

/// Whether a code consists of ASCII letters, digits, `_` and `.`. The code and each part after a
/// `.` start with a letter.
fn is_valid(code: &str) -> bool {
    code.split('.').all(is_valid_part)
}

fn is_valid_part(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_alphabetic())
        && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Converts a name such as `NotFound` or `not-found` to upper snake case: `NOT_FOUND`.
fn upper_case(name: &str) -> String {
    CodeCase::UpperSnake.convert(name)
}

/// Returns an example of a valid code, based on the invalid code or the variant's name if possible.
fn example(code: &str, ident: Option<&Ident>) -> String {
    let from_code = upper_case(code);
    if code.is_ascii() && is_valid(&from_code) {
        return from_code;
    }
    let from_name = ident.map(|ident| upper_case(&ident.to_string()));
    match from_name {
        Some(name) if is_valid(&name) => name,
        _ => "NOT_FOUND".to_owned(),
    }
}

/// Converts another library's diagnostic code, such as `tool::db::no_table`, to upper snake case.
pub(super) fn of_path(path: &str) -> String {
    let is_upper_case = !path.contains(|c: char| c == '.' || c.is_ascii_lowercase());
    if is_upper_case && is_valid(path) {
        path.to_owned()
    } else {
        upper_case(path)
    }
}

/// Whether the domain is a valid prefix of a code. If not, adds an error.
pub(super) fn check_domain(domain: &LitStr, errors: &mut Errors) -> bool {
    let value = domain.value();
    if is_valid(without_separator(&value)) {
        return true;
    }
    let mut example = upper_case(&value);
    if !value.is_ascii() || !is_valid(&example) {
        example = "DB".to_owned();
    }
    errors.on(
        domain,
        format_args!("invalid value for `domain`; expected a prefix, such as \"{example}\""),
    );
    false
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

/// Rejects a domain whose case doesn't match the codes that it becomes a part of.
pub(super) fn check_domain_case(domain: &LitStr, case: CodeCase, errors: &mut Errors) {
    let value = domain.value();
    if !case.has_same_case(&value) {
        errors.on(
            domain,
            format_args!(
                "domain `{value}` doesn't match `rename_all`; write \"{}\"",
                case.convert(&value)
            ),
        );
    }
}

/// Returns the code of a variant: the declared one, or one that's made from its name.
pub(super) fn check(
    ident: &Ident,
    keys: &VariantKeys,
    naming: Naming<'_>,
    errors: &mut Errors,
) -> Option<LitStr> {
    if let Some(code) = &keys.code.value {
        check_shape(code, Some(ident), naming.domain, errors);
        return Some(copied(code));
    }
    if keys.code.is_present() {
        return None;
    }
    if let Some(case) = naming.case {
        return from_name(ident, case, naming.domain, errors);
    }
    if !errors.has_syntax_errors {
        let example = example("", Some(ident));
        errors.at(
            ident.span(),
            format_args!("missing code; add `#[code(\"{example}\", ...)]`"),
        );
    }
    None
}

/// Copies a literal. syn only implements `Clone` with a feature that isn't enabled.
pub(super) fn copied(literal: &LitStr) -> LitStr {
    LitStr::new(&literal.value(), literal.span())
}

/// Makes the code of a variant from its name.
fn from_name(
    ident: &Ident,
    case: CodeCase,
    domain: Option<&str>,
    errors: &mut Errors,
) -> Option<LitStr> {
    let name = ident.unraw().to_string();
    let code = match domain {
        Some(domain) => joined(domain, &case.convert(&name)),
        None => case.convert(&name),
    };
    if is_valid(&code) && code.len() <= MAX_LENGTH {
        return Some(LitStr::new(&code, ident.span()));
    }
    errors.at(
        ident.span(),
        format_args!(
            "`{name}` gives the invalid code `{code}`; add `#[code(\"...\")]` with at most \
             {MAX_LENGTH} ASCII letters, digits, `_` and `.`"
        ),
    );
    None
}

/// Returns a code in a domain. A domain that ends with a dot keeps it.
fn joined(domain: &str, name: &str) -> String {
    if domain.ends_with('.') {
        return format!("{domain}{name}");
    }
    format!("{}_{name}", without_separator(domain))
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
