//! Static definitions of codes, context fields, error types and foreign errors.

pub use crate::text::template::Template;
pub use def::{Declares, Entry, RetiredDef, TypeDef};
pub use error_def::{Caller, ErrorDef};
#[cfg(feature = "catalog")]
pub use facts::{FACTS, FactDef, FactValue, Visibility, fact};
pub use field_def::{FieldDef, is_option};
pub use foreign::{ClassifyRule, ForeignType, rule_in_words};
#[cfg(feature = "catalog")]
pub use rust_type::schema_of_type;

pub(crate) mod def;
pub(crate) mod error_def;
#[cfg(feature = "catalog")]
pub(crate) mod facts;
pub(crate) mod field_def;
pub(crate) mod foreign;
pub(crate) mod part;
pub(crate) mod running_settings;
#[cfg(feature = "catalog")]
mod rust_type;
