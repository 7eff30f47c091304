//! Sanitizes, redacts, escapes and formats strings.

pub(crate) mod cause;
pub(crate) mod contains;
pub(crate) mod debug;
pub(crate) mod errno;
#[cfg(feature = "redact")]
pub(crate) mod redact_text;
pub(crate) mod sanitize;
pub(crate) mod shell;
pub(crate) mod style;
#[cfg(feature = "clap")]
pub(crate) mod synonym;
pub(crate) mod template;
pub(crate) mod uri;

pub(crate) use agent_error_rules::{nearest, order, phrase, secret};
