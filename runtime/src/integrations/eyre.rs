//! Support for eyre: finds the coded error inside an `eyre::Report`, including an error that was
//! attached as context.
//!
//! A program can return an [`eyre::Report`] from `main`; see [`Outcome`](crate::process::Outcome).

super::reports::report!(::eyre::Report, in_eyre);
