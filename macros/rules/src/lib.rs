//! Rules that [`agent-error`](https://docs.rs/agent-error) applies at compile time and at run time.
//!
//! This crate is an implementation detail. Depend on `agent-error` instead.

#![forbid(unsafe_code)]

#[cfg(feature = "refused")]
pub mod advice;
pub mod command;
pub mod exit;
pub mod fnv;
pub mod name;
pub mod nearest;
mod numbers;
pub mod order;
pub mod phrase;
#[cfg(feature = "refused")]
pub mod recoverable;
pub mod secret;
pub mod shell;
pub mod status;
