//! Items that macro-generated code uses. Not part of the public API.

/// The name of this module in generated code. If the macros and this crate have different versions,
/// rustc only reports that the name doesn't exist.
pub use crate::__private as same_version_as_agent_error_macros_0_1_0;

pub use crate::__agent_error_integrate_schemars as integrate_schemars;
pub use crate::__agent_error_register as register;
pub use crate::__agent_error_set_parts as set_parts;
pub use crate::catalog::code::{deserialize_code, parse_code};
pub use crate::catalog::error_set::SetPart;
pub use crate::definition::def::{
    error_exit, error_exit_with_fix, exit_with_grpc_status, exit_with_http_status,
};
pub use crate::definition::error_def::{Caller, Fact};
pub use crate::definition::field_def::SchemaOf;
pub use crate::definition::foreign::behind_pointers;
pub use crate::error::field::{
    Field, debug, display, formatted, formatted_option, nearest, redacted,
};
pub use crate::error::field_roles::{
    ActionsField, BodyField, ExitField, HttpStatus, RetryAfterField,
};
pub use crate::error::foreign::ReadForeign;
pub use crate::error::record::derived::{Declared, Derived, fields, record};
pub use crate::process::{DEFAULT_FORMATS, main};
pub use crate::registry::actions::is_command;
pub use crate::registry::casts::CastsOf;
pub use crate::registry::linked::{
    AGENT_ERROR_EXITS_0_1_0, AGENT_ERROR_FOREIGN_0_1_0, AGENT_ERROR_TYPES_0_1_0,
};
// Re-exports for the declarations that macros generate.
pub use crate::catalog::CatalogError;
pub use crate::definition::{
    ClassifyRule, Declares, ErrorDef, ForeignType, RetiredDef, Template, TypeDef,
};
pub use crate::error::{ContextValue, ErrorRecord, Facts, Part, RecordFields};
#[cfg(feature = "redact")]
pub use crate::json::secrets::Secrets;
pub use crate::registry::unique::{assert_unique, code_of};
pub use crate::text::debug::warn_once;
pub use crate::text::sanitize::clean_capped;
pub use crate::text::shell::fill_command;
pub use crate::text::uri::fill_uri;
pub use crate::vocabulary::{ContextFormat, GrpcCode, Phase, RetryStrategy, Severity, SideEffects};
pub use agent_error_rules::command::is_declared_action;
#[cfg(not(any(miri, target_family = "wasm")))]
pub use linkme;
pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// Returns a function that classifies errors with the rules of these types. Tests generate types at
/// run time.
#[inline]
pub fn classifier(
    types: &[&'static TypeDef],
) -> impl Fn(&(dyn std::error::Error + 'static)) -> ErrorRecord + use<> {
    let classifier = crate::classify::Classifier::of_types(types);
    move |error| classifier.classify(error)
}

/// Traits with the fallback conversions. Method resolution prefers inherent methods and constants.
pub mod fallback {
    pub use crate::definition::field_def::UnknownSchema as _;
    pub use crate::error::field::OtherField as _;
    pub use crate::registry::casts::LocalCasts as _;
}
