//! Tests of the derive on enums and structs, and of classifying foreign errors.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on panics, in its functions too"
)]
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
mod context;
mod context_choice;
mod diagnostic;
#[path = "../support/document.rs"]
mod document;
mod every_key;
mod exit_fields;
mod generics;
mod hints;
mod implied;
mod listed;
mod named;
mod shapes;
mod shared_codes;
#[cfg(unix)]
mod shells;
#[path = "../support/snapshots.rs"]
mod snapshots;
mod spelling;
mod templates;
mod transparent;

use agent_error::{AgentError, Catalog, ErrorRecord};
pub(crate) use agent_error_formats::ALL;
use context::context;
use document::document_of;
use serde_json::Value;
use snapshots::same;

/// Returns the record of each error as a line of JSON.
fn records<'e>(errors: impl IntoIterator<Item = &'e dyn AgentError>) -> String {
    errors
        .into_iter()
        .map(|error| serde_json::to_string(&ErrorRecord::of(error)).unwrap() + "\n")
        .collect()
}

/// Returns each code of a catalog as a line of JSON, as in the catalog document but without its
/// declaration's place.
fn codes(catalog: &Catalog) -> String {
    let mut document: Value = serde_json::from_str(&catalog.document()).unwrap();
    let mut lines = String::new();
    for code in document["errors"].as_array_mut().unwrap() {
        for place in ["declared_by", "origin", "source", "variant"] {
            code.as_object_mut().unwrap().remove(place);
        }
        lines += &format!("{code}\n");
    }
    lines
}
