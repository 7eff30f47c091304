//! An owned error, either created by hand or parsed.

mod builder;
mod redacted;

use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::field_error::FieldError;
use crate::error::json_value::to_value;
use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::named_values::NamedValues;
use crate::text::cause::Cause;
use crate::text::cause::reported_causes;
use crate::text::sanitize::Displayed;
use serde_json::Value;
use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// An owned error that can be created by hand, parsed and serialized.
///
/// Parsing an error returns a record. You can also create a record by hand, for example to return a code that no type
/// declares. To send any error to another process, convert it with [`from_error`](Self::from_error).
///
/// Records implement `Serialize` and, with the feature `parse`, also `Deserialize`.
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, Severity, exit};
/// use std::time::Duration;
///
/// let record = ErrorRecord::new("QUOTA_LOW", "90 % of the quota is used")
///     .with_severity(Severity::Warning)
///     .with_suggestion("Delete old snapshots")
///     .with_actions(["snapshots_list", "snapshots_delete"])
///     .with_context("used", 0.9)
///     .with_context("snapshots", vec!["may", "june"])
///     .with_retry_after(Duration::from_secs(30))
///     .with_exit_code(exit::RATE_LIMITED);
/// assert_eq!(record.exit_code(), 11);
/// assert_eq!(record.suggestion.as_deref(), Some("Delete old snapshots"));
/// assert_eq!(record.actions, ["snapshots_list", "snapshots_delete"]);
/// ```
#[derive(Clone, PartialEq)]
pub struct ErrorRecord {
    /// Boxed to keep `Result`s small.
    parts: Box<RecordFields>,
}

/// The fields of an [`ErrorRecord`]. Records dereference to this type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordFields {
    /// The stable code, such as `NOT_FOUND`. Empty if the record was parsed from an error without a code.
    pub code: String,
    /// The error message.
    pub message: String,
    pub(crate) cause: Option<Box<Cause>>,
    /// The meaning of the code. It's the same for every occurrence.
    pub summary: Option<String>,
    /// The reason for the failure, if the message doesn't state it.
    pub detail: Option<String>,
    /// Advice for the caller.
    pub suggestion: Option<String>,
    /// The condition that must be met before the next call.
    pub fix_required: Option<String>,
    /// A command that fixes the cause.
    pub fix_command: Option<String>,
    /// A read-only command that shows what the failed call has done.
    pub check_command: Option<String>,
    /// The replacement for a command, flag, tool or address that has moved.
    pub replacement: Option<String>,
    /// The URL of the code's documentation.
    pub docs_url: Option<String>,
    /// The output of the failed call.
    pub body: Option<String>,
    /// A URI that identifies this occurrence, as in RFC 9457.
    pub instance: Option<String>,
    /// Machine-readable facts, such as the exit code and the severity.
    pub facts: Facts,
    /// How long to wait before retrying.
    pub retry_after: Option<Duration>,
    /// Suggested actions, such as commands or tools.
    pub actions: Vec<String>,
    /// The context, in insertion order.
    pub context: NamedValues,
    /// The invalid fields of the call.
    pub field_errors: Vec<FieldError>,
}

impl Deref for ErrorRecord {
    type Target = RecordFields;

    fn deref(&self) -> &RecordFields {
        &self.parts
    }
}

impl DerefMut for ErrorRecord {
    fn deref_mut(&mut self) -> &mut RecordFields {
        &mut self.parts
    }
}

impl fmt::Debug for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}

impl ErrorRecord {
    /// Creates a record with a code and a message. By default, the exit code is 1 and the error isn't retryable.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let parts = RecordFields {
            code: code.into(),
            message: message.into(),
            cause: None,
            summary: None,
            detail: None,
            suggestion: None,
            fix_required: None,
            fix_command: None,
            check_command: None,
            replacement: None,
            docs_url: None,
            body: None,
            instance: None,
            facts: Facts::default(),
            retry_after: None,
            actions: Vec::new(),
            context: NamedValues::new(),
            field_errors: Vec::new(),
        };
        Self { parts: Box::new(parts) }
    }

    /// Creates a record from any coded error. Values that the error's type marks as secret are redacted.
    pub fn from_error(error: &dyn AgentError) -> Self {
        let mut record = Self::new(error.code(), Displayed(error).to_string());
        record.cause = Cause::chain(reported_causes(error));
        for part in Part::ALL {
            error.visit_text(*part, &mut |text| *record.part_mut(*part) = Some(Displayed(&text).to_string()));
        }
        record.facts = error.facts();
        record.retry_after = error.retry_after();
        error.visit_actions(&mut |action| record.actions.push(action.to_owned()));
        error.visit_context(&mut |name, value| match value {
            ContextValue::FieldErrors(fields) => record.field_errors.extend_from_slice(fields),
            value => record.context.insert(name, to_value(value)),
        });
        record
    }

    /// Returns the context value with this name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.context.get(name)
    }
}

