//! The link-time registry of types, and the search for coded errors within other errors.

pub(crate) mod actions;
pub(crate) mod casts;
pub(crate) mod linked;
#[cfg(feature = "clap")]
pub(crate) mod parser;
pub(crate) mod search;
pub(crate) mod unique;
