//! The trait that every coded error implements.

use crate::definition::def::around_code;
use crate::definition::error_def::ErrorDef;
use crate::definition::lists::RetryAfter;
use crate::definition::part::Part;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::value::{self, Filled, Value};
use crate::text::shell::offer;
use crate::text::template::Template;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
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
        match (self.inner(), self.def()) {
            (Some(inner), _) => inner.facts(),
            (None, Some(def)) => def.facts(),
            (None, None) => Facts::default(),
        }
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
        match (self.inner(), self.def()) {
            (Some(inner), _) => inner.visit_context(visit),
            (None, Some(def)) if !def.fields().is_empty() => {
                self.visit_fields(&mut |values| value::visit_context(def, values, visit));
            }
            (None, _) => {}
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

    /// The page about the code.
    fn docs_url(&self) -> Option<String> {
        owned_text(self, Part::DocsUrl)
    }
}

// Every type of errors has its own copy of the generic functions below. What does not depend on the type is in functions
// that are not generic, and what several methods call is not inlined into each of them.

#[inline(never)]
fn owned_text<E: AgentError + ?Sized>(error: &E, part: Part) -> Option<String> {
    let mut text = None;
    error.visit_text(part, &mut |arguments| keep(arguments, &mut text));
    text
}

fn keep(text: fmt::Arguments<'_>, kept: &mut Option<String>) {
    *kept = Some(crate::text::clean::Displayed(&text).to_string());
}

/// The default of [`AgentError::visit_text`], for a text that shows no field.
#[inline(never)]
pub fn static_text<E: AgentError + ?Sized>(error: &E, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    match (error.inner(), error.def()) {
        (Some(inner), _) => inner.visit_text(part, out),
        (None, Some(def)) if def.may_have(part) => {
            declared_text(def, part, &mut |visit| error.visit_fields(visit), out);
        }
        (None, _) => {}
    }
}

/// Passes the fields of an error to a function.
type Fields<'a> = dyn FnMut(&mut dyn FnMut(&[&dyn Value])) + 'a;

/// Passes the text of a definition to `out`.
fn declared_text(def: &'static ErrorDef, part: Part, fields: &mut Fields<'_>, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    let fixed = match part {
        Part::Summary => def.summary(),
        Part::DocsUrl => def.docs_url(),
        _ => {
            if let Some(template) = def.template(part)
                && !fill(def, part, template, fields, out)
            {
                out(format_args!("{}", template.as_text()));
            }
            return;
        }
    };
    if let Some(fixed) = fixed {
        out(format_args!("{fixed}"));
    }
}

/// Passes a template to `out` with its fields filled in. Returns false if the trait is implemented by hand and provides
/// no fields.
fn fill(
    def: &'static ErrorDef,
    part: Part,
    template: Template,
    fields: &mut Fields<'_>,
    out: &mut dyn FnMut(fmt::Arguments<'_>),
) -> bool {
    let mut is_filled = false;
    fields(&mut |values| {
        is_filled = true;
        let quoted = part == Part::FixCommand;
        let text = Filled { template, def, values, quoted };
        match text.may_fail() {
            true => offer(format_args!("{text}"), out),
            false => out(format_args!("{text}")),
        }
    });
    is_filled
}

/// The default of [`AgentError::visit_actions`], for actions that are not in a field.
pub fn static_actions<E: AgentError + ?Sized>(error: &E, visit: &mut dyn FnMut(&str)) {
    match (error.inner(), error.def()) {
        (Some(inner), _) => inner.visit_actions(visit),
        (None, Some(def)) => def.actions().iter().for_each(|action| visit(action)),
        (None, None) => {}
    }
}

/// The default of [`AgentError::retry_after`], for a wait that is not in a field.
pub fn static_retry_after<E: AgentError + ?Sized>(error: &E) -> Option<Duration> {
    if let Some(inner) = error.inner() {
        return inner.retry_after();
    }
    match error.def()?.retry_after()? {
        RetryAfter::Fixed(wait) => Some(wait),
        RetryAfter::Field(_) => None,
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
    match (error.inner(), error.def()) {
        (Some(inner), _) => inner.code(),
        (None, Some(def)) => def.code(),
        (None, None) => "",
    }
}

/// Forwards to the error behind a pointer.
macro_rules! forward {
    ($($generics:tt)*) => {
        $($generics)* {
            fn code(&self) -> &str {
                (**self).code()
            }
            fn def(&self) -> Option<&'static ErrorDef> {
                (**self).def()
            }
            fn inner(&self) -> Option<&dyn AgentError> {
                (**self).inner()
            }
            fn facts(&self) -> Facts {
                (**self).facts()
            }
            fn retry_after(&self) -> Option<Duration> {
                (**self).retry_after()
            }
            fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
                (**self).visit_text(part, out);
            }
            fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
                (**self).visit_actions(visit);
            }
            fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
                (**self).visit_context(visit);
            }
            fn visit_fields(&self, visit: &mut dyn FnMut(&[&dyn Value])) {
                (**self).visit_fields(visit);
            }
        }
    };
}

forward!(impl<E: AgentError> AgentError for Box<E>);
forward!(impl<E: AgentError + ?Sized> AgentError for Arc<E>);
forward!(impl<E: AgentError + ?Sized> AgentError for &E);
