//! What is known about codes, their fields, the types that declare them, and foreign errors, before any error occurs.

pub(crate) mod def;
pub(crate) mod field_schema;
pub(crate) mod foreign;
pub(crate) mod hooks;
pub(crate) mod rule;
