//! Compiles and runs the examples in guides that need large dependencies, as doctests.

#[doc = include_str!("../../runtime/src/guide/observability.md")]
pub mod observability {}

#[doc = include_str!("../../runtime/src/guide/openapi.md")]
pub mod openapi {}
