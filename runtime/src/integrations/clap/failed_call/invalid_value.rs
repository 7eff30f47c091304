//! Completes the error for an invalid value.

use super::FailedCall;
use crate::error::listing::Listing;
use crate::integrations::clap::listings::{self, limit};
use crate::integrations::clap::numbers::{NumberError, Range};
use crate::integrations::clap::source::arg_shown_as;
use crate::integrations::clap::usage_error::{Mistake, name};
use crate::text::secret::REDACTED;
use clap::Arg;
use std::error::Error as _;

/// The members of [`Mistake::InvalidValue`] that clap's error contains.
pub(super) struct InvalidValue {
    pub(super) flag: String,
    pub(super) value: String,
    pub(super) reason: String,
    pub(super) nearest: Vec<String>,
    pub(super) valid: Listing,
    pub(super) advice: String,
}

impl FailedCall<'_> {
    pub(super) fn invalid_value(&self, invalid: InvalidValue) -> Mistake {
        let InvalidValue {
            flag,
            value,
            mut reason,
            nearest,
            mut valid,
            mut advice,
        } = invalid;
        let mut values_from = Listing::new();
        let mut help = String::new();
        let command = self.command_with(&flag);
        if let Some(arg) = arg_shown_as(command, &flag) {
            help = listings::help_with_values(arg);
            self.add_values_from(&mut values_from, command, arg);
            let values = listings::values(arg);
            if !values.is_empty() {
                valid = values;
            }
            if value != REDACTED {
                reason = self.expected_number(arg).unwrap_or(reason);
            }
        }
        if !values_from.is_empty() {
            advice = "List the possible values, then call again".to_owned();
        } else if value.is_empty() && valid.is_empty() {
            let separator = if help.is_empty() { "" } else { ": " };
            advice = format!("Pass a value to `{}`{separator}{help}", name(&flag));
        }
        limit(&mut valid, &mut advice, command);
        Mistake::InvalidValue {
            flag,
            value,
            reason,
            nearest,
            valid,
            values_from,
            advice,
        }
    }

    /// If the value of an argument isn't a valid number, says which numbers are.
    fn expected_number(&self, arg: &Arg) -> Option<String> {
        let error = NumberError::of(self.error.source()?)?;
        error.expected(Range::of(arg))
    }
}
