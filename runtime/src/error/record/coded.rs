//! The [`AgentError`] trait and its default implementations.

use crate::definition::def::docs_url;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::facts::Facts;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// An error with a stable code and the information that a caller needs to recover from it.
///
/// Use `#[derive(AgentError)]` to implement this trait. If you implement it by hand, only
/// [`code`](Self::code) is required. The message comes from the `Display` impl, and the cause from
/// [`Error::source`].
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, Format, exit};
/// use agent_error::error::Facts;
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("the disk is full")]
/// struct Full { free: u64 }
///
/// impl AgentError for Full {
///     fn code(&self) -> &str {
///         "DISK_FULL"
///     }
///
///     fn facts(&self) -> Facts {
///         Facts { exit_code: Some(exit::sysexits::CANTCREAT), ..Facts::default() }
///     }
///
///     fn edit(&self, record: &mut ErrorRecord) {
///         record.suggestion = Some("Delete old snapshots".to_owned());
///         record.context.insert("free", self.free);
///     }
/// }
///
/// let envelope = agent_error::render(&Full { free: 7 }, Format::Envelope);
/// assert!(envelope.contains(r#""code":"DISK_FULL","message":"the disk is full","suggestion":"Delete old snapshots""#));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no error code",
    note = "add `#[derive(AgentError)]` and `#[code(\"...\")]` to the type"
)]
pub trait AgentError: Error {
    /// Returns the stable code, such as `NOT_FOUND`.
    fn code(&self) -> &str;

    /// Returns the definition of the code, if the code is declared in a catalog.
    fn def(&self) -> Option<&'static ErrorDef> {
        self.inner()?.def()
    }

    /// Returns the inner error, if this error transparently wraps one. The record of this error
    /// starts as the record of the inner error.
    fn inner(&self) -> Option<&dyn AgentError> {
        None
    }

    /// Returns the values of the definition's context fields, followed by those of the fields that
    /// only its templates use. The derive implements this method.
    #[doc(hidden)]
    fn values(&self) -> Vec<ContextValue> {
        Vec::new()
    }

    /// Returns machine-readable facts, such as the exit code, the severity and whether the error is
    /// retryable.
    fn facts(&self) -> Facts {
        default_facts(self)
    }

    /// Changes the record of this error. Implement this method to set what the other methods can't,
    /// such as advice or context.
    fn edit(&self, record: &mut ErrorRecord) {
        let _ = record;
    }

    /// Returns the exit code, from 1 to 125.
    fn exit_code(&self) -> u8 {
        self.facts().exit_code()
    }

    /// Whether the identical call may succeed later.
    fn is_retryable(&self) -> bool {
        self.facts().is_retryable()
    }

    /// Returns advice for the caller.
    fn suggestion(&self) -> Option<String> {
        part(&self, Part::Suggestion)
    }

    /// Returns a command that fixes the cause. Values in the command are quoted for a POSIX shell.
    /// On Windows, returns `None` if a value needs quotes.
    fn fix_command(&self) -> Option<String> {
        part(&self, Part::FixCommand)
    }

    /// Returns a read-only command that shows what the failed call has done. Values are quoted as
    /// in [`fix_command`](Self::fix_command).
    fn check_command(&self) -> Option<String> {
        part(&self, Part::CheckCommand)
    }

    /// Returns the condition that must be met before the next call.
    fn fix_required(&self) -> Option<String> {
        part(&self, Part::FixRequired)
    }

    /// Returns the replacement for a command, flag, tool or address that has moved.
    fn replacement(&self) -> Option<String> {
        part(&self, Part::Replacement)
    }

    /// Returns the reason why this call failed, if the message doesn't include it.
    fn detail(&self) -> Option<String> {
        part(&self, Part::Detail)
    }

    /// Returns a URI reference that identifies this occurrence, such as the path of a request.
    fn instance(&self) -> Option<String> {
        part(&self, Part::Instance)
    }

    /// Returns the URL of the code's documentation.
    fn docs_url(&self) -> Option<String> {
        part(&self, Part::DocsUrl)
    }

    /// Returns how long to wait before retrying.
    fn retry_after(&self) -> Option<Duration> {
        wait(&self)
    }
}

