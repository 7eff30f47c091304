//! Items for the other crates of this project. Not part of the public API.

pub use crate::catalog::declared;
#[cfg(feature = "catalog")]
pub use crate::catalog::{DOCUMENT_VERSION, Exits, Explanation, List, table};
pub use crate::classify::BoxError;
pub use crate::definition::*;
pub use crate::error::{ContextValue, Facts, JsonText, Part};
pub use crate::vocabulary::*;
