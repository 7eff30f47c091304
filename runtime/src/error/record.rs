//! Owned errors, created by hand or parsed.

mod builder;
mod clean;
pub(crate) mod coded;
mod of;
#[cfg(feature = "redact")]
mod redacted;

use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::facts::Facts;
use crate::error::field_error::FieldError;
use crate::error::named_values::NamedValues;
use crate::error::value::ContextValue;
use crate::text::cause::Cause;
use serde_json::Value;
use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// An owned error that can be created by hand, parsed and serialized.
///
/// Parsing an error returns a record. You can also create a record by hand, for example to return a
/// code that no type declares. To send any error to another process, convert it with
/// [`of`](Self::of).
///
/// Records implement `Serialize`. `parse` reads the JSON again.
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, exit};
///
/// let record = ErrorRecord::new("QUOTA_EXCEEDED", "the quota is used up")
///     .with_suggestion("Delete old snapshots")
///     .with_context("snapshots", vec!["may", "june"])
///     .with_exit_code(exit::RATE_LIMITED);
/// assert_eq!(record.exit_code(), 11);
/// assert_eq!(record.suggestion.as_deref(), Some("Delete old snapshots"));
/// ```
#[derive(Clone)]
pub struct ErrorRecord {
    /// Boxed to keep `Result`s small.
    parts: Box<RecordFields>,
    /// The declaration of the code. `None` if the record was parsed or created by hand.
    def: Option<&'static ErrorDef>,
}

impl PartialEq for ErrorRecord {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

/// The fields of an [`ErrorRecord`]. Records dereference to this type.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RecordFields {
    /// The stable code, such as `NOT_FOUND`. Empty if the record was parsed from an error without a
    /// code.
    pub code: String,
    /// The error message.
    pub message: String,
    pub(crate) cause: Option<Box<Cause>>,
    /// The start of `detail`: the messages of the errors that wrap this one, such as contexts.
    #[cfg(feature = "http")]
    pub(crate) contexts: Option<String>,
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
    /// A read-only command that shows what the failed call has done. Its values are quoted as in
    /// `fix_command`.
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

impl ErrorRecord {
    /// Creates a record with a code and a message. By default, the exit code is 1 and the error
    /// isn't retryable.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let parts = RecordFields {
            code: code.into(),
            message: message.into(),
            ..RecordFields::default()
        };
        Self {
            parts: Box::new(parts),
            def: None,
        }
    }

    /// Returns the context value with this name.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.context.get(name).map(ContextValue::json)
    }

    /// Returns the invalid fields of the call.
    pub fn field_errors(&self) -> Vec<&FieldError> {
        let lists = self.context.iter().filter_map(|(_, value)| match value {
            ContextValue::FieldErrors(fields) => Some(fields),
            _ => None,
        });
        lists.flatten().collect()
    }

    /// Returns the messages of the causes, outermost first.
    pub(crate) fn causes(&self) -> Vec<&str> {
        let causes = std::iter::successors(self.cause.as_deref(), |cause| cause.source.as_deref());
        causes.map(|cause| cause.message.as_str()).collect()
    }
}

/// Generates accessors and builders. A row contains the part, the field, the builder, and what the
/// builder sets.
macro_rules! texts {
    ($($part:ident $field:ident $with:ident $about:literal;)*) => {
        impl ErrorRecord {
            pub(crate) fn part(&self, part: Part) -> Option<&str> {
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
                #[doc = concat!("Sets ", $about, ".")]
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
    Summary summary with_summary "the meaning of the code. Use the same text for every occurrence";
    Detail detail with_detail "the reason why this call failed, if the message doesn't include it";
    Suggestion suggestion with_suggestion "the advice for the caller";
    FixRequired fix_required with_fix_required "the condition that must be met before the next call";
    FixCommand fix_command with_fix_command "a command that fixes the cause. It must run as is, without placeholders";
    CheckCommand check_command with_check_command "a read-only command that shows what the failed call has done";
    Replacement replacement with_replacement "the replacement for a command, flag, tool or address that has moved";
    DocsUrl docs_url with_docs_url "the URL of the code's documentation";
    Body body with_body "the output of the failed call";
    Instance instance with_instance "a URI that identifies this occurrence, as in RFC 9457";
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

    fn def(&self) -> Option<&'static ErrorDef> {
        self.def
    }

    fn facts(&self) -> Facts {
        self.facts
    }

    fn edit(&self, record: &mut ErrorRecord) {
        record.clone_from(self);
    }
}
