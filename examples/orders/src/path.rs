//! The order ID in a request's path.

use crate::error::ApiError;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;

pub(crate) type Id = Result<Path<String>, PathRejection>;

/// Returns the percent-decoded ID.
pub(crate) fn id(path: Id) -> Result<String, ApiError> {
    path.map(|Path(id)| id).map_err(|_| ApiError::Path)
}
