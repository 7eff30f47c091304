//! Keeps the advice of another server apart from the advice of this program.

use crate::error::record::ErrorRecord;
use serde_json::Value;

/// The names under which the context keeps the command and the actions of a server.
const FIX: &str = "server_fix";
const ACTIONS: &str = "server_actions";

/// Moves the fix and the actions, which agents run without asking, to the context.
pub(crate) fn mark_commands(record: &mut ErrorRecord) {
    if let Some(fix) = record.fix_command.take() {
        record.context.insert(FIX, fix);
    }
    if !record.actions.is_empty() {
        let actions = std::mem::take(&mut record.actions);
        record.context.insert(ACTIONS, Value::from(actions));
    }
}
