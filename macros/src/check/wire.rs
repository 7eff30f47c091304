//! Validates protocol-specific codes: `status` for HTTP, `grpc` for gRPC and `protocol` for JSON-RPC.

use super::outcome::may_have_effects;
use crate::attr::{Entry, Given, Word};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::Exit;
use agent_error_rules::{exit, status};
use proc_macro2::Literal;
use quote::ToTokens;
use syn::{Ident, LitInt};

/// The status codes of gRPC that an error can have: all except `OK`.
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

/// The status of a variant without an exit code. It determines facts that the variant doesn't declare.
#[derive(Clone, Copy)]
pub(super) struct Implied(Option<u16>);

impl Implied {
    pub(super) fn by(keys: &VariantKeys) -> Self {
        match keys.status.value {
            Some(Given::Fixed(status)) if !keys.exit.is_present() => Self(Some(status)),
            _ => Self(None),
        }
    }

    /// Returns the exit code for the status. Defaults to 1.
    pub(super) fn exit(self) -> Exit {
        Exit::Literal(Literal::u8_unsuffixed(self.0.map_or(1, status::exit_code)))
    }

    /// Returns whether an error with the status is retryable. Returns `None` if the variant declares `retryable` or
    /// side effects, which take precedence.
    pub(super) fn retryable(self, keys: &VariantKeys, declared: Option<bool>) -> Option<bool> {
        let is_open = declared.is_none() && !may_have_effects(keys.side_effects.value);
        self.0.filter(|_| is_open).map(status::is_retryable)
    }

    /// Returns the phase for the status.
    pub(super) fn phase(self) -> Option<Word> {
        let text = if status::is_validation(self.0?) { "validation" } else { "execution" };
        Some(Word { ty: "Phase", text })
    }

    /// Returns the side effects for the status. A retryable call has none.
    pub(super) fn side_effects(self, retryable: Option<bool>) -> Option<Word> {
        let exit = self.0.map(status::exit_code)?;
        let may_be_done = exit::WITH_EFFECTS.iter().any(|(code, _)| *code == exit);
        let text = if may_be_done && retryable != Some(true) { "partial" } else { "none" };
        Some(Word { ty: "SideEffects", text })
    }

    /// Rejects a `fix` if the status implies a retry. If a retry can succeed, no fix is needed.
    pub(super) fn reject_fix(self, retryable: Option<bool>, keys: &VariantKeys, errors: &mut Errors) {
        if let (Some(status), Some(true), Some(span)) = (self.0, retryable, keys.fix.span) {
            let remedy = "remove `fix`, or add `retryable = false`";
            errors.at(span, format_args!("`fix` conflicts with the retry that status {status} implies; {remedy}"));
        }
    }
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