/// Generates accessors and builder methods for the strings of a record. Each line lists a part, its field and its
/// builder.
macro_rules! texts {
    ($($(#[$doc:meta])* $part:ident $field:ident $with:ident;)*) => {
        impl ErrorRecord {
            fn part(&self, part: Part) -> Option<&str> {
                match part {
                    $(Part::$part => self.$field.as_deref(),)*
                }
            }

            pub(crate) fn part_mut(&mut self, part: Part) -> &mut Option<String> {
                match part {
                    $(Part::$part => &mut self.$field,)*
                }
            }

            $(
                $(#[$doc])*
                #[must_use]
                pub fn $with(mut self, text: impl Into<String>) -> Self {
                    self.$field = Some(text.into());
                    self
                }
            )*
        }
    };
}

texts! {
    /// Sets the meaning of the code. Use the same text for every occurrence.
    Summary summary with_summary;
    /// Sets the reason why this call failed, if the message doesn't include it.
    Detail detail with_detail;
    /// Sets the advice for the caller.
    Suggestion suggestion with_suggestion;
    /// Sets the condition that must be met before the next call.
    FixRequired fix_required with_fix_required;
    /// Sets a command that fixes the cause. The command must run as is, without placeholders.
    FixCommand fix_command with_fix_command;
    /// Sets a read-only command that shows what the failed call has done.
    CheckCommand check_command with_check_command;
    /// Sets the replacement for a command, flag, tool or address that has moved.
    Replacement replacement with_replacement;
    /// Sets the URL of the code's documentation.
    DocsUrl docs_url with_docs_url;
    /// Sets the output of the failed call.
    Body body with_body;
    /// Sets a URI that identifies this occurrence, as in RFC 9457.
    Instance instance with_instance;
}

/// The context key of field errors.
pub(crate) const FIELD_ERRORS: &str = "fields";

/// The context keys that can hold a listing.
const LISTINGS: [&str; 3] = ["valid", "missing", VALUES_FROM];
const NEAREST: &str = "nearest";

/// Restores a listing from its serialized form, so that formats render the record like the original error. Returns
/// `None` if the value isn't a listing.
fn listing(name: &str, value: &Value) -> Option<Listing> {
    let entries = value.as_object().filter(|_| LISTINGS.contains(&name))?;
    let listing = entries.iter().map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
    listing.collect::<Option<Vec<_>>>().map(Listing::from_iter).filter(Listing::is_described)
}

/// Borrows an owned value as a context value.
fn borrowed<'a>(value: &'a Value, values: &NamedValues) -> ContextValue<'a> {
    match value {
        Value::Null => ContextValue::Null,
        Value::Bool(value) => ContextValue::Bool(*value),
        Value::String(text) => ContextValue::Str(text),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => ContextValue::Unsigned(number),
            (None, Some(number)) => ContextValue::Signed(number),
            (None, None) => ContextValue::Serialize(values.json(value)),
        },
        Value::Array(_) | Value::Object(_) => ContextValue::Serialize(values.json(value)),
    }
}

impl fmt::Display for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ErrorRecord {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

impl AgentError for ErrorRecord {
    fn code(&self) -> &str {
        &self.code
    }

    fn facts(&self) -> Facts {
        self.facts
    }

    fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if let Some(text) = self.part(part) {
            out(format_args!("{text}"));
        }
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        for action in &self.actions {
            visit(action);
        }
    }

    fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        for (name, value) in &self.context {
            // Field errors have the same key and take precedence.
            if !self.field_errors.is_empty() && name == FIELD_ERRORS {
                continue;
            }
            match listing(name, value) {
                Some(listing) => visit(name, ContextValue::Listing(&listing)),
                None if name == NEAREST && value.is_array() => {
                    visit(name, ContextValue::Nearest(self.context.json(value)));
                }
                None => visit(name, borrowed(value, &self.context)),
            }
        }
        if !self.field_errors.is_empty() {
            visit(FIELD_ERRORS, ContextValue::FieldErrors(&self.field_errors));
        }
    }
}
