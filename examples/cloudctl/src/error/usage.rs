//! Converts usage errors to cloudctl's own errors.

use super::{CliError, CloudError};
use agent_error::Listing;
use agent_error::clap::UsageError;
use agent_error::ready::MissingFlags;

impl CliError {
    /// Converts a usage error. Missing flags and invalid values get the same code and details whether clap or cloudctl
    /// found them.
    pub(crate) fn of_usage(usage: UsageError) -> Self {
        match usage {
            UsageError::MissingFlags { missing, values_from, .. } if !missing.is_empty() => {
                MissingFlags { missing: missing.names().map(|flag| (first_word(flag), "")).collect(), values_from }
                    .into()
            }
            UsageError::InvalidValue { flag, reason, valid, .. } => {
                CloudError::Invalid { field: field(&flag), reason: reason_or_valid(reason.into_string(), &valid) }
                    .into()
            }
            other => other.into(),
        }
    }
}

/// Removes the placeholder of a flag's value: `--host <HOST>` becomes `--host`.
fn first_word(flag: &str) -> &str {
    flag.split(' ').next().unwrap_or(flag)
}

/// Returns the name of a flag or an argument, as in the API: `--port <PORT>` becomes `port`, and `[INSTANCE]` becomes
/// `instance`.
fn field(flag: &str) -> String {
    first_word(flag).trim_matches(['-', '<', '>', '[', ']', '.']).to_lowercase()
}

/// Returns the valid values, or if there are none, the reason why the value is invalid.
fn reason_or_valid(reason: String, valid: &Listing) -> String {
    match valid.is_empty() {
        true => reason,
        false => format!("not one of {}", valid.names().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{field, first_word};

    #[test]
    fn names_have_no_placeholder() {
        for (flag, name, in_api) in [
            ("--port <PORT>", "--port", "port"),
            ("--token-file <PATH>", "--token-file", "token-file"),
            ("--yes", "--yes", "yes"),
            ("[INSTANCE]", "[INSTANCE]", "instance"),
            ("<CODE>", "<CODE>", "code"),
            ("<FILES>...", "<FILES>...", "files"),
        ] {
            assert_eq!((first_word(flag), field(flag).as_str()), (name, in_api));
        }
    }
}
