//! Tests of the derive on enums and structs.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics, in its functions too")]
#![allow(deprecated, reason = "tests build errors with deprecated codes")]

mod beside;
mod catalog;
mod catalog_views;
mod choices;
mod codes;
mod context;
mod described;
mod diagnostic;
#[path = "../support/document.rs"]
mod document;
mod envelope;
mod facts;
mod filled;
mod generics;
mod grpc;
mod hidden;
mod instance;
mod optional;
mod replacement;
mod retry_after;
mod shapes;
mod shared;
#[cfg(unix)]
mod shells;
mod spelling;
mod status;
mod templates;
mod transparent;

use document::document_of;
use shared::{context, def, error_object};
