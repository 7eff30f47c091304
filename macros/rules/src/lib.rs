//! The rules of [`agent-error`](https://docs.rs/agent-error) that are the same at compile time and at run time. Depend
//! on that crate: this one is an implementation detail and changes with it.

#![forbid(unsafe_code)]

pub mod command;
pub mod exit;
pub mod fnv;
pub mod good;
pub mod nearest;
mod numbers;
pub mod order;
pub mod phrase;
pub mod recoverable;
pub mod row;
pub mod secret;
pub mod shell;
pub mod status;
pub mod statuses;
