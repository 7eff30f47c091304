//! The [`AgentError`] trait and its default implementations.

use crate::definition::def::around_code;
use crate::definition::error_def::{ErrorDef, RetryAfter};
use crate::definition::part::Part;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::field_value::{self, Filled, Quoting, Value};
use crate::text::shell::offer;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// An error with a stable code and the information that a caller needs to recover from it.
///
/// Use `#[derive(AgentError)]` to implement this trait. If you implement it by hand, only [`code`](Self::code) is
/// required. The message comes from the `Display` impl, and the cause from [`Error::source`].
///
/// ```
/// use agent_error::{AgentError, Format, exit};
/// use agent_error::error::Facts;
///
/// #[derive(Debug)]
/// struct Full;
///
/// impl std::fmt::Display for Full {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         f.write_str("the disk is full")
///     }
/// }
///
/// impl std::error::Error for Full {}
///
/// impl AgentError for Full {
///     fn code(&self) -> &str {
///         "DISK_FULL"
///     }
///
///     fn facts(&self) -> Facts {
///         Facts { exit_code: Some(exit::sysexits::CANTCREAT), ..Facts::default() }
///     }
/// }
///
/// let envelope = agent_error::render(&Full, Format::Envelope);
/// assert!(envelope.contains(r#""code":"DISK_FULL","message":"the disk is full""#));
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
        None
    }

    /// Returns the inner error, if this error transparently wraps one. The default methods delegate to the inner error.
    fn inner(&self) -> Option<&dyn AgentError> {
        None
    }

    /// Returns machine-readable facts, such as the exit code, the severity and whether the error is retryable.
    fn facts(&self) -> Facts {
        declared_facts(self.inner(), self.def())
    }

    /// Returns how long to wait before retrying.
    fn retry_after(&self) -> Option<Duration> {
        default_retry_after(self)
    }

    /// Passes one of the error's strings, such as its suggestion, to `out`. Doesn't call `out` if the error has no such
    /// string.
    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        default_text(self, part, out);
    }

    /// Passes each suggested action to `visit`. An action is a command, a tool or another call that helps the caller.
    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        default_actions(self, visit);
    }

    /// Passes the name and value of each context field to `visit`, in declaration order.
    fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        if let Some(def) = context_definition(self.inner(), self.def(), visit) {
            self.visit_fields(&mut field_value::visiting(def, visit));
        }
    }

    /// Passes all field values to `visit` in a single call: first the context fields that aren't secret, then the
    /// fields that only occur in templates. The derive implements this method. The default implementations of
    /// `visit_context` and `visit_text` use it.
    #[doc(hidden)]
    fn visit_fields(&self, visit: &mut dyn FnMut(&[&dyn Value])) {
        let _ = visit;
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
        owned_text(self, Part::Suggestion)
    }

    /// Returns a command that fixes the cause. Values in the command are quoted for a POSIX shell. On Windows, returns
    /// `None` if a value needs quotes.
    fn fix_command(&self) -> Option<String> {
        owned_text(self, Part::FixCommand)
    }

    /// Returns a read-only command that shows what the failed call has done. Values are quoted as in
    /// [`fix_command`](Self::fix_command).
    fn check_command(&self) -> Option<String> {
        owned_text(self, Part::CheckCommand)
    }

    /// Returns the condition that must be met before the next call.
    fn fix_required(&self) -> Option<String> {
        owned_text(self, Part::FixRequired)
    }

    /// Returns the replacement for a command, flag, tool or address that has moved.
    fn replacement(&self) -> Option<String> {
        owned_text(self, Part::Replacement)
    }

    /// Returns the reason why this call failed, if the message doesn't include it.
    fn detail(&self) -> Option<String> {
        owned_text(self, Part::Detail)
    }

    /// Returns a URI reference that identifies this occurrence, such as the path of a request.
    fn instance(&self) -> Option<String> {
        owned_text(self, Part::Instance)
    }

    /// Returns the URL of the code's documentation.
    fn docs_url(&self) -> Option<String> {
        owned_text(self, Part::DocsUrl)
    }
}

// The generic functions below and the default methods above are instantiated for every error type. To keep programs
// small, non-generic functions contain all code that doesn't depend on the type, including closures. Functions that
// several methods call aren't inlined.

#[inline(never)]
fn owned_text<E: AgentError + ?Sized>(error: &E, part: Part) -> Option<String> {
    let mut text = None;
    error.visit_text(part, &mut keeping(&mut text));
    text
}

fn keeping(kept: &mut Option<String>) -> impl FnMut(fmt::Arguments<'_>) {
    |text| *kept = Some(crate::text::sanitize::Displayed(&text).to_string())
}

/// The default implementation of [`AgentError::visit_text`]. Passes the declared string to `out`, with its placeholders
/// replaced by the error's field values.
pub fn default_text<E: AgentError + ?Sized>(error: &E, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    declared_text(error.inner(), error.def(), part, &mut |visit| error.visit_fields(visit), out);
}

