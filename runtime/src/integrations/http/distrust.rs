//! Keeps the answers of another server apart from those of this program.

use crate::error::record::ErrorRecord;
use serde_json::Value;

/// The context values for the command and the actions of a server.
const FIX: &str = "server_fix";
const ACTIONS: &str = "server_actions";

/// Moves commands and actions, which agents use unasked, to context values that name the server.
pub(super) fn mark_commands(record: &mut ErrorRecord) {
    if let Some(fix) = record.fix_command.take() {
        record.context.insert(FIX, fix);
    }
    if !record.actions.is_empty() {
        let actions = std::mem::take(&mut record.actions);
        record.context.insert(ACTIONS, Value::from(actions));
    }
}
