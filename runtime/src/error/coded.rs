//! The trait that every coded error implements.

use crate::definition::def::around_code;
use crate::definition::error_def::{ErrorDef, RetryAfter};
use crate::definition::part::Part;
use crate::definition::stated::Stated;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::value::{self, Filled, Quoting, Value};
use crate::text::shell::offer;
use crate::text::template::Template;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// An error with a stable code and the facts that a caller needs to continue.
///
/// Implemented by `#[derive(AgentError)]`. An implementation by hand only needs [`code`](Self::code); the message is
/// `Display`, the cause is [`Error::source`].
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
    /// The stable code, such as `NOT_FOUND`.
    fn code(&self) -> &str;

    /// The declaration of the code, if the error comes from a catalog.
    fn def(&self) -> Option<&'static ErrorDef> {
        None
    }

    /// The error that this one wraps transparently; all other methods then return its answers.
    fn inner(&self) -> Option<&dyn AgentError> {
        None
    }

    /// The exit code, retry facts, severity and phase.
    fn facts(&self) -> Facts {
        declared_facts(self.inner(), self.def())
    }

    /// What the error may state; a writer does not ask for the rest. Written by the derive.
    #[doc(hidden)]
    fn stated(&self) -> Stated {
        Stated::ANYTHING
    }

    /// How long to wait before the next call.
    fn retry_after(&self) -> Option<Duration> {
        static_retry_after(self)
    }

    /// Passes a text to `out`, which is not called if the error lacks the text.
    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        static_text(self, part, out);
    }

    /// Passes every action that the caller may take instead to `visit`.
    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        static_actions(self, visit);
    }

    /// Passes every named value of the error to `visit`, in the order of declaration.
    fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        if let Some(def) = context_definition(self.inner(), self.def(), visit) {
            self.visit_fields(&mut value::visiting(def, visit));
        }
    }

    /// Passes the fields that the definition names to `visit`, all at once: those of the context without the secrets,
    /// then those that only texts show. Written by the derive; the context and the texts follow from it.
    #[doc(hidden)]
    fn visit_fields(&self, visit: &mut dyn FnMut(&[&dyn Value])) {
        let _ = visit;
    }

    /// The exit code of a process that ends with this error: 1 to 125.
    fn exit_code(&self) -> u8 {
        self.facts().exit_code()
    }

    /// Whether the identical call may succeed later.
    fn is_retryable(&self) -> bool {
        self.facts().is_retryable()
    }

    /// The advice for the caller.
    fn suggestion(&self) -> Option<String> {
        owned_text(self, Part::Suggestion)
    }

    /// The command that repairs the cause, values quoted for a POSIX shell.
    fn fix_command(&self) -> Option<String> {
        owned_text(self, Part::FixCommand)
    }

    /// The command that shows what the failed call has done, values quoted for a POSIX shell.
    fn check_command(&self) -> Option<String> {
        owned_text(self, Part::CheckCommand)
    }

    /// The condition to correct before another call.
    fn fix_required(&self) -> Option<String> {
        owned_text(self, Part::FixRequired)
    }

    /// The replacement of a command, a flag, a tool or an address that has moved.
    fn replacement(&self) -> Option<String> {
        owned_text(self, Part::Replacement)
    }

    /// The reason why this call failed, if the message alone does not state it.
    fn detail(&self) -> Option<String> {
        owned_text(self, Part::Detail)
    }

    /// The URI reference of this occurrence, such as the path of a request.
    fn instance(&self) -> Option<String> {
        owned_text(self, Part::Instance)
    }

    /// The page about the code.
    fn docs_url(&self) -> Option<String> {
        owned_text(self, Part::DocsUrl)
    }
}

// Every type of errors has its own copy of the generic functions below and of the default methods above. So what does not
// depend on the type, closures included, comes from functions that are not generic, and what several methods call is not
// inlined into each of them.

#[inline(never)]
fn owned_text<E: AgentError + ?Sized>(error: &E, part: Part) -> Option<String> {
    let mut text = None;
    error.visit_text(part, &mut keeping(&mut text));
    text
}

fn keeping(kept: &mut Option<String>) -> impl FnMut(fmt::Arguments<'_>) {
    |text| *kept = Some(crate::text::clean::Displayed(&text).to_string())
}

