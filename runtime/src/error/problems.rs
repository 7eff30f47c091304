//! Collects invalid fields.

use super::field_error::FieldError;

/// Collects invalid fields, and reports all of them in a single error.
///
/// Check a whole file or call before you return, so that the caller can correct all mistakes at once.
///
/// ```
/// use agent_error::{FieldError, Problems};
///
/// fn check(config: &[(&str, &str)]) -> Result<(), Vec<FieldError>> {
///     let mut problems = Problems::new();
///     for (line, (field, value)) in (1..).zip(config) {
///         match *field {
///             "port" if value.parse::<u16>().is_ok() => {}
///             "port" => problems.push(FieldError::new("port", "Invalid number.").line(line).sent(*value)),
///             other => problems.push(FieldError::unknown(other, ["port"]).line(line)),
///         }
///     }
///     // Pass the fields to an error of your own.
///     problems.into_result(|fields| fields)
/// }
///
/// let fields = check(&[("prot", "80"), ("port", "http")]).unwrap_err();
/// let text: Vec<String> = fields.iter().map(FieldError::text).collect();
/// assert_eq!(text, [
///     "Line 1: Unknown field. Did you mean 'port'?",
///     "Line 2: Invalid number. You sent: 'http'.",
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
    /// If there are invalid fields, returns the error that `error` creates from them.
    pub fn into_result<E>(self, error: impl FnOnce(Vec<FieldError>) -> E) -> Result<(), E> {
        if self.0.is_empty() { Ok(()) } else { Err(error(self.0)) }
    }
}

impl FromIterator<FieldError> for Problems {
    fn from_iter<I: IntoIterator<Item = FieldError>>(fields: I) -> Self {
        Self(fields.into_iter().collect())
    }
}
