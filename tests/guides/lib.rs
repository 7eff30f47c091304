//! The guides whose examples need large libraries. `cargo test` compiles and runs them.

#[doc = include_str!("../../runtime/src/guide/observability.md")]
pub mod observability {}

#[doc = include_str!("../../runtime/src/guide/openapi.md")]
pub mod openapi {}
