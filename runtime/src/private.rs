//! Items for generated code. Not part of the public API.

pub use crate::__agent_error_assert_unique as assert_unique;
pub use crate::__agent_error_integrate_axum as integrate_axum;
pub use crate::__agent_error_integrate_schemars as integrate_schemars;
pub use crate::__agent_error_register as register;
pub use crate::__agent_error_register_exits as register_exits;
pub use crate::__agent_error_register_foreign as register_foreign;
pub use crate::__agent_error_register_signals as register_signals;
pub use crate::__agent_error_set_parts as set_parts;
pub use crate::catalog::code::{deserialize_code, parse_code};
pub use crate::catalog::compiled::checked_catalog;
pub use crate::catalog::error_set::SetPart;
pub use crate::classify::build::{Build, BuilderOf, unboxed};
pub use crate::classify::decode::{DecodeCauses, DecodeNested, DecodeValue, NoCauses, NoValue, NotDecoded, body};
pub use crate::classify::source::{
    AnySource, ConcreteSource, KnownSource, NestedAsIs, NestedBuild, PointedSource, Slot,
};
pub use crate::definition::attribute::Attribute;
pub use crate::definition::declare::{error_exit, reject_retry};
pub use crate::definition::def::CODE;
pub use crate::definition::def::is_type;
pub use crate::definition::field_schema::{FieldSchema, SchemaOf, UnknownSchema};
pub use crate::definition::foreign::ForeignError;
pub use crate::definition::hooks::Hooks;
pub use crate::definition::stated::Stated;
pub use crate::error::body::Body;
pub use crate::error::coded::{
    code, facts_with_status, inherited_docs, stated, static_actions, static_facts, static_retry_after, static_text,
};
pub use crate::error::context::{
    AsDebug, ContextField, FallbackValue, Field, KnownValue, SerializeValue, StatedBy, StatesNothing,
};
pub use crate::error::displayed::{
    AsPath, DisplayedAsIs, DisplayedOption, DisplayedPath, ShowDisplay, ShowNothing, ShowOption, ShowPath,
};
pub use crate::error::http_status::HttpStatus;
pub use crate::error::listed_actions::{ListedActions, OptionalActions, UnlistedActions};
pub use crate::error::nested::{InnerError, NoInnerError, inner_def};
pub use crate::error::value::Value;
pub use crate::error::wait::Wait;
pub use crate::integrations::hooks::{HooksOf, LocalHooks};
pub use crate::process::main;
// For declarations.
pub use crate::catalog::CatalogError;
pub use crate::classify::{BoxError, Classifier, Decode, Found};
pub use crate::definition::{
    Catalogued, ErrorDef, FieldDef, ForeignType, RetiredDef, RetryAfter, Rule, Template, TypeDef,
};
pub use crate::error::{ContextValue, Facts, Part};
pub use crate::registry::unique::{assert_unique_generic, check_unique, code_of, count, table_size};
pub use crate::text::shell::{ShellQuoted, offer, offer_command};
pub use crate::text::uri::UriEncoded;
pub use crate::vocabulary::{GrpcCode, Phase, RetryStrategy, Severity, Shown, SideEffects};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(not(any(miri, target_family = "wasm")))]
pub use {
    crate::registry::linked::{
        AGENT_ERROR_EXITS_0_1_0, AGENT_ERROR_FOREIGN_0_1_0, AGENT_ERROR_SIGNALS_0_1_0, AGENT_ERROR_TYPES_0_1_0,
    },
    linkme,
};

/// For axum impls.
#[cfg(feature = "axum")]
pub mod axum {
    pub use crate::integrations::axum::response;
    pub use axum_core::response::{IntoResponse, Response};
}
