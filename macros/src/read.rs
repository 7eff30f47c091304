//! Reads the values of keys. Each function belongs to one key.

pub(crate) mod classify;
pub(crate) mod integrate;

use crate::attr::{Entry, Given};
use crate::errors::Errors;
use crate::model::{Exit, Retired};
use agent_error_rules::exit;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, Lit, LitInt, LitStr, Token};

/// The gRPC status codes that an error can have: all except `OK`.
pub(crate) const GRPC_CODES: &[&str] = &[
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// Reads an exit code. If the exit code isn't a literal, the compiler validates its value.
pub(crate) fn exit_code(entry: &Entry, errors: &mut Errors) -> Option<Exit> {
    let tokens: TokenStream = entry.parse("a code from 1 to 125", errors)?;
    let expected = format!("invalid value for `{}`; expected {}", entry.name, exit::RANGE);
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
fn is_exit_code(literal: &LitInt) -> bool {
    literal.base10_parse::<u8>().is_ok_and(exit::is_error_code)
}

pub(crate) const REFERENCE: &str = "a URI reference, such as \"/requests/{request_id}\", or a field";

/// Reads the template. `instance = field` is short for `instance = "{field}"`.
pub(crate) fn instance(entry: &Entry, errors: &mut Errors) -> Option<LitStr> {
    match entry.parse_if::<Ident>() {
        Some(field) => Some(LitStr::new(&format!("{{{}}}", field.unraw()), field.span())),
        None => entry.parse(REFERENCE, errors),
    }
}

/// Reads the retired codes of a type.
pub(crate) fn retired(entry: &Entry, errors: &mut Errors) -> Option<Vec<Retired>> {
    entry.parse_list("codes, such as `retired(\"OLD\", \"OLDER\" = \"use NEW\")`", errors)
}

impl Parse for Retired {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let code = input.parse()?;
        let mut note = None;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            note = Some(input.parse::<LitStr>()?.value());
        }
        Ok(Self { code, note })
    }
}

/// Reads a delay, in milliseconds.
pub(crate) fn delay(entry: &Entry, errors: &mut Errors) -> Option<Given<u64>> {
    let Some(literal) = entry.parse_if::<LitStr>() else {
        return entry.parse("a duration, such as \"30s\", or a field", errors).map(Given::Field);
    };
    let millis = millis(&literal.value());
    if millis.is_none() {
        errors.on(
            &literal,
            "invalid value for `retry_after`; expected a duration, such as \"500ms\", \"30s\", \"2m\" or \"1h30m\"",
        );
    }
    millis.map(Given::Fixed)
}

/// Parses a duration such as `1h30m`. Returns milliseconds.
fn millis(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let unit = match &rest[..end] {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(unit)?)?;
        rest = &rest[end..];
    }
    (!text.trim().is_empty()).then_some(total)
}

/// Reads `actions("a", "b")`, or `actions = field` if the actions are only known at run time.
pub(crate) fn actions(entry: &Entry, errors: &mut Errors) -> Option<Given<Vec<LitStr>>> {
    if entry.is_assigned() {
        let expected = "`actions(\"...\", ...)` or a field with a list of strings";
        return entry.parse(expected, errors).map(Given::Field);
    }
    let actions: Vec<LitStr> = entry.parse_list("`actions(\"...\", ...)`", errors)?;
    for blank in actions.iter().filter(|action| action.value().trim().is_empty()) {
        errors.on(blank, "invalid value for `actions`; expected a nonempty string");
    }
    Some(Given::Fixed(actions))
}

/// Reads an HTTP status.
pub(crate) fn status(entry: &Entry, errors: &mut Errors) -> Option<Given<u16>> {
    const EXPECTED: &str = "an HTTP status from 100 to 599, or a field";
    if let Some(field) = entry.parse_if::<Ident>() {
        return Some(Given::Field(field));
    }
    let literal: LitInt = entry.parse(EXPECTED, errors)?;
    let status = literal.base10_parse::<u16>().ok().filter(|status| (100..600).contains(status));
    if status.is_none() {
        errors.on(literal, format_args!("invalid value for `status`; expected {EXPECTED}"));
    }
    status.map(Given::Fixed)
}

/// Reads a JSON-RPC code. Only accepts the range that the specification reserves.
pub(crate) fn protocol(entry: &Entry, errors: &mut Errors) -> Option<i32> {
    let expected = "a JSON-RPC code from -32768 to -32000, such as `protocol = -32602`";
    let expression: syn::Expr = entry.parse(expected, errors)?;
    let text = expression.to_token_stream().to_string().replace(' ', "");
    let code = text.parse::<i32>().ok().filter(|code| (-32768..=-32000).contains(code));
    if code.is_none() {
        errors.on(expression, format_args!("invalid value for `protocol`; expected {expected}"));
    }
    code
}

#[cfg(test)]
mod tests {
    use super::millis;

    #[test]
    fn durations_have_units() {
        assert_eq!(millis("500ms"), Some(500));
        assert_eq!(millis("1h30m"), Some(5_400_000));
        assert_eq!(millis("2d"), Some(172_800_000));
        for bad in ["", "5", "s", "5 s", "-5s", "5sec", "99999999999999999999s", "99999999999999999d"] {
            assert_eq!(millis(bad), None, "{bad}");
        }
    }
}
