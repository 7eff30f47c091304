//! Tests of the derive on enums and structs, and of classifying foreign errors.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on panics, in its functions too")]
#![allow(deprecated, reason = "tests build errors with deprecated codes")]

/// Declares an enum with one code per line.
macro_rules! declared {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = ($($keys:tt)*)),+ $(,)? }) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        $(#[$meta])*
        #[error("failed")]
        #[allow(dead_code, reason = "only the declarations matter")]
        enum $name { $(#[code($($keys)*)] $variant),+ }
    };
}

mod beside;
mod catalog;
mod classify;
mod codes;
mod context;
mod diagnostic;
#[path = "../support/document.rs"]
mod document;
mod every_key;
mod generics;
mod implied;
mod shapes;
#[cfg(unix)]
mod shells;
#[path = "../support/snapshots.rs"]
mod snapshots;
mod templates;
mod transparent;

use context::context;
use document::document_of;
use snapshots::{codes, records, same};
