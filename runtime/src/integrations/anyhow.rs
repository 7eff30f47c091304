//! Support for anyhow: finds the coded error inside an `anyhow::Error`, including an error that was
//! attached as context.
//!
//! A program can return an [`anyhow::Error`] from `main`; see [`Outcome`](crate::process::Outcome).

super::reports::report!(::anyhow::Error, in_anyhow);
