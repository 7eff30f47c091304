//! Reads the values of keys. Each function belongs to one key.

pub(crate) mod classify;
pub(crate) mod integrate;

use crate::attr::{self, Entry, Flag, Given, Word};
use crate::errors::{Errors, listed};
use crate::model::{CodeCase, Hint, Retired};
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

/// Reads an exit code. If the exit code isn't a literal, it's a constant, whose value the compiler
/// validates, or a field.
pub(crate) fn exit_code(entry: &Entry, errors: &mut Errors) -> Option<TokenStream> {
    integer_or_expression(entry, exit::RANGE, is_error_code, errors)
}

fn is_error_code(literal: &LitInt) -> bool {
    literal.base10_parse().is_ok_and(exit::is_error_code)
}

/// Reads an integer that `is_valid` accepts, or an expression without a literal.
fn integer_or_expression(
    entry: &Entry,
    expected: &str,
    is_valid: fn(&LitInt) -> bool,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let expression: Expr = entry.parse(expected, errors)?;
    match entry.parse_if::<Lit>() {
        None => Some(expression.into_token_stream()),
        Some(Lit::Int(literal)) if is_valid(&literal) => Some(expression.into_token_stream()),
        Some(Lit::Str(literal)) => quoted(entry, &literal, expected, errors),
        Some(_) => entry.invalid(expected, errors),
    }
}

/// Rejects a string. If it contains a number or a name, suggests to remove the quotes.
fn quoted<T>(entry: &Entry, literal: &LitStr, expected: &str, errors: &mut Errors) -> Option<T> {
    let text = literal.value();
    if text.is_empty() || text.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        return entry.invalid(expected, errors);
    }
    errors.on(
        literal,
        format_args!(
            "invalid value for `{0}`; write it without quotes, as in `{0} = {text}`",
            entry.name
        ),
    );
    None
}

/// The kinds of callers that a hint can be for.
const CALLERS: [&str; 4] = ["cli", "mcp", "http", "grpc"];

/// Reads `suggest(cli = "...", mcp = "...", http = "...", grpc = "...")`.
pub(crate) fn hints(entry: &Entry, errors: &mut Errors) -> Option<Vec<Hint>> {
    let Some(tokens) = entry.list().filter(|tokens| !tokens.is_empty()) else {
        return entry.invalid(
            "hints for callers, such as `suggest(cli = \"...\")`",
            errors,
        );
    };
    let mut hints: Vec<Hint> = Vec::new();
    for given in attr::parse(tokens.clone(), false, errors) {
        let Some(name) = CALLERS.into_iter().find(|caller| given.name == *caller) else {
            let expected = listed(&given.name, &CALLERS);
            errors.at(
                given.span,
                format_args!(
                    "unknown caller `{}`; expected one of {expected}",
                    given.name
                ),
            );
            continue;
        };
        if hints.iter().any(|hint| hint.caller.text == name) {
            errors.at(given.span, format_args!("duplicate hint for `{name}`"));
            continue;
        }
        if let Some(text) = attr::string(&given, errors) {
            let caller = Word {
                ty: "Caller",
                text: name,
            };
            hints.push(Hint { caller, text });
        }
    }
    Some(hints)
}

/// Reads the case of codes that are made from names, in the words of serde's attribute.
pub(crate) fn rename_all(entry: &Entry, errors: &mut Errors) -> Option<CodeCase> {
    const EXPECTED: &str = "\"SCREAMING_SNAKE_CASE\" or \"snake_case\"";
    let literal: LitStr = entry.parse(EXPECTED, errors)?;
    match literal.value().as_str() {
        "SCREAMING_SNAKE_CASE" => Some(CodeCase::UpperSnake),
        "snake_case" => Some(CodeCase::LowerSnake),
        _ => entry.invalid(EXPECTED, errors),
    }
}

/// Reads `context = explicit`.
pub(crate) fn context(entry: &Entry, errors: &mut Errors) -> Option<Flag> {
    const EXPECTED: &str = "`explicit`";
    let word: Ident = entry.parse(EXPECTED, errors)?;
    if word == "explicit" {
        Some(Flag)
    } else {
        entry.invalid(EXPECTED, errors)
    }
}

/// Reads the exit code after reported errors.
pub(crate) fn reported_exit(entry: &Entry, errors: &mut Errors) -> Option<TokenStream> {
    const RANGE: &str = "0 to 255";
    integer_or_expression(entry, RANGE, is_exit_code, errors)
}

