//! The types that the linker collected, and the search for a coded error inside any other.

pub(crate) mod accessors;
pub(crate) mod by_size;
pub(crate) mod casts;
pub(crate) mod chain;
pub(crate) mod exits;
pub(crate) mod finder;
pub(crate) mod in_context;
pub(crate) mod linked;
pub(crate) mod unique;
