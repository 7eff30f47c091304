//! The sentences of advice that several usage errors share.

use crate::error::listing::Listing;

/// The advice if nothing else is known.
pub(super) const HELP: &str = "For more information, try `--help`";

/// The advice for an unknown flag that may be a value.
pub(super) const AS_VALUE: &str = "To pass it as a value, put `--` before it";

/// Advises to use one of the names that exist. `noun` is the kind of the names, such as `flag`.
pub(super) fn choose(noun: &str, nearest: &[String], valid: &Listing) -> String {
    let has_nearest = !nearest.is_empty();
    let has_valid = !valid.is_empty();
    if has_nearest && has_valid {
        format!("Use the nearest {noun} or another valid one")
    } else if has_nearest {
        format!("Use the nearest {noun}")
    } else if has_valid {
        format!("Choose one of the valid {noun}s")
    } else {
        HELP.to_owned()
    }
}

/// Advises to add the missing arguments. `values_from` contains the commands that list their
/// values.
pub(super) fn add_missing(missing: &Listing, values_from: &Listing) -> String {
    if missing.is_empty() {
        HELP.to_owned()
    } else if values_from.is_empty() {
        "Add the missing arguments".to_owned()
    } else {
        "List the possible values, then add the missing arguments".to_owned()
    }
}
