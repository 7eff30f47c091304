//! Finds advice that the callers of a program can't follow.

use super::finding::{Finding, FindingKind};
use crate::document::{Code, Declaration, Document, Sets};
use agent_error_rules::advice::{called_names, is_for_command_line};
use agent_error_rules::command::{is_command_line, is_method, is_request};
use agent_error_rules::nearest::nearest;

/// Finds the name of a tool, or of a command without its program, in advice for command lines.
pub(super) fn bare_name(document: &Document, declared: &Declaration) -> Option<Finding> {
    let commands = document.members.commands.as_ref()?;
    let no_tools = Sets::new();
    let tools = document.members.tools.as_ref().unwrap_or(&no_tools);
    let is_of_commands = has_code(commands, declared.code());
    let is_of_tools = has_code(tools, declared.code());
    if is_of_tools || !is_of_commands {
        return None;
    }
    let suggestion = declared.text("suggestion")?;
    let (_, name) = called_names(suggestion)
        .find(|(_, name)| commands.contains_key(*name) || tools.contains_key(*name))?;
    let text = format!("`{name}` isn't a command line; write the call as the caller makes it");
    Some(Finding::new(FindingKind::BareName, text))
}

/// Whether a command or tool declares the code.
fn has_code(sets: &Sets, code: &str) -> bool {
    sets.values().flatten().any(|codes| codes.contains(code))
}

/// Finds advice for all callers that only callers of the command line can follow, although a tool
/// returns errors of the type.
pub(super) fn command_for_all(document: &Document, declared: &Declaration) -> Option<Finding> {
    let mut advice = ["suggestion", "fix_required"]
        .into_iter()
        .filter_map(|fact| declared.text(fact));
    if advice.any(is_for_command_line) && is_returned_by_a_tool(document, declared.type_path()) {
        let kind = FindingKind::CommandForAll;
        Some(Finding::new(kind, kind.what()))
    } else {
        None
    }
}

/// Finds an action that is neither a command nor a tool of the program, so that no caller sees it.
/// Requests, gRPC methods and command lines of other programs can't be checked.
pub(super) fn unknown_action(document: &Document, declared: &Declaration) -> Option<Finding> {
    let names = action_names(document);
    if names.is_empty() {
        return None;
    }
    let action = declared
        .actions()
        .find(|action| is_name(action) && !names.iter().any(|name| name == action))?;
    let mut text = format!("the action `{action}` is neither a command nor a tool of the program");
    if let Some(name) = nearest(action, names.iter().map(String::as_str)).first() {
        text.push_str(&format!("; did you mean `{name}`?"));
    }
    Some(Finding::new(FindingKind::UnknownAction, text))
}

/// Whether an action is the name of a command or a tool.
fn is_name(action: &str) -> bool {
    !is_request(action) && !is_method(action) && !is_command_line(action)
}

/// Returns the names of all commands, such as `instances.list`, and of all tools.
fn action_names(document: &Document) -> Vec<String> {
    let commands = document.members.commands.iter().flat_map(Sets::keys);
    let tools = document.members.tools.iter().flat_map(Sets::keys);
    commands
        .map(|command| command.replace(' ', "."))
        .chain(tools.cloned())
        .collect()
}

/// Whether a tool can fail with a code of the type.
fn is_returned_by_a_tool(document: &Document, type_path: &str) -> bool {
    let Some(tools) = &document.members.tools else {
        return false;
    };
    document
        .entries()
        .filter(|code| has_code(tools, code.code()))
        .flat_map(Code::declarations)
        .any(|declared| declared.type_path() == type_path)
}
