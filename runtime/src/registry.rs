//! The link-time registry of types, and the search for coded errors within other errors.

pub(crate) mod casts;
pub(crate) mod chain;
pub(crate) mod exits;
pub(crate) mod finder;
pub(crate) mod foreign_inspectors;
pub(crate) mod in_context;
pub(crate) mod linked;
pub(crate) mod unique;
