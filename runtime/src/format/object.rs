//! An error as the JSON object of an envelope, with parts that other formats share.

use super::json::{Member, Members};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::text::cause::CauseChain;
use crate::text::cleaner::{Cleaner, changes_when_shown};
use crate::text::json_writer::{Key, key};
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Severity, SideEffects};
use std::fmt;

/// An error that is written as an object.
#[derive(Clone, Copy)]
pub(crate) struct ErrorObject<'a> {
    pub(crate) error: &'a dyn AgentError,
    pub(crate) facts: Facts,
    /// The most bytes of a text that are shown; `None` for data.
    pub(crate) cap: Option<usize>,
    /// Whether the causes are shown.
    pub(crate) causes: bool,
}

impl<'a> ErrorObject<'a> {
    pub(crate) fn new(error: &'a dyn AgentError, cap: Option<usize>, causes: bool) -> Self {
        Self { error, facts: error.facts(), cap, causes }
    }

    /// Passes the members of an envelope's `error`.
    pub(crate) fn all(&self, out: &mut Members<'_>) {
        self.members(self.cap.is_some() && self.facts.is_read(), out);
    }

    /// Passes all facts of an error, with the errors of fields in the context.
    pub(super) fn everything(&self, out: &mut Members<'_>) {
        self.members(true, out);
    }

    fn members(&self, elsewhere: bool, out: &mut Members<'_>) {
        self.code(out);
        self.message(key!("message"), out);
        self.cause(out);
        self.text(key!("detail"), Part::Detail, out);
        self.advice(out);
        self.text(key!("docs_url"), Part::DocsUrl, out);
        self.retry(out);
        self.circumstances(out);
        if elsewhere {
            self.elsewhere(out);
        }
        out(key!("context"), Member::Context(self.error));
    }

    /// The facts of a program's own errors that the catalog, the process or the response provides.
    fn elsewhere(&self, out: &mut Members<'_>) {
        self.text(key!("summary"), Part::Summary, out);
        self.text(key!("body"), Part::Body, out);
        self.text(key!("instance"), Part::Instance, out);
        if let Some(status) = self.facts.status {
            out(key!("status"), Member::Number(status.into()));
        }
    }

    /// The code, or the status without one: `HTTP_404`.
    pub(super) fn code(&self, out: &mut Members<'_>) {
        match self.cap {
            Some(_) => visit_code(self.error, &mut |code| out(key!("code"), code)),
            None => out(key!("code"), Member::Str(self.error.code())),
        }
    }

    pub(super) fn message(&self, key: Key, out: &mut Members<'_>) {
        out(key, Member::Text(format_args!("{}", self.error)));
    }

    pub(super) fn cause(&self, out: &mut Members<'_>) {
        if let Some(chain) = CauseChain::of(self.error).filter(|_| self.causes) {
            out(key!("cause"), Member::Text(format_args!("{chain}")));
        }
    }

    pub(super) fn advice(&self, out: &mut Members<'_>) {
        self.text(key!("suggestion"), Part::Suggestion, out);
        self.text(key!("fix_required"), Part::FixRequired, out);
        match self.cap {
            Some(cap) => visit_fix(self.error, cap, &mut |fix| out(key!("fix_command"), Member::Text(fix))),
            None => self.text(key!("fix_command"), Part::FixCommand, out),
        }
        self.text(key!("replacement"), Part::Replacement, out);
    }

    pub(super) fn retryable(&self, out: &mut Members<'_>) {
        if let Some(retryable) = self.facts.retryable {
            out(key!("retryable"), Member::Bool(retryable));
        }
    }

    pub(super) fn retry(&self, out: &mut Members<'_>) {
        self.retryable(out);
        if let Some(wait) = self.error.retry_after() {
            out(key!("retry_after_ms"), Member::Number(millis(wait)));
        }
        if let Some(retry) = self.facts.retry {
            out(key!("retry_strategy"), Member::Word(retry.as_str()));
        }
    }

    /// The phase, the side effects, the severity unless it is the usual one, and the actions.
    pub(super) fn circumstances(&self, out: &mut Members<'_>) {
        if let Some(phase) = self.facts.phase {
            out(key!("phase"), Member::Word(phase.as_str()));
        }
        let is_read = self.facts.is_read();
        if let Some(done) = self.facts.side_effects.filter(|done| is_read || *done != SideEffects::None) {
            out(key!("side_effects"), Member::Word(done.as_str()));
        }
        // In data, a stated severity differs from an unknown one.
        let is_usual = |severity: &Severity| *severity == Severity::Error && !is_read && self.cap.is_some();
        if let Some(severity) = self.facts.severity.filter(|severity| !is_usual(severity)) {
            out(key!("severity"), Member::Word(severity.as_str()));
        }
        out(key!("actions"), Member::Actions(self.error));
    }

