//! Contracts in files.

use super::{Contract, ContractError};
use crate::ready::diff_error::DiffError;
use std::fs;
use std::path::Path;

impl Contract {
    /// Reads a lock file or an exported catalog.
    ///
    /// # Errors
    ///
    /// [`DiffError::Unreadable`] or [`DiffError::Invalid`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, DiffError> {
        let path = path.as_ref();
        let invalid = |problem: String| DiffError::Invalid { path: path.to_owned(), problem };
        let bytes =
            fs::read(path).map_err(|error| DiffError::Unreadable { path: path.to_owned(), source: error.into() })?;
        let text = String::from_utf8(bytes)
            .map_err(|error| invalid(format!("no UTF-8 at byte {}", error.utf8_error().valid_up_to())))?;
        text.parse().map_err(|error: ContractError| invalid(error.to_string()))
    }
}