/// Receives all field values of an error, as in [`AgentError::visit_fields`].
type FieldVisitor<'a> = dyn FnMut(&[&dyn Value]) + 'a;

/// Passes the error's declared string to `out`. A transparent error passes the string of its inner error.
fn declared_text(
    inner: Option<&dyn AgentError>,
    def: Option<&'static ErrorDef>,
    part: Part,
    visit_fields: &mut dyn FnMut(&mut FieldVisitor<'_>),
    out: &mut dyn FnMut(fmt::Arguments<'_>),
) {
    if let Some(inner) = inner {
        return inner.visit_text(part, out);
    }
    let Some(def) = def else { return };
    let fixed = match part {
        Part::Summary => def.summary(),
        Part::DocsUrl => def.docs_url(),
        _ => None,
    };
    if let Some(fixed) = fixed {
        return out(format_args!("{fixed}"));
    }
    let Some(template) = def.template(part) else { return };
    let quoting = Quoting::of(part);
    let mut is_filled = false;
    visit_fields(&mut |values| {
        is_filled = true;
        let text = Filled { template, def, values, quoting };
        match text.may_fail() {
            true => offer(format_args!("{text}"), out),
            false => out(format_args!("{text}")),
        }
    });
    // No values were passed: the variant has no fields, or the impl is hand-written. Without values, only a suggestion
    // or other prose with placeholders is of use, not a command or a URI.
    if !is_filled && (quoting == Quoting::None || template.fields().next().is_none()) {
        out(format_args!("{}", template.as_text()));
    }
}

/// Returns the definition if it has context fields. If there's an inner error, visits the inner error's context instead
/// and returns `None`.
fn context_definition(
    inner: Option<&dyn AgentError>,
    def: Option<&'static ErrorDef>,
    visit: &mut dyn FnMut(&str, ContextValue<'_>),
) -> Option<&'static ErrorDef> {
    if let Some(inner) = inner {
        inner.visit_context(visit);
        return None;
    }
    def.filter(|def| def.has_fields())
}

/// The default implementation of [`AgentError::visit_actions`]. Visits the declared actions.
pub fn default_actions<E: AgentError + ?Sized>(error: &E, visit: &mut dyn FnMut(&str)) {
    declared_actions(error.inner(), error.def(), visit);
}

fn declared_actions(inner: Option<&dyn AgentError>, def: Option<&'static ErrorDef>, visit: &mut dyn FnMut(&str)) {
    if let Some(inner) = inner {
        return inner.visit_actions(visit);
    }
    for action in def.map_or(&[][..], ErrorDef::actions) {
        visit(action);
    }
}

/// The default implementation of [`AgentError::retry_after`]. Returns the declared wait, unless it's in a field.
pub fn default_retry_after<E: AgentError + ?Sized>(error: &E) -> Option<Duration> {
    declared_wait(error.inner(), error.def())
}

fn declared_wait(inner: Option<&dyn AgentError>, def: Option<&'static ErrorDef>) -> Option<Duration> {
    if let Some(inner) = inner {
        return inner.retry_after();
    }
    match def?.retry_after()? {
        RetryAfter::Fixed(wait) => Some(wait),
        RetryAfter::Field(_) => None,
    }
}

/// The default implementation of [`AgentError::facts`]. Returns the declared facts.
pub fn default_facts<E: AgentError + ?Sized>(error: &E) -> Facts {
    declared_facts(error.inner(), error.def())
}

/// Returns the declared facts, and replaces the HTTP status with a field's value if that is between 400 and 599.
pub fn facts_with_status<E: AgentError + ?Sized>(error: &E, status: Option<u16>) -> Facts {
    Facts { status: status.filter(|status| (400..600).contains(status)), ..default_facts(error) }
}

fn declared_facts(inner: Option<&dyn AgentError>, def: Option<&'static ErrorDef>) -> Facts {
    match (inner, def) {
        (Some(inner), _) => inner.facts(),
        (None, Some(def)) => def.facts(),
        (None, None) => Facts::default(),
    }
}

/// Passes the URL of an error's documentation to `out`: the error's own URL, or the template with the code inserted.
pub fn inherited_docs<E: AgentError + ?Sized>(
    error: &E,
    template: &'static str,
    out: &mut dyn FnMut(fmt::Arguments<'_>),
) {
    let mut has_own = false;
    error.visit_text(Part::DocsUrl, &mut |url| {
        has_own = true;
        out(url);
    });
    // A record may contain another program's code, which this program's documentation doesn't cover.
    if !has_own && error.def().is_some() {
        let (before, after) = around_code(template);
        out(format_args!("{before}{}{after}", error.code()));
    }
}

/// Returns the declared code of an error.
pub fn code<E: AgentError + ?Sized>(error: &E) -> &str {
    declared_code(error.inner(), error.def())
}

fn declared_code<'a>(inner: Option<&'a dyn AgentError>, def: Option<&'static ErrorDef>) -> &'a str {
    match (inner, def) {
        (Some(inner), _) => inner.code(),
        (None, Some(def)) => def.code(),
        (None, None) => "",
    }
}