    /// Passes a text, if there is one.
    pub(crate) fn text(&self, key: Key, part: Part, out: &mut Members<'_>) {
        let mut found = false;
        self.error.visit_text(part, &mut |text| {
            if !std::mem::replace(&mut found, true) {
                out(key, Member::Text(text));
            }
        });
    }
}

/// Whether no character of a code is shown.
pub(super) fn is_blank(code: &str) -> bool {
    code.is_empty() || code.starts_with(char::is_control) && is_empty(&format_args!("{code}"))
}

/// Passes the code, or a code made of the status, such as `HTTP_404`.
pub(super) fn visit_code(error: &dyn AgentError, out: &mut dyn FnMut(Member<'_>)) {
    let code = error.code();
    match is_blank(code).then(|| error.facts().status).flatten() {
        Some(status) => out(Member::Text(format_args!("HTTP_{status}"))),
        None => out(Member::Str(code)),
    }
}

/// Passes the fix command to `out`. Readers run it as shown, so a command that some format cannot show unchanged is
/// left out of all formats.
pub(super) fn visit_fix(error: &dyn AgentError, cap: usize, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    struct Unchanged {
        left: usize,
    }
    impl fmt::Write for Unchanged {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.left = self.left.checked_sub(text.len()).ok_or(fmt::Error)?;
            if text.contains(changes_when_shown) { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut found = false;
    error.visit_text(Part::FixCommand, &mut |fix| {
        if !std::mem::replace(&mut found, true) && fmt::write(&mut Unchanged { left: cap }, fix).is_ok() {
            out(fix);
        }
    });
}

/// Passes the reason of the failure to `out`, for formats without a place for the context: the detail, otherwise the
/// field errors.
pub(super) fn explanation(error: &dyn AgentError, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    let mut found = false;
    error.visit_text(Part::Detail, &mut |text| {
        if !found {
            found = true;
            out(text);
        }
    });
    if !found && has_field_errors(error) {
        out(format_args!("{}", FieldLines(error)));
    }
}

pub(super) fn has_field_errors(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.visit_context(&mut |_, value| {
        found |= matches!(value, ContextValue::FieldErrors(fields) if !fields.is_empty());
    });
    found
}

/// The field errors, one per line.
struct FieldLines<'a>(&'a dyn AgentError);

impl fmt::Display for FieldLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut first, mut written) = (true, Ok(()));
        self.0.visit_context(&mut |_, value| {
            let ContextValue::FieldErrors(fields) = value else { return };
            for field in fields {
                let start = if std::mem::take(&mut first) { "" } else { "\n" };
                written = written.and_then(|()| write!(f, "{start}{}: {field}", field.field()));
            }
        });
        written
    }
}

/// Passes the advice for formats with one line of it to `out`: the suggestion, otherwise the fix command, the
/// replacement, or the condition to correct. Empty advice is skipped.
pub(super) fn advice(error: &dyn AgentError, cap: usize, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
    let mut found = false;
    let mut first = |text: fmt::Arguments<'_>, verb: &str| {
        if found || is_empty(&text) {
            return;
        }
        found = true;
        if verb.is_empty() { out(text) } else { out(format_args!("{verb} `{text}`")) }
    };
    error.visit_text(Part::Suggestion, &mut |text| first(text, ""));
    visit_fix(error, cap, &mut |fix| first(fix, "Run"));
    error.visit_text(Part::Replacement, &mut |name| first(name, "Use"));
    error.visit_text(Part::FixRequired, &mut |text| first(text, ""));
}

/// Whether no character of a text is shown, without writing it.
pub(super) fn is_empty(text: &fmt::Arguments<'_>) -> bool {
    struct Any(Cleaner);
    impl fmt::Write for Any {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let mut shown = false;
            // One character after the other, since the first one is shown, almost always.
            let mut characters = text.split_inclusive(|_: char| true);
            let is_shown = characters.any(|character| {
                self.0.feed(character, &mut |clean| shown |= !clean.is_empty());
                shown
            });
            if is_shown { Err(fmt::Error) } else { Ok(()) }
        }
    }
    if let Some(text) = text.as_str().filter(|text| !text.starts_with(char::is_control)) {
        return text.is_empty();
    }
    let mut any = Any(Cleaner::new(usize::MAX));
    let mut shown = fmt::write(&mut any, *text).is_err();
    any.0.finish(&mut |clean| shown |= !clean.is_empty());
    !shown
}
