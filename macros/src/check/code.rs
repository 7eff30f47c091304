//! Rules for codes and exit codes.

use crate::attr::{Entries, Entry};
use crate::errors::Errors;
use proc_macro2::TokenStream;
use syn::{Ident, Lit, LitStr};

/// The shape of a type's codes.
#[derive(Clone, Copy)]
pub(super) enum Case {
    Upper,
    Snake,
    Pascal,
    Dotted,
}

const MAX_LENGTH: usize = 63;

impl Case {
    pub(super) const NAMES: &'static [&'static str] = &["upper", "snake", "pascal", "dotted"];

    pub(super) fn named(name: &str) -> Self {
        match name {
            "snake" => Self::Snake,
            "pascal" => Self::Pascal,
            "dotted" => Self::Dotted,
            _ => Self::Upper,
        }
    }

    fn accepts(self, code: &str) -> bool {
        let snake = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        match self {
            Self::Upper => {
                code.len() > 1
                    && code.starts_with(|c: char| c.is_ascii_uppercase())
                    && code.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
            }
            Self::Snake => snake(code),
            Self::Pascal => {
                code.starts_with(|c: char| c.is_ascii_uppercase()) && code.chars().all(|c| c.is_ascii_alphanumeric())
            }
            Self::Dotted => code.split('.').all(snake),
        }
    }

    /// The shape in words, and an example in that shape made from the user's own code.
    fn describe(self, code: &str, ident: &Ident) -> String {
        let words = words_of(code);
        let words = if words.is_empty() { words_of(&ident.to_string()) } else { words };
        match self {
            Self::Upper => format!("expected upper case as in \"{}\"", words.join("_").to_uppercase()),
            Self::Snake => format!("expected snake case as in \"{}\"", words.join("_")),
            Self::Dotted => format!("expected dotted lower case as in \"{}\"", words.join(".")),
            Self::Pascal => {
                let words = words.iter().map(|word| word[..1].to_uppercase() + &word[1..]);
                format!("expected pascal case as in \"{}\"", words.collect::<String>())
            }
        }
    }

    /// What every code of `domain` starts with.
    fn prefix(self, domain: &str) -> String {
        match self {
            Self::Upper | Self::Snake => format!("{}_", domain.trim_end_matches('_')),
            Self::Dotted => format!("{}.", domain.trim_end_matches('.')),
            Self::Pascal => domain.to_owned(),
        }
    }
}

/// The ASCII words of a name, in lower case.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut after_lower = false;
    for character in name.chars() {
        let breaks = !character.is_ascii_alphanumeric() || (character.is_ascii_uppercase() && after_lower);
        if breaks {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(character.to_ascii_lowercase());
        }
        after_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The code of a variant, in the shape and the domain of its type.
pub(super) fn check(
    ident: &Ident,
    entries: &Entries,
    case: Case,
    domain: Option<&str>,
    errors: &mut Errors,
) -> Option<LitStr> {
    let Some(entry) = entries.get("code") else {
        let example = words_of(&ident.to_string()).join("_").to_uppercase();
        errors.at(ident.span(), format_args!("missing code; add `#[code(\"{example}\", ...)]`"));
        return None;
    };
    let code: LitStr = entry.parse("a string, as in \"NOT_FOUND\"", errors)?;
    let value = code.value();
    if value.len() > MAX_LENGTH {
        errors.on(&code, format_args!("code is {} characters long; at most {MAX_LENGTH} are allowed", value.len()));
    } else if !case.accepts(&value) {
        errors.on(&code, format_args!("invalid code; {}", case.describe(&value, ident)));
    } else if let Some(domain) = domain {
        let prefix = case.prefix(domain);
        if !value.starts_with(&prefix) {
            errors.on(&code, format_args!("code is outside the domain `{domain}`; it must start with `{prefix}`"));
        }
    }
    Some(code)
}

const EXIT_RANGE: &str = "1 to 125; 0 is success and 126 to 255 belong to the shell";

/// An exit code: a literal is checked here, any other constant by the compiler.
pub(super) fn exit(entry: &Entry, errors: &mut Errors) -> Option<TokenStream> {
    let tokens: TokenStream = entry.parse("a code from 1 to 125", errors)?;
    let expected = format!("invalid value for `exit`; expected {EXIT_RANGE}");
    match syn::parse2::<Lit>(tokens.clone()) {
        Err(_) if tokens.is_empty() => errors.at(entry.span, expected),
        Err(_) => return Some(tokens),
        Ok(Lit::Int(literal)) => match literal.base10_parse::<u64>() {
            Ok(1..=125) => return Some(tokens),
            _ => errors.on(literal, expected),
        },
        Ok(other) => errors.on(other, expected),
    }
    None
}
