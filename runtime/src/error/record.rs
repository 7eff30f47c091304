//! Owned errors, created by hand or parsed.

mod builder;
mod clean;
pub(crate) mod coded;
pub(crate) mod derived;
mod for_clients;
mod getters;
mod of;
#[cfg(feature = "redact")]
mod redacted;

use crate::definition::error_def::{Caller, ErrorDef};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::Context;
use crate::error::facts::Facts;
use crate::error::field_roles::valid_exit;
use crate::text::cause::Cause;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// An owned error that can be created by hand, parsed and serialized.
///
/// Parsing an error returns a record. You can also create a record by hand, for example to return a
/// code that no type declares. To send any error to another process, call its
/// [`record`](AgentError::record) method, and serialize the result.
///
/// Records implement `Serialize`. `parse` reads the JSON again.
///
/// ```
/// use agent_error::{ErrorRecord, exit};
///
/// let record = ErrorRecord::new("QUOTA_EXCEEDED", "the quota is used up")
///     .with_suggestion("Delete old snapshots")
///     .with_context("snapshots", vec!["may", "june"])
///     .with_exit_code(exit::RATE_LIMITED);
/// assert_eq!(record.exit_code(), 11);
/// assert_eq!(record.suggestion(), Some("Delete old snapshots"));
/// ```
#[derive(Clone)]
pub struct ErrorRecord {
    /// Boxed to keep `Result`s small.
    pub(crate) fields: Box<RecordFields>,
    /// The declaration of the code. `None` if the record was parsed or created by hand.
    pub(crate) def: Option<&'static ErrorDef>,
    /// Whether a builder has set the exit code, so that a status doesn't.
    has_own_exit: bool,
    /// Whether a builder has set whether the error is retryable, so that a status doesn't.
    has_own_retryable: bool,
}

impl PartialEq for ErrorRecord {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

/// The fields of an [`ErrorRecord`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RecordFields {
    /// The stable code, such as `NOT_FOUND`. Empty if the record was parsed from an error without a
    /// code.
    pub code: String,
    /// The error message.
    pub message: String,
    pub(crate) cause: Option<Box<Cause>>,
    /// Whether clients see the field values of a server error. By default, the declaration decides.
    pub(crate) public: Option<bool>,
    /// The meaning of the code. It's the same for every occurrence.
    pub summary: Option<String>,
    /// The reason for the failure, if the message doesn't state it.
    pub detail: Option<String>,
    /// Advice for the caller.
    pub suggestion: Option<String>,
    /// Advice for one kind of caller.
    pub hints: Vec<(Caller, String)>,
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
    pub context: Context,
}

impl RecordFields {
    /// Removes all causes.
    pub fn clear_causes(&mut self) {
        self.cause = None;
    }

    /// Sets the exit code that a field contains, if it's from 1 to 255.
    ///
    /// The HTTP status still follows from the declared exit code: the exit codes of other programs
    /// don't have our meanings.
    pub fn set_exit_code(&mut self, exit: Option<i32>) {
        let Some(exit) = valid_exit(&self.code, exit) else {
            return;
        };
        let declared_status = self.facts.http_status();
        self.facts.exit_code = Some(exit);
        if self.facts.http_status() != declared_status {
            self.facts.status = Some(declared_status);
        }
    }

    /// Sets the status that a field contains, if it's the status of an error.
    pub fn set_status(&mut self, status: Option<u16>) {
        self.facts.status = status.filter(|status| (400..600).contains(status));
    }
}

impl ErrorRecord {
    /// Creates a record with a code and a message. By default, the exit code is 1 and the error
    /// isn't retryable.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let fields = RecordFields {
            code: code.into(),
            message: message.into(),
            ..RecordFields::default()
        };
        Self {
            fields: Box::new(fields),
            def: None,
            has_own_exit: false,
            has_own_retryable: false,
        }
    }
}

/// Generates a getter and a builder for each optional string. A row contains the part, the getter,
/// the builder, what they return or set, and more about the builder.
macro_rules! texts {
    ($($part:ident $field:ident $with:ident $about:literal $($more:literal)?;)*) => {
        impl ErrorRecord {
            pub(crate) fn part(&self, part: Part) -> Option<&str> {
                match part {
                    $(Part::$part => self.fields.$field.as_deref(),)*
                }
            }

            pub(crate) fn part_mut(&mut self, part: Part) -> &mut Option<String> {
                match part {
                    $(Part::$part => &mut self.fields.$field,)*
                }
            }

            $(
                #[doc = concat!("Returns ", $about, ".")]
                pub fn $field(&self) -> Option<&str> {
                    self.fields.$field.as_deref()
                }

                #[doc = concat!("Sets ", $about, ".", $(" ", $more)?)]
                #[must_use]
                pub fn $with(mut self, text: impl Into<String>) -> Self {
                    self.fields.$field = Some(text.into());
                    self
                }
            )*
        }
    };
}

texts! {
    Summary summary with_summary "the meaning of the code" "Use the same text for every occurrence.";
    Detail detail with_detail "the reason why this call failed, if the message doesn't include it";
    Suggestion suggestion with_suggestion "the advice for the caller" "Each line is a hint.";
    FixRequired fix_required with_fix_required
        "the condition that must be met before the next call";
    FixCommand fix_command with_fix_command "a command that fixes the cause"
        "It must run as is, without placeholders. Quote its values for a POSIX shell.";
    CheckCommand check_command with_check_command
        "a read-only command that shows what the failed call has done"
        "It must run as is, without placeholders. Quote its values for a POSIX shell.";
    Replacement replacement with_replacement
        "the replacement for a command, flag, tool or address that has moved";
    DocsUrl docs_url with_docs_url "the URL of the code's documentation";
    Body body with_body "the output of the failed call" "It may have multiple lines.";
    Instance instance with_instance
        "a URI reference that identifies this occurrence, as in RFC 9457";
}

impl fmt::Display for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fields.message)
    }
}

impl Error for ErrorRecord {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.fields.cause.as_deref().map(|cause| cause as _)
    }
}

impl AgentError for ErrorRecord {
    fn code(&self) -> &str {
        &self.fields.code
    }

    #[inline]
    fn record(&self) -> ErrorRecord {
        self.clone()
    }
}
