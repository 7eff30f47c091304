//! Support for other libraries, such as clap and axum.

#[cfg(feature = "anyhow")]
pub mod anyhow;
#[cfg(feature = "clap")]
pub mod clap;
#[cfg(feature = "eyre")]
pub mod eyre;
pub(crate) mod frameworks;
#[cfg(feature = "http")]
pub mod http;
#[cfg(any(feature = "anyhow", feature = "eyre"))]
mod reports;
#[cfg(feature = "tracing")]
pub mod tracing;
