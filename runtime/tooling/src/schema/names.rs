//! Type names for codes in other languages.

use super::CodeSchema;
use std::collections::BTreeSet;

/// Returns a unique type name for each code, such as `DbLockedError` for `DB_LOCKED`.
pub(crate) fn names(codes: &[CodeSchema<'_>], taken: &[&str]) -> Vec<String> {
    let mut taken: BTreeSet<String> = taken.iter().map(|name| (*name).to_owned()).collect();
    let names = codes.iter().map(|code| {
        let mut name = pascal(code.entry.code());
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        name
    });
    names.collect()
}

/// Converts a code to a type name in Pascal case, such as `DbLockedError` for `DB_LOCKED`.
pub(super) fn pascal(code: &str) -> String {
    let words = code.split(|character: char| !character.is_ascii_alphanumeric());
    let words = words.map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        // Keep mixed case, and convert words in uppercase to lowercase.
        let rest = if rest.chars().any(char::is_lowercase) { rest.to_owned() } else { rest.to_lowercase() };
        first.to_uppercase() + &rest
    });
    let name: String = words.collect();
    match name.strip_suffix("Error") {
        Some(rest) if !rest.is_empty() => name,
        _ => name + "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::pascal;

    #[test]
    fn codes_are_converted_to_names() {
        for (code, name) in [
            ("DB_LOCKED", "DbLockedError"),
            ("not_found", "NotFoundError"),
            ("NotFound", "NotFoundError"),
            ("auth.token.expired", "AuthTokenExpiredError"),
            ("E4", "E4Error"),
            ("AUTH_ERROR", "AuthError"),
            ("ERROR", "ErrorError"),
        ] {
            assert_eq!(pascal(code), name);
        }
    }
}
