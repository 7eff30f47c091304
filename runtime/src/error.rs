//! The [`AgentError`] trait, its supporting types, and [`ErrorRecord`].

pub use crate::definition::part::Part;
pub use crate::json::JsonText;
pub use coded::AgentError;
pub use context::Context;
pub use facts::Facts;
pub use field_error::FieldError;
pub use foreign::Foreign;
pub use listing::Listing;
pub use record::{ErrorRecord, RecordFields};
pub use retry_policy::RetryPolicy;
pub use value::ContextValue;

pub(crate) mod advice;
pub(crate) mod context;
pub(crate) mod facts;
pub(crate) mod field;
pub(crate) mod field_error;
pub(crate) mod field_roles;
pub(crate) mod foreign;
pub(crate) mod item;
pub(crate) mod listing;
pub(crate) mod record;
pub(crate) use record::coded;
pub(crate) mod retry_policy;
pub(crate) mod value;
