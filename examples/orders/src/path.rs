//! The id in the path of a request.

use crate::error::ApiError;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;

pub(crate) type Id = Result<Path<String>, PathRejection>;

/// The id, in any spelling that a URL allows.
pub(crate) fn id(path: Id) -> Result<String, ApiError> {
    path.map(|Path(id)| id).map_err(|_| ApiError::Path)
}
