//! Validates codes and exit codes.

use crate::attr::{Entries, Entry};
use crate::errors::Errors;
use crate::model::Exit;
use agent_error_rules::exit;
use proc_macro2::TokenStream;
use syn::{Expr, Ident, Lit, LitInt, LitStr};

/// How a type's codes are written.
#[derive(Clone, Copy)]
pub(super) enum CodeStyle {
    Upper,
    Snake,
    Pascal,
    Dotted,
}

const MAX_LENGTH: usize = 63;

impl CodeStyle {
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

    /// Describes the case style in an error message. Converts the user's code into an example, if possible.
    fn describe(self, code: &str, ident: Option<&Ident>) -> String {
        let own = Some(self.written(code)).filter(|own| code.is_ascii() && self.accepts(own));
        let of_the_variant = || ident.map_or_else(|| self.written("NotFound"), |ident| self.example(ident));
        let example = own.unwrap_or_else(of_the_variant);
        let name = match self {
            Self::Upper => "upper case",
            Self::Snake => "snake case",
            Self::Dotted => "dotted lower case",
            Self::Pascal => "pascal case",
        };
        format!("expected {name}, such as \"{example}\"")
    }

    /// Returns an example code in this style, derived from the name of a variant if possible.
    fn example(self, ident: &Ident) -> String {
        let own = self.written(&ident.to_string());
        if self.accepts(&own) { own } else { self.written("NotFound") }
    }

    /// Converts a name to this case style.
    fn written(self, name: &str) -> String {
        let words = words_of(name);
        match self {
            Self::Upper => words.join("_").to_uppercase(),
            Self::Snake => words.join("_"),
            Self::Dotted => words.join("."),
            Self::Pascal => words.iter().map(|word| word[..1].to_uppercase() + &word[1..]).collect(),
        }
    }

    /// Converts a diagnostic code of another library, such as `tool::db::no_table`, to this case style.
    pub(super) fn of_path(self, path: &str) -> String {
        match self {
            Self::Dotted => path.split("::").map(|part| Self::Snake.written(part)).collect::<Vec<_>>().join("."),
            _ if self.accepts(path) => path.to_owned(),
            _ => self.written(path),
        }
    }

    /// Whether codes in this case style can start with the domain. If not, adds an error.
    pub(super) fn check_domain(self, domain: &LitStr, errors: &mut Errors) -> bool {
        let value = domain.value();
        let fits = self.can_start_with(&value);
        if !fits {
            let own = Some(self.written(&value)).filter(|own| value.is_ascii() && self.can_start_with(own));
            let example = own.unwrap_or_else(|| self.written("Db"));
            errors.on(domain, format_args!("invalid value for `domain`; expected a prefix, such as \"{example}\""));
        }
        fits
    }

    fn can_start_with(self, domain: &str) -> bool {
        let prefix = self.prefix(domain);
        !domain.is_empty() && ["X", "x"].iter().any(|rest| self.accepts(&(prefix.clone() + rest)))
    }

    /// Returns the prefix that all codes in `domain` must have.
    fn prefix(self, domain: &str) -> String {
        match self {
            Self::Upper | Self::Snake => format!("{}_", domain.trim_end_matches('_')),
            Self::Dotted => format!("{}.", domain.trim_end_matches('.')),
            Self::Pascal => domain.to_owned(),
        }
    }
}

/// Splits a name into words of lowercase ASCII letters and digits.
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

/// Validates the code of a variant, including its case style and domain.
pub(super) fn check(
    ident: &Ident,
    entries: &Entries,
    style: CodeStyle,
    domain: Option<&str>,
    errors: &mut Errors,
) -> Option<LitStr> {
    let Some(entry) = entries.get("code") else {
        if entries.is_broken() {
            return None;
        }
        let example = style.example(ident);
        errors.at(ident.span(), format_args!("missing code; add `#[code(\"{example}\", ...)]`"));
        return None;
    };
    let code: LitStr = entry.parse("a string, such as \"NOT_FOUND\"", errors)?;
    check_shape(&code, Some(ident), style, domain, errors);
    Some(code)
}

/// Validates the length, the case style and the domain of a code. `ident` is the variant that declares the code, if
/// any.
pub(super) fn check_shape(
    code: &LitStr,
    ident: Option<&Ident>,
    style: CodeStyle,
    domain: Option<&str>,
    errors: &mut Errors,
) {
    let value = code.value();
    if value.len() > MAX_LENGTH {
        errors.on(code, format_args!("code is {} characters long; at most {MAX_LENGTH} are allowed", value.len()));
    } else if !style.accepts(&value) {
        errors.on(code, format_args!("invalid code; {}", style.describe(&value, ident)));
    } else if let Some(domain) = domain {
        let prefix = style.prefix(domain);
        if !value.starts_with(&prefix) {
            errors.on(code, format_args!("code is outside the domain `{domain}`; it must start with `{prefix}`"));
        }
    }
}

/// Validates an exit code. If the exit code isn't a literal, the compiler validates its value.
pub(super) fn exit(entry: &Entry, errors: &mut Errors) -> Option<Exit> {
    let tokens: TokenStream = entry.parse("a code from 1 to 125", errors)?;
    let expected = format!("invalid value for `exit`; expected {}", exit::RANGE);
    match syn::parse2::<Lit>(tokens.clone()) {
        Err(_) if tokens.is_empty() => errors.at(entry.span, expected),
        Err(_) if syn::parse2::<Expr>(tokens.clone()).is_ok() => return Some(Exit::Expression(tokens)),
        Err(_) => errors.on(tokens, expected),
        Ok(Lit::Int(literal)) if is_exit_code(&literal) => return Some(Exit::Literal(literal.token())),
        Ok(other) => errors.on(other, expected),
    }
    None
}

/// Whether a literal is a valid exit code.
pub(crate) fn is_exit_code(literal: &LitInt) -> bool {
    literal.base10_parse::<u8>().is_ok_and(exit::is_error_code)
}
