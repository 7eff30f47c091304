//! Collects invalid fields.

use super::field_error::FieldError;

/// Collects invalid fields, and reports all of them in a single error.
///
/// Check a whole file or call before you return, so that the caller can correct all mistakes at once.
///
/// ```
/// use agent_error::{AgentError, FieldError, Problems, exit};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("{path} has invalid fields")]
/// #[code("CONFIG_INVALID", exit = exit::sysexits::CONFIG, suggest = "Correct the listed fields")]
/// struct ConfigInvalid { path: String, fields: Vec<FieldError> }
///
/// fn check(config: &[(&str, &str)]) -> Result<(), ConfigInvalid> {
///     let mut problems = Problems::new();
///     for (line, (field, value)) in (1..).zip(config) {
///         match *field {
///             "port" if value.parse::<u16>().is_ok() => {}
///             "port" => problems.push(
///                 FieldError::new("port", "Invalid number.").line(line).sent(*value).expected("Use 0 to 65535."),
///             ),
///             other => problems.push(FieldError::unknown(other, ["port"]).line(line)),
///         }
///     }
///     problems.into_result(|fields| ConfigInvalid { path: "tool.toml".to_owned(), fields })
/// }
///
/// let error = check(&[("prot", "80"), ("port", "http")]).unwrap_err();
/// let text: Vec<String> = error.fields.iter().map(FieldError::text).collect();
/// assert_eq!(text, [
///     "Line 1: Unknown field. Did you mean 'port'?",
///     "Line 2: Invalid number. You sent: 'http'. Use 0 to 65535.",
/// ]);
/// assert!(check(&[("port", "80")]).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "call `into_result` to report the problems"]
pub struct Problems(Vec<FieldError>);

impl Problems {
    /// Creates an empty collection.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an invalid field.
    pub fn push(&mut self, field: FieldError) {
        self.0.push(field);
    }

    /// Returns the invalid fields found so far.
    pub fn fields(&self) -> &[FieldError] {
        &self.0
    }

    /// Returns an error with all invalid fields.
    ///
    /// # Errors
    ///
    /// Returns the error that `error` creates from the fields. If there are none, returns `Ok`.
    pub fn into_result<E>(self, error: impl FnOnce(Vec<FieldError>) -> E) -> Result<(), E> {
        if self.0.is_empty() { Ok(()) } else { Err(error(self.0)) }
    }
}
