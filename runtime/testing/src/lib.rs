//! Test utilities for programs that use [agent-error](https://docs.rs/agent-error).
//!
//! Add this crate to `[dev-dependencies]`. Its features don't change the program under test.
//!
//! | to | use | feature |
//! |---|---|---|
//! | fail when a change to a code breaks callers | [`Lock`] | |
//! | keep the catalog document in a file | [`Lock::keep_document`] | |
//! | run a program, in any language, and check its output | `Tool` | `programs` |
//! | follow fixes, actions and retries | `Failure` | `programs` |
//! | check that the commands and flags in advice exist | `AdviceChecker` | `clap` |
//!
//! # Guide
//!
//! - [Keep codes and advice correct](_guide::stable_codes)

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod _guide;
#[cfg(feature = "clap")]
mod advice;
mod catalog;
mod lock;
#[cfg(feature = "programs")]
mod programs;

#[cfg(feature = "clap")]
pub use advice::{AdviceChecker, AdviceError, InvalidAdvice};
pub use lock::Lock;
#[cfg(feature = "programs")]
pub use programs::*;
