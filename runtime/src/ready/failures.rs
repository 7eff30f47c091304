//! Errors for calls that are valid but can't succeed right now, for example because of missing permissions.

use super::catalog_error::named;
use crate::text::nearest::nearest;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;

/// The requested resource does not exist.
///
/// ```
/// use agent_error::ready::NotFound;
/// use agent_error::{Format, render};
///
/// let error = NotFound::new("invoice", "INV-01").nearest_of(["INV-001", "PRJ-7"]).actions(["invoices_list"]);
/// let brief = render(&error, Format::Brief);
/// assert!(brief.ends_with("try: invoices_list\nnearest: INV-001"), "{brief}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "NOT_FOUND",
    exit = exit::NOT_FOUND,
    shared,
    actions = actions,
    suggest = "Check the id; list what exists to find the right one"
)]
pub struct NotFound {
    /// The kind of resource, such as `invoice`.
    pub kind: String,
    /// The id or name that was looked up.
    pub id: String,
    /// Similar ids or names, the nearest first.
    #[context(nearest)]
    pub nearest: Vec<String>,
    /// The call that lists valid ids, such as `invoices_list`.
    #[context(skip)]
    pub actions: Vec<String>,
}

impl NotFound {
    /// Creates the error from the kind of the resource, and the id or name that wasn't found.
    pub fn new(kind: impl Into<String>, id: impl Into<String>) -> Self {
        Self { kind: kind.into(), id: id.into(), nearest: Vec::new(), actions: Vec::new() }
    }

    /// Sets the similar names: those in `existing` that best match the id.
    #[must_use]
    pub fn nearest_of<'a>(mut self, existing: impl IntoIterator<Item = &'a str>) -> Self {
        self.nearest = named(&nearest(&self.id, existing));
        self
    }

    /// Sets the calls that list valid ids.
    #[must_use]
    pub fn actions<T: Into<String>>(mut self, actions: impl IntoIterator<Item = T>) -> Self {
        self.actions = actions.into_iter().map(Into::into).collect();
        self
    }
}

/// The current state of a resource doesn't allow the call, so nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "CONFLICT",
    exit = exit::CONFLICT,
    shared,
    suggest = "Read the current state, then decide what is still to be done"
)]
pub struct Conflict {
    /// The resource that the call would change, such as `order 7`.
    pub subject: String,
    /// The current state of the resource, such as `cancelled`.
    pub state: String,
}

/// The caller isn't authenticated. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "UNAUTHORIZED",
    exit = exit::AUTH_REQUIRED,
    status = 401,
    shared,
    actions = actions,
    suggest = "Authenticate, then repeat the call"
)]
pub struct Unauthorized {
    /// What is wrong with the credentials, such as `the token has expired`.
    pub reason: String,
    /// The calls that authenticate.
    #[context(skip)]
    pub actions: Vec<String>,
}

/// The caller is authenticated, but isn't allowed to make the call. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "FORBIDDEN",
    exit = exit::PERMISSION_DENIED,
    status = 403,
    shared,
    suggest = "Ask the user for {required}; don't repeat the call without it"
)]
pub struct Forbidden {
    /// The operation, such as `delete invoices`.
    pub operation: String,
    /// The required permission, such as `the role admin`.
    pub required: String,
}

/// The user declined to continue; nothing was done.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code("CANCELLED", exit = exit::GENERAL_ERROR, shared, suggest = "Call again if you change your mind")]
pub struct Cancelled;
