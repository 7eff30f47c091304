//! The shop's ledger: a file with one amount in cents per line.

use crate::error::ApiError;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Returns the sum of all amounts in the ledger, in cents.
pub(crate) fn revenue(ledger: &Path) -> Result<u64, ApiError> {
    let text = fs::read_to_string(ledger).map_err(|source| ApiError::Ledger { source })?;
    let cents: Option<Vec<u64>> = text.lines().map(|line| line.parse().ok()).collect();
    let sum = cents.and_then(|cents| cents.into_iter().try_fold(0_u64, u64::checked_add));
    sum.ok_or_else(|| ApiError::Ledger { source: Error::from(ErrorKind::InvalidData) })
}
