//! Validates protocol-specific codes: `status` for HTTP, `grpc` for gRPC and `protocol` for JSON-RPC.

use super::retry::may_have_effects;
use crate::attr::{Given, Word};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::Exit;
use agent_error_rules::{exit, status};
use proc_macro2::Literal;

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