/// The default of [`AgentError::visit_text`], for a text that shows no field.
#[inline(never)]
pub fn static_text<E: AgentError + ?Sized>(error: &E, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    if let Some(text) = DeclaredText::of(error.inner(), error.def(), part, out) {
        let mut is_filled = false;
        error.visit_fields(&mut text.filling(&mut is_filled, out));
        text.leave_open(is_filled, out);
    }
}

/// A text of a definition that may show fields.
#[derive(Clone, Copy)]
struct DeclaredText {
    def: &'static ErrorDef,
    template: Template<'static>,
    quoting: Quoting,
}

impl DeclaredText {
    /// The text, unless the inner error is asked for it or it never shows fields.
    #[inline(never)]
    fn of(
        inner: Option<&dyn AgentError>,
        def: Option<&'static ErrorDef>,
        part: Part,
        out: &mut dyn FnMut(fmt::Arguments<'_>),
    ) -> Option<Self> {
        if let Some(inner) = inner {
            inner.visit_text(part, out);
            return None;
        }
        let fixed = match (part, def?) {
            (Part::Summary, def) => def.summary(),
            (Part::DocsUrl, def) => def.docs_url(),
            (_, def) => return Some(Self { def, template: def.template(part)?, quoting: Quoting::of(part) }),
        };
        if let Some(fixed) = fixed {
            out(format_args!("{fixed}"));
        }
        None
    }

    /// Receives the fields, and passes the text with them to `out`.
    fn filling(self, is_filled: &mut bool, out: &mut dyn FnMut(fmt::Arguments<'_>)) -> impl FnMut(&[&dyn Value]) {
        let Self { def, template, quoting } = self;
        move |values| {
            *is_filled = true;
            let text = Filled { template, def, values, quoting };
            match text.may_fail() {
                true => offer(format_args!("{text}"), out),
                false => out(format_args!("{text}")),
            }
        }
    }

    /// Passes the text with the names of its fields to `out`, if the trait is implemented by hand and provides no fields.
    #[inline(never)]
    fn leave_open(self, is_filled: bool, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        if !is_filled {
            out(format_args!("{}", self.template.as_text()));
        }
    }
}

/// The definition that has names for a context, unless the inner error is asked for it.
fn context_definition(
    inner: Option<&dyn AgentError>,
    def: Option<&'static ErrorDef>,
    visit: &mut dyn FnMut(&str, ContextValue<'_>),
) -> Option<&'static ErrorDef> {
    if let Some(inner) = inner {
        inner.visit_context(visit);
        return None;
    }
    def.filter(|def| !def.fields().is_empty())
}

/// The default of [`AgentError::visit_actions`], for actions that are not in a field.
pub fn static_actions<E: AgentError + ?Sized>(error: &E, visit: &mut dyn FnMut(&str)) {
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

/// The default of [`AgentError::retry_after`], for a wait that is not in a field.
pub fn static_retry_after<E: AgentError + ?Sized>(error: &E) -> Option<Duration> {
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

/// The default of [`AgentError::facts`], for a status that is not in a field.
pub fn static_facts<E: AgentError + ?Sized>(error: &E) -> Facts {
    declared_facts(error.inner(), error.def())
}

/// The facts of an error with its status in a field. Only the status of a failure is used.
pub fn facts_with_status<E: AgentError + ?Sized>(error: &E, status: Option<u16>) -> Facts {
    Facts { status: status.filter(|status| (400..600).contains(status)), ..static_facts(error) }
}

fn declared_facts(inner: Option<&dyn AgentError>, def: Option<&'static ErrorDef>) -> Facts {
    match (inner, def) {
        (Some(inner), _) => inner.facts(),
        (None, Some(def)) => def.facts(),
        (None, None) => Facts::default(),
    }
}

/// What an error may state: what its code declares, and what its type has `beside` that.
pub fn stated<E: AgentError + ?Sized>(error: &E, beside: Stated) -> Stated {
    declared_to_state(error.inner(), error.def()).or(beside)
}

fn declared_to_state(inner: Option<&dyn AgentError>, def: Option<&'static ErrorDef>) -> Stated {
    match (inner, def) {
        (Some(inner), _) => inner.stated(),
        (None, Some(def)) => def.stated(),
        (None, None) => Stated::ANYTHING,
    }
}

/// Passes the docs page of an error's code to `out`: its own, or the template with its code filled in.
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
    // A record may have the code of any program, which our pages do not explain.
    if !has_own && error.def().is_some() {
        let (before, after) = around_code(template);
        out(format_args!("{before}{}{after}", error.code()));
    }
}

/// The code of an error whose definition states it.
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