fn is_exit_code(literal: &LitInt) -> bool {
    literal.base10_parse::<u8>().is_ok()
}

pub(crate) const REFERENCE: &str =
    "a URI reference, such as \"/requests/{request_id}\", or a field";

/// Reads the template. `instance = field` is short for `instance = "{field}"`.
pub(crate) fn instance(entry: &Entry, errors: &mut Errors) -> Option<LitStr> {
    match entry.parse_if::<Ident>() {
        Some(field) => Some(LitStr::new(&format!("{{{}}}", field.unraw()), field.span())),
        None => entry.parse(REFERENCE, errors),
    }
}

pub(crate) fn retired(entry: &Entry, errors: &mut Errors) -> Option<Vec<Retired>> {
    entry.parse_list(
        "codes, such as `retired(\"OLD\", \"OLDER\" = \"use NEW\")`",
        errors,
    )
}

impl Parse for Retired {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let code = input.parse()?;
        let equals: Option<Token![=]> = input.parse()?;
        let mut note = None;
        if equals.is_some() {
            let literal: LitStr = input.parse()?;
            note = Some(literal.value());
        }
        Ok(Self { code, note })
    }
}

pub(crate) fn delay(entry: &Entry, errors: &mut Errors) -> Option<Given<u64>> {
    let Some(literal) = entry.parse_if::<LitStr>() else {
        let field = entry.parse("a duration, such as \"30s\", or a field", errors)?;
        return Some(Given::Field(field));
    };
    let expected = "a duration, such as \"500ms\", \"30s\", \"2m\" or \"1h30m\"";
    match millis(&literal.value()) {
        Some(millis) => Some(Given::Fixed(millis)),
        None => entry.invalid(expected, errors),
    }
}

/// Parses a duration such as `1h30m`. Returns milliseconds.
fn millis(text: &str) -> Option<u64> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let unit_start = rest.find(|c: char| !c.is_ascii_digit())?;
        let (digits, from_unit) = rest.split_at(unit_start);
        let unit_end = from_unit.find(|c: char| c.is_ascii_digit());
        let (unit, after_unit) = from_unit.split_at(unit_end.unwrap_or(from_unit.len()));
        let count: u64 = digits.parse().ok()?;
        total = total.checked_add(count.checked_mul(millis_of(unit)?)?)?;
        rest = after_unit;
    }
    Some(total)
}

fn millis_of(unit: &str) -> Option<u64> {
    match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        "d" => Some(86_400_000),
        _ => None,
    }
}

/// Reads `actions("a", "b")`, or `actions = field` if the actions are only known at run time.
pub(crate) fn actions(entry: &Entry, errors: &mut Errors) -> Option<Given<Vec<LitStr>>> {
    if let Some(field) = entry.parse_if() {
        return Some(Given::Field(field));
    }
    let expected = "`actions(\"...\", ...)` or a field with a list of strings";
    let actions: Vec<LitStr> = entry.parse_list(expected, errors)?;
    for blank in actions
        .iter()
        .filter(|action| action.value().trim().is_empty())
    {
        errors.on(
            blank,
            "invalid value for `actions`; expected a nonempty string",
        );
    }
    Some(Given::Fixed(actions))
}

pub(crate) fn status(entry: &Entry, errors: &mut Errors) -> Option<Given<u16>> {
    const EXPECTED: &str = "an HTTP status from 400 to 599, or a field";
    if let Some(field) = entry.parse_if::<Ident>() {
        return Some(Given::Field(field));
    }
    if let Some(literal) = entry.parse_if::<LitStr>() {
        return quoted(entry, &literal, EXPECTED, errors);
    }
    let literal: LitInt = entry.parse(EXPECTED, errors)?;
    match literal.base10_parse() {
        Ok(status) if (400..600).contains(&status) => Some(Given::Fixed(status)),
        _ => entry.invalid(EXPECTED, errors),
    }
}

/// Reads a JSON-RPC code. Only accepts the range that the specification reserves.
pub(crate) fn protocol(entry: &Entry, errors: &mut Errors) -> Option<i32> {
    let expected = "a JSON-RPC code from -32768 to -32000, such as `protocol = -32602`";
    let literal: LitInt = entry.parse(expected, errors)?;
    match literal.base10_parse() {
        Ok(code) if (-32768..=-32000).contains(&code) => Some(code),
        _ => entry.invalid(expected, errors),
    }
}
