//! Keeps the answers of another server apart from those of this program.

use crate::error::coded::Part;
use crate::error::record::ErrorRecord;
use crate::text::redact::redact as redact_value;
use crate::text::secrets::Secrets;
use serde_json::Value;

/// The context values for the command and the actions of a server.
const FIX: &str = "server_fix";
const ACTIONS: &str = "server_actions";

/// Removes the secrets of a body, and of the values read from it, from the whole record.
pub(super) fn redact(record: &mut ErrorRecord, mut secrets: Secrets) {
    record.context.iter().for_each(|(name, value)| secrets.add(name, value));
    let context = std::mem::take(&mut record.context).into_iter().map(|(name, mut value)| {
        redact_value(&name, &mut value);
        secrets.remove_from(&mut value);
        (name, value)
    });
    record.context = context.collect();
    if secrets.is_empty() {
        return;
    }
    record.message = secrets.removed_from(&record.message);
    let mut cause = record.cause.as_deref_mut();
    while let Some(next) = cause {
        next.message = secrets.removed_from(&next.message);
        cause = next.source.as_deref_mut();
    }
    for part in Part::ALL {
        let text = record.part_mut(*part);
        *text = text.as_deref().map(|text| secrets.removed_from(text));
    }
    record.actions.iter_mut().for_each(|action| *action = secrets.removed_from(action));
    record.field_errors.iter_mut().for_each(|field| field.remove_secrets(&secrets));
}

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
