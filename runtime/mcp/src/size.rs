//! Limits the size of an error that a client receives.

use agent_error::__private::{ContextValue, RecordFields, fields};
use agent_error::ErrorRecord;
use serde::Serialize;

/// The default limit on the JSON of a result or a protocol error, in bytes.
pub(crate) const DEFAULT_MAX_BYTES: usize = 64 * 1024;

/// The size of a context value in bytes up to which the first steps keep it.
const SMALL_VALUE: usize = 1024;

/// The number of invalid fields and actions that the last steps keep.
const FEW: usize = 20;

/// The caps on each string, in order, for an error that's still too large after all steps.
const CAPS: [usize; 6] = [16 * 1024, 4 * 1024, 1024, 256, 64, 16];

type Step = (&'static str, fn(&mut RecordFields));

/// The steps that drop parts of an error, least useful first.
const STEPS: [Step; 7] = [
    ("output", |fields| fields.body = None),
    ("large context values", |fields| {
        fields
            .context
            .__retain(|value| is_fields(value) || is_small(value));
    }),
    ("causes", RecordFields::clear_causes),
    ("context", |fields| fields.context.__retain(is_fields)),
    ("some invalid fields", |fields| {
        fields.context.__values_mut().for_each(keep_few);
    }),
    ("invalid fields", |fields| {
        fields.context.__retain(|_| false);
    }),
    ("some actions", |fields| fields.actions.truncate(FEW)),
];

fn is_fields(value: &ContextValue) -> bool {
    matches!(value, ContextValue::FieldErrors(_))
}

fn is_small(value: &ContextValue) -> bool {
    value.json().to_string().len() <= SMALL_VALUE
}

fn keep_few(value: &mut ContextValue) {
    if let ContextValue::FieldErrors(fields) = value {
        fields.truncate(FEW);
    }
}

/// Converts an error to an output whose JSON has at most `max_bytes` bytes.
///
/// If the output is too large, drops parts of the error until it fits, and lists them in the
/// context value `omitted`. If even the smallest output exceeds the limit, returns it anyway.
pub(crate) fn fit<T: Serialize>(
    mut error: ErrorRecord,
    max_bytes: usize,
    convert: impl Fn(&ErrorRecord) -> T,
) -> T {
    let mut output = convert(&error);
    let mut omitted = Vec::new();
    for (part, drop_part) in STEPS {
        if json_size(&output) <= max_bytes {
            return output;
        }
        let before = error.clone();
        drop_part(fields(&mut error));
        if error != before {
            omitted.push(part);
            output = convert(&error.clone().with_context("omitted", omitted.join(", ")));
        }
    }
    for cap in CAPS {
        if json_size(&output) <= max_bytes {
            break;
        }
        output = convert(&error.clone().clean(cap));
    }
    output
}

/// Returns the size of an output's JSON in bytes, or 0 if it has no JSON.
fn json_size(output: &impl Serialize) -> usize {
    serde_json::to_vec(output).map_or(0, |json| json.len())
}
