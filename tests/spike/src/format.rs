//! Step 5: a format turns a record into a string.

pub mod envelope;
pub mod human;
mod json;

use crate::record::ErrorRecord;
use std::time::Duration;

/// Facts about the call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meta {
    pub duration: Duration,
    pub tool_version: Option<&'static str>,
}

/// The function of a format.
pub type Render = fn(&ErrorRecord, Meta) -> String;

/// The formats that a program links, and their names.
pub const DEFAULT: &[(&str, Render)] = &[("human", human::render), ("json", envelope::render)];
