//! Rules for the numbers of protocols: `status` of HTTP and `protocol` of JSON-RPC.

use crate::attr::Entry;
use crate::errors::Errors;
use quote::ToTokens;
use syn::LitInt;

/// An HTTP status.
pub(super) fn status(entry: &Entry, errors: &mut Errors) -> Option<u16> {
    let literal: LitInt = entry.parse("an HTTP status from 100 to 599", errors)?;
    let status = literal.base10_parse::<u16>().ok().filter(|status| (100..600).contains(status));
    if status.is_none() {
        errors.on(literal, "invalid value for `status`; expected an HTTP status from 100 to 599");
    }
    status
}

/// A JSON-RPC code, which is negative as all codes of the specification.
pub(super) fn protocol(entry: &Entry, errors: &mut Errors) -> Option<i32> {
    let expected = "a JSON-RPC code from -32768 to -32000, as in `protocol = -32602`";
    let expression: syn::Expr = entry.parse(expected, errors)?;
    let text = expression.to_token_stream().to_string().replace(' ', "");
    let code = text.parse::<i32>().ok().filter(|code| (-32768..=-32000).contains(code));
    if code.is_none() {
        errors.on(expression, format_args!("invalid value for `protocol`; expected {expected}"));
    }
    code
}
