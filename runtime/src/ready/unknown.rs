//! Errors for unknown resources, actions and tools.

use super::catalog_error::named;
use crate::text::nearest::nearest;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;

/// The requested resource does not exist.
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

/// The action does not exist.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "UNKNOWN_ACTION",
    exit = exit::ARG_ERROR,
    status = 404,
    shared,
    actions = available,
    detail = "{hint}",
    suggest = "Choose a valid action from available_actions and call the tool again."
)]
pub struct UnknownAction {
    /// The requested action.
    pub action: String,
    /// Similar actions, the nearest first.
    #[context(nearest)]
    pub nearest: Vec<String>,
    /// The available actions, if none is similar.
    #[context(skip)]
    hint: Option<String>,
    #[context(skip)]
    available: Vec<String>,
}

impl UnknownAction {
    /// Creates the error for an action that isn't in `available`.
    pub fn new<T: Into<String>>(action: impl Into<String>, available: impl IntoIterator<Item = T>) -> Self {
        let (action, available) = (action.into(), owned(available));
        let (nearest, hint) = advice(&action, &available);
        Self { action, nearest, hint, available }
    }
}

/// The server does not have this tool.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "UNKNOWN_TOOL",
    exit = exit::ARG_ERROR,
    status = 404,
    shared,
    actions = available,
    detail = "{hint}",
    suggest = "Call one of the available tools instead"
)]
pub struct UnknownTool {
    /// The tool that was called.
    pub tool: String,
    /// Similar tools, the nearest first.
    #[context(nearest)]
    pub nearest: Vec<String>,
    /// The available tools, if none is similar.
    #[context(skip)]
    hint: Option<String>,
    #[context(skip)]
    available: Vec<String>,
}

impl UnknownTool {
    /// Creates the error for a tool that isn't in `available`.
    pub fn new<T: Into<String>>(tool: impl Into<String>, available: impl IntoIterator<Item = T>) -> Self {
        let (tool, mut available) = (tool.into(), owned(available));
        let (nearest, hint) = advice(&tool, &available);
        available.sort_by_key(|name| nearest.iter().position(|near| near == name).unwrap_or(nearest.len()));
        Self { tool, nearest, hint, available }
    }
}

fn owned<T: Into<String>>(names: impl IntoIterator<Item = T>) -> Vec<String> {
    names.into_iter().map(Into::into).collect()
}

const MAX_NAMED: usize = 20;

/// Returns the available names that are similar to `name`, best match first. If no name is similar, returns a hint with
/// the available names instead.
fn advice(name: &str, available: &[String]) -> (Vec<String>, Option<String>) {
    let nearest = named(&nearest(name, available.iter().map(String::as_str)));
    let hint = match available {
        _ if !nearest.is_empty() => return (nearest, None),
        [] => "None are available.".to_owned(),
        available => {
            let named: Vec<String> = available.iter().take(MAX_NAMED).map(|name| format!("`{name}`")).collect();
            format!("Available: {}.", named.join(", "))
        }
    };
    (nearest, Some(hint))
}
