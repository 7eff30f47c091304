//! Marks advice from servers as untrusted.

use crate::error::listing::VALUES_FROM;
use crate::error::record::ErrorRecord;
use serde_json::Value;

/// The context names for a server's commands and actions.
const FIX: &str = "server_fix";
const CHECK: &str = "server_check";
const VALUES: &str = "server_values_from";
const ACTIONS: &str = "server_actions";

/// Moves commands and actions to the context, because agents might otherwise run them without asking.
pub(crate) fn mark_commands(record: &mut ErrorRecord) {
    if let Some(fix) = record.fix_command.take() {
        record.context.insert(FIX, fix);
    }
    if let Some(commands) = record.context.remove(VALUES_FROM) {
        record.context.insert(VALUES, commands.json());
    }
    if let Some(check) = record.check_command.take() {
        record.context.insert(CHECK, check);
    }
    if !record.actions.is_empty() {
        let actions = std::mem::take(&mut record.actions);
        record.context.insert(ACTIONS, Value::from(actions));
    }
}

#[cfg(test)]
mod tests {
    use super::mark_commands;
    use crate::error::record::ErrorRecord;
    use serde_json::json;

    #[test]
    fn no_command_of_a_server_is_advice() {
        let mut record = ErrorRecord::new("X", "m")
            .with_fix_command("a")
            .with_check_command("b")
            .with_context("values_from", json!({"image": "c"}));
        mark_commands(&mut record);
        assert_eq!((record.fix_command.as_ref(), record.check_command.as_ref()), (None, None));
        assert_eq!((record.value("server_fix"), record.value("server_check")), (Some(json!("a")), Some(json!("b"))));
        assert_eq!(record.value("values_from"), None);
        assert_eq!(record.value("server_values_from"), Some(json!({"image": "c"})));
    }
}
