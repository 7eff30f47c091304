//! Errors for unknown actions and tools.

use super::catalog_error::most_similar;
use crate::registry::search::announce;
use crate::text::nearest::nearest;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;

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
    pub(super) action: String,
    /// Similar actions, the nearest first.
    #[context(nearest)]
    nearest: Vec<String>,
    /// The available actions, if none is similar.
    #[context(skip)]
    hint: Option<String>,
    #[context(skip)]
    available: Vec<String>,
}

impl UnknownAction {
    /// Creates the error for an action that isn't in `available`.
    pub fn new<T: Into<String>>(
        action: impl Into<String>,
        available: impl IntoIterator<Item = T>,
    ) -> Self {
        let action = action.into();
        let available: Vec<String> = available.into_iter().map(Into::into).collect();
        announce::<Self>();
        let (nearest, hint) = advice(&action, &available);
        Self {
            action,
            nearest,
            hint,
            available,
        }
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
    pub(super) tool: String,
    /// Similar tools, the nearest first.
    #[context(nearest)]
    nearest: Vec<String>,
    /// The available tools, if none is similar.
    #[context(skip)]
    hint: Option<String>,
    #[context(skip)]
    available: Vec<String>,
}

impl UnknownTool {
    /// Creates the error for a tool that isn't in `available`.
    pub fn new<T: Into<String>>(
        tool: impl Into<String>,
        available: impl IntoIterator<Item = T>,
    ) -> Self {
        let tool = tool.into();
        let mut available: Vec<String> = available.into_iter().map(Into::into).collect();
        announce::<Self>();
        let (nearest, hint) = advice(&tool, &available);
        // Similar tools first. The sort is stable, so the others keep their order.
        available.sort_by_key(|name| {
            let place = nearest.iter().position(|near| near == name);
            place.unwrap_or(nearest.len())
        });
        Self {
            tool,
            nearest,
            hint,
            available,
        }
    }
}

const MAX_NAMED: usize = 20;

/// Returns the names that are similar to `name`, best match first. If there are none, also returns
/// a hint with the available names.
#[inline]
fn advice(name: &str, available: &[String]) -> (Vec<String>, Option<String>) {
    let ranked = nearest(name, available.iter().map(String::as_str));
    let similar = most_similar(&ranked);
    let hint = if similar.is_empty() {
        Some(list_of_names(available))
    } else {
        None
    };
    (similar, hint)
}

#[inline]
fn list_of_names(available: &[String]) -> String {
    let shown = available.iter().take(MAX_NAMED);
    let names: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
    if names.is_empty() {
        return "None are available.".to_owned();
    }
    format!("Available: {}.", names.join(", "))
}
