//! Support for eyre: finds the coded error inside an `eyre::Report`, including an error that was attached as context.
//!
//! A program can return an [`eyre::Report`] from `main`. [`run`](crate::run) and [`main`](macro@crate::main) report the
//! coded error inside it. If there's no coded error, they classify the returned error.

super::reports::report!(::eyre::Report, in_eyre);
