//! Text: cleaning, templates, pointers, the buffer that formats write into, styles.

pub(crate) mod buffer;
pub(crate) mod cause;
pub(crate) mod clean;
pub(crate) mod nearest;
pub(crate) mod numbers;
pub(crate) mod phrase;
pub(crate) mod pointer;
pub(crate) mod secret;
pub(crate) mod shell;
pub(crate) mod style;
pub(crate) mod template;
pub(crate) mod wrap;