/// Returns a string of the error's record. Shared by eight getters, which every error type
/// instantiates, so it isn't inlined.
#[inline(never)]
fn part(error: &dyn RecordSource, part: Part) -> Option<String> {
    ErrorRecord::from_source(error).part_mut(part).take()
}

#[inline(never)]
fn wait(error: &dyn RecordSource) -> Option<Duration> {
    ErrorRecord::from_source(error).retry_after
}

/// What a record is made from. The getters of [`AgentError`] can't pass `self` as
/// `&dyn AgentError`, because `Self` may be unsized, and `&Self` would need a second vtable with
/// all methods. This trait's vtable is shorter, which makes a minimal program 2 % smaller.
pub(crate) trait RecordSource: fmt::Display {
    fn code(&self) -> &str;
    fn def(&self) -> Option<&'static ErrorDef>;
    fn inner(&self) -> Option<&dyn AgentError>;
    fn values(&self) -> Vec<ContextValue>;
    fn facts(&self) -> Facts;
    fn edit(&self, record: &mut ErrorRecord);
    fn source(&self) -> Option<&(dyn Error + 'static)>;
}

/// Implements every method by forwarding to the error behind the pointer.
macro_rules! forward {
    ($({$($header:tt)*} {$($source:item)?})*) => {
        $($($header)* {
            fn code(&self) -> &str { (**self).code() }
            fn def(&self) -> Option<&'static ErrorDef> { (**self).def() }
            fn inner(&self) -> Option<&dyn AgentError> { (**self).inner() }
            fn values(&self) -> Vec<ContextValue> { (**self).values() }
            fn facts(&self) -> Facts { (**self).facts() }
            fn edit(&self, record: &mut ErrorRecord) { (**self).edit(record); }
            $($source)?
        })*
    };
}

forward! {
    {impl<E: AgentError> AgentError for Box<E>} {}
    {impl<E: AgentError + ?Sized> AgentError for Arc<E>} {}
    {impl<E: AgentError + ?Sized> AgentError for &E} {}
    {impl<E: AgentError + ?Sized> RecordSource for &E} {
        fn source(&self) -> Option<&(dyn Error + 'static)> { (**self).source() }
    }
}

/// Returns the declared code of an error.
pub fn code<E: AgentError + ?Sized>(error: &E) -> &str {
    match (error.inner(), error.def()) {
        (Some(inner), _) => inner.code(),
        (None, Some(def)) => def.code(),
        (None, None) => "",
    }
}

/// Returns the definition of the inner error's code.
pub fn inner_def<E: AgentError + ?Sized>(error: &E) -> Option<&'static ErrorDef> {
    error.inner()?.def()
}

/// Sets a record's documentation URL from the `template` of the error's type, unless the record
/// already has one.
///
/// Skips inner errors without a definition, such as records. Their codes may belong to another
/// program, whose documentation is elsewhere.
pub fn fill_docs(error: &dyn AgentError, record: &mut ErrorRecord, template: Option<&'static str>) {
    let template = template.filter(|_| error.inner().is_none_or(|inner| inner.def().is_some()));
    if let (Some(template), None) = (template, &record.docs_url) {
        record.docs_url = Some(docs_url(template, &record.code));
    }
}

/// Returns the facts of the inner error, or the declared facts.
pub fn default_facts<E: AgentError + ?Sized>(error: &E) -> Facts {
    match (error.inner(), error.def()) {
        (Some(inner), _) => inner.facts(),
        (None, Some(def)) => def.facts(),
        (None, None) => Facts::default(),
    }
}

/// Returns the declared facts with the HTTP status from a field, if the status is valid for an
/// error.
pub fn facts_with_status<E: AgentError + ?Sized>(error: &E, status: Option<u16>) -> Facts {
    Facts {
        status: status.filter(|status| (400..600).contains(status)),
        ..default_facts(error)
    }
}
