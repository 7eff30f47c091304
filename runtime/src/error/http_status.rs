//! The types that a `status` field can have.

/// The type of a `status` field: a `u16`, an `http::StatusCode`, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an HTTP status",
    note = "`status` takes a field that is a `u16`, an `http::StatusCode` with the feature `http`, or an `Option` of one"
)]
pub trait HttpStatus {
    /// Returns the HTTP status code, if there is one.
    fn status(&self) -> Option<u16>;
}

impl HttpStatus for u16 {
    fn status(&self) -> Option<u16> {
        Some(*self)
    }
}

impl<T: HttpStatus> HttpStatus for Option<T> {
    fn status(&self) -> Option<u16> {
        self.as_ref().and_then(HttpStatus::status)
    }
}
