//! Errors that occurred: the trait, what an occurrence says, and any error as data.

pub(crate) mod agent_error;
pub(crate) mod body;
pub(crate) mod context;
pub(crate) mod displayed;
pub(crate) mod facts;
pub(crate) mod field_error;
pub(crate) mod json_value;
pub(crate) mod listed_actions;
pub(crate) mod nested;
pub(crate) mod named_values;
pub(crate) mod record;
pub(crate) mod system_error;
pub(crate) mod wait;
