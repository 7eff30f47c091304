//! Fields with an HTTP status.

/// A field with an HTTP status: a `u16`, an `Option` of one, or `http::StatusCode`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an HTTP status",
    note = "`status` takes a field that is a `u16`, an `http::StatusCode` with the feature `http`, or an `Option` of one"
)]
pub trait HttpStatus {
    /// The status, if there is one.
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
