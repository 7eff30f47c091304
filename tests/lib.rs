#![doc = include_str!("../README.md")]

/// A type argument whose codes repeat those of the generic type doesn't compile.
///
/// ```compile_fail
/// use agent_error::{AgentError, Catalog, Declares};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum AppError<E: std::error::Error + Declares> {
///     #[error(transparent)]
///     #[code(transparent)]
///     Inner(E),
///     #[error("lost")]
///     #[code("UPSTREAM_LOST")]
///     Lost,
/// }
///
/// println!("{}", Catalog::of::<AppError<upstream::UpstreamError>>().len());
/// ```
///
/// With other codes, it does.
///
/// ```
/// use agent_error::{AgentError, Catalog, Declares};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum AppError<E: std::error::Error + Declares> {
///     #[error(transparent)]
///     #[code(transparent)]
///     Inner(E),
///     #[error("lost")]
///     #[code("APP_LOST")]
///     Lost,
/// }
///
/// println!("{}", Catalog::of::<AppError<upstream::UpstreamError>>().len());
/// ```
#[derive(Debug)]
pub enum GenericTypes {}

#[path = "support/acme.rs"]
mod acme;
#[path = "support/read.rs"]
mod read;
#[path = "support/thorough.rs"]
mod thorough;

pub use acme::{ACME, ACME_READER};
pub use read::{parse, read};
pub use thorough::is_thorough;
