//! The [`AgentError`] trait, its supporting types, and [`ErrorRecord`].

pub use crate::definition::part::Part;
pub use crate::json::JsonText;
pub use crate::text::secret::REDACTED;
pub use coded::AgentError;
pub use facts::Facts;
pub use field_error::FieldError;
pub use listing::Listing;
pub use named_values::NamedValues;
pub use record::{ErrorRecord, RecordFields};
pub use retry_policy::RetryPolicy;
pub use value::ContextValue;

pub(crate) mod advice;
pub(crate) mod context;
pub(crate) mod facts;
pub(crate) mod field_error;
pub(crate) mod field_roles;
pub(crate) mod listing;
pub(crate) mod named_values;
pub(crate) mod record;
pub(crate) use record::coded;
pub(crate) mod retry_policy;
pub(crate) mod value;
