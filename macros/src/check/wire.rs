//! Validates protocol-specific codes: `status` for HTTP, `grpc` for gRPC and `protocol` for JSON-RPC.

use super::context::reject_secret;
use super::retry::{RetryFacts, field_named};
use crate::attr::{Entries, Entry};
use crate::errors::Errors;
use crate::model::{Exit, Status};
use agent_error_rules::{exit, status};
use proc_macro2::Literal;
use quote::ToTokens;
use syn::{Fields, Ident, LitInt};

/// The status codes of gRPC that an error can have: all except `OK`.
pub(super) const GRPC_CODES: &[&str] = &[
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

/// Validates an HTTP status, or a reference to the field that contains it.
pub(super) fn status(fields: &Fields, entries: &Entries, secrets: &[String], errors: &mut Errors) -> Option<Status> {
    const EXPECTED: &str = "an HTTP status from 100 to 599, or a field";
    let entry = entries.get("status")?;
    if let Some(ident) = entry.tokens().and_then(|tokens| syn::parse2::<Ident>(tokens.clone()).ok()) {
        let (member, name) = field_named(&ident, fields, errors)?;
        reject_secret(&ident, &name, "status", secrets, errors);
        return Some(Status::Field { member, name, span: ident.span() });
    }
    let literal: LitInt = entry.parse(EXPECTED, errors)?;
    let status = literal.base10_parse::<u16>().ok().filter(|status| (100..600).contains(status));
    if status.is_none() {
        errors.on(literal, format_args!("invalid value for `status`; expected {EXPECTED}"));
    }
    status.map(Status::Fixed)
}

/// The status of a variant without an exit code. It determines facts that the variant doesn't declare.
#[derive(Clone, Copy)]
pub(super) struct Implied(Option<u16>);

impl Implied {
    pub(super) fn by(status: Option<&Status>, entries: &Entries) -> Self {
        match status {
            Some(Status::Fixed(status)) if entries.get("exit").is_none() => Self(Some(*status)),
            _ => Self(None),
        }
    }

    /// Returns the exit code for the status. Defaults to 1.
    pub(super) fn exit(self) -> Exit {
        Exit::Literal(Literal::u8_unsuffixed(self.0.map_or(1, status::exit_code)))
    }

    /// Returns whether an error with the status is retryable. Returns `None` if the variant declares `retryable` or
    /// side effects, which take precedence.
    pub(super) fn retryable(self, stated: &RetryFacts) -> Option<bool> {
        let is_open =
            stated.retryable.is_none() && !matches!(stated.side_effects, Some("partial" | "complete" | "unknown"));
        self.0.filter(|_| is_open).map(status::is_retryable)
    }

    /// Returns the phase for the status.
    pub(super) fn phase(self) -> Option<&'static str> {
        self.0.map(|status| if status::is_validation(status) { "validation" } else { "execution" })
    }

    /// Returns the side effects for the status. A retryable call has none.
    pub(super) fn side_effects(self, retryable: Option<bool>) -> Option<&'static str> {
        let exit = self.0.map(status::exit_code)?;
        let may_be_done = exit::WITH_EFFECTS.iter().any(|(code, _)| *code == exit);
        Some(if may_be_done && retryable != Some(true) { "partial" } else { "none" })
    }

    /// Rejects a `fix` if the status implies a retry. If a retry can succeed, no fix is needed.
    pub(super) fn reject_fix(self, retryable: Option<bool>, entries: &Entries, errors: &mut Errors) {
        if let (Some(status), Some(true), Some(span)) = (self.0, retryable, entries.span_of("fix")) {
            let remedy = "remove `fix`, or add `retryable = false`";
            errors.at(span, format_args!("`fix` conflicts with the retry that status {status} implies; {remedy}"));
        }
    }
}

/// Validates a JSON-RPC code. Only accepts the range that the specification reserves.
pub(super) fn protocol(entry: &Entry, errors: &mut Errors) -> Option<i32> {
    let expected = "a JSON-RPC code from -32768 to -32000, such as `protocol = -32602`";
    let expression: syn::Expr = entry.parse(expected, errors)?;
    let text = expression.to_token_stream().to_string().replace(' ', "");
    let code = text.parse::<i32>().ok().filter(|code| (-32768..=-32000).contains(code));
    if code.is_none() {
        errors.on(expression, format_args!("invalid value for `protocol`; expected {expected}"));
    }
    code
}
