//! Collects the members of an envelope's `error` object. Other formats share parts of it.

use super::choices::{Commands, Names, VALUES_FROM};
use super::json::{Member, Members};
use super::name::visit_named;
use crate::definition::may_have::MayHave;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::field_error::FieldError;
use crate::text::json_writer::{Key, key};
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::is_empty;
use crate::text::sanitizer::is_changed_by_a_format;
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Severity, SideEffects};
use std::fmt;
use std::time::Duration;

/// An error and the settings for writing it as a JSON object.
#[derive(Clone, Copy)]
pub(crate) struct ErrorObject<'a> {
    pub(crate) error: &'a dyn AgentError,
    pub(crate) facts: Facts,
    pub(super) may_have: MayHave,
    /// The cap on each value, or `None` to serialize the error as data, which is never truncated.
    pub(crate) limit: Option<Limit>,
    /// Whether to include the causes.
    pub(crate) causes: bool,
}

impl<'a> ErrorObject<'a> {
    pub(crate) fn new(error: &'a dyn AgentError, limit: Option<Limit>, causes: bool) -> Self {
        Self { error, facts: error.facts(), may_have: error.may_have(), limit, causes }
    }

    /// Returns the cap on each value.
    pub(super) fn limit(&self) -> Limit {
        self.limit.unwrap_or(Limit::new(usize::MAX))
    }

    /// Truncates the name of a value to the cap of names.
    pub(super) fn truncated_name(&self, name: &str) -> String {
        self.limit().of_names().truncated(&name)
    }

    /// Passes the context values to `visit`, as [`visit_named`] does.
    pub(super) fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        visit_named(self.error, self.limit(), visit);
    }

    /// Passes the members of an envelope's `error` object to `out`.
    pub(crate) fn all(&self, out: &mut Members<'_>) {
        self.members(self.limit.is_some() && self.facts.is_read(), out);
    }

    /// Passes all facts to `out`, including those that an envelope omits.
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
        self.text(key!("instance"), Part::Instance, out);
        if elsewhere {
            self.elsewhere(out);
        }
        out(key!("context"), Member::Context(self.error));
    }

    /// Passes the facts that readers of a program's own errors get from elsewhere: the catalog, the process or the HTTP
    /// response.
    fn elsewhere(&self, out: &mut Members<'_>) {
        self.text(key!("summary"), Part::Summary, out);
        self.text(key!("body"), Part::Body, out);
        if let Some(status) = self.facts.status {
            out(key!("status"), Member::Number(status.into()));
        }
    }

    /// Passes the code. If the code is empty, passes a code made from the status, such as `HTTP_404`.
    pub(super) fn code(&self, out: &mut Members<'_>) {
        match self.limit {
            Some(_) => self.visit_code(&mut |code| out(key!("code"), code)),
            None => out(key!("code"), Member::Str(self.error.code())),
        }
    }

    pub(super) fn message(&self, key: Key, out: &mut Members<'_>) {
        out(key, Member::Message(self.error));
    }

    pub(super) fn cause(&self, out: &mut Members<'_>) {
        if self.causes {
            out(key!("cause"), Member::Cause(self.error));
        }
    }

    pub(super) fn advice(&self, out: &mut Members<'_>) {
        self.text(key!("suggestion"), Part::Suggestion, out);
        self.text(key!("fix_required"), Part::FixRequired, out);
        self.visit_command(Part::FixCommand, &mut |fix| out(key!("fix_command"), Member::Text(Text::Value(fix))));
        self.visit_command(Part::CheckCommand, &mut |check| {
            out(key!("check_command"), Member::Text(Text::Value(check)));
        });
        self.text(key!("replacement"), Part::Replacement, out);
    }

    pub(super) fn retryable(&self, out: &mut Members<'_>) {
        if let Some(retryable) = self.facts.retryable {
            out(key!("retryable"), Member::Bool(retryable));
        }
    }

    pub(super) fn retry(&self, out: &mut Members<'_>) {
        self.retryable(out);
        if let Some(wait) = self.retry_after() {
            out(key!("retry_after_ms"), Member::Number(millis(wait)));
        }
        if let Some(retry) = self.facts.retry {
            out(key!("retry_strategy"), Member::Word(retry.as_str()));
        }
    }

    /// Passes the phase, the side effects, the severity and the actions. Default values are omitted.
    pub(super) fn circumstances(&self, out: &mut Members<'_>) {
        if let Some(phase) = self.facts.phase {
            out(key!("phase"), Member::Word(phase.as_str()));
        }
        let is_read = self.facts.is_read();
        if let Some(done) = self.facts.side_effects.filter(|done| is_read || *done != SideEffects::None) {
            out(key!("side_effects"), Member::Word(done.as_str()));
        }
        // Data distinguishes a stated severity from an unknown one.
        let is_usual = |severity: &Severity| *severity == Severity::Error && !is_read && self.limit.is_some();
        if let Some(severity) = self.facts.severity.filter(|severity| !is_usual(severity)) {
            out(key!("severity"), Member::Word(severity.as_str()));
        }
        if self.may_have.contains(MayHave::OTHER_CALLS) {
            out(key!("actions"), Member::Actions(self.error));
        }
    }

    /// If the error has the string, passes it to `out` as a member.
    pub(crate) fn text(&self, key: Key, part: Part, out: &mut Members<'_>) {
        self.visit_text(part, &mut |text| out(key, Member::Text(Text::Value(text))));
    }

    pub(super) fn has_text(&self, part: Part) -> bool {
        let mut has = false;
        self.visit_text(part, &mut |_| has = true);
        has
    }

    /// If the error has the string, passes it to `out`.
    pub(super) fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        // Most errors have few of these strings. This check avoids a virtual call for each missing string.
        if !self.may_have.contains(MayHave::text(part)) {
            return;
        }
        let mut found = false;
        self.error.visit_text(part, &mut |text| {
            if !std::mem::replace(&mut found, true) {
                out(text);
            }
        });
    }

    pub(super) fn retry_after(&self) -> Option<Duration> {
        if self.may_have.contains(MayHave::OTHER_CALLS) { self.error.retry_after() } else { None }
    }

    pub(super) fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        if self.may_have.contains(MayHave::OTHER_CALLS) {
            self.error.visit_actions(visit);
        }
    }

    /// Whether the names of the context values need no escapes. If so, the code was validated at compile time and needs
    /// none either.
    pub(super) fn has_plain_names(&self) -> bool {
        !self.may_have.contains(MayHave::ODD_NAMES)
    }

    /// Passes the code. If the code is empty, passes a code made from the status, such as `HTTP_404`.
    pub(super) fn visit_code(&self, out: &mut dyn FnMut(Member<'_>)) {
        let code = self.error.code();
        if self.has_plain_names() {
            return out(Member::Word(code));
        }
        match is_blank(code).then_some(self.facts.status).flatten() {
            Some(status) => out(Member::Text(Text::Joined(format_args!("HTTP_{status}")))),
            None => out(Member::Name(code)),
        }
    }

    /// Passes a command to `out`. Readers run commands as shown. If any format had to change the command, all formats
    /// omit it, and only data includes it.
    pub(super) fn visit_command(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        self.visit_text(part, &mut |command| {
            if self.limit.is_none_or(|limit| is_unchanged(command, limit.bytes())) {
                out(command);
            }
        });
    }

    /// Passes the reason for the failure to `out`, for formats that have no place for the context. The reason is the
    /// detail, the field errors or the choices, whichever exists first.
    pub(super) fn explanation(&self, out: &mut dyn FnMut(Text<'_>)) {
        let mut found = false;
        self.visit_text(Part::Detail, &mut |text| {
            found = true;
            out(Text::Value(text));
        });
        if !found && self.has_field_errors() {
            return out(Text::Joined(format_args!("{}", FieldLines(self))));
        }
        if !found && self.may_have.contains(MayHave::LISTED) {
            let lines = self.choices();
            if !lines.is_empty() {
                out(Text::Joined(format_args!("{lines}")));
            }
        }
    }

    /// Returns the values that the caller can choose from, for formats that have no place for the context.
    fn choices(&self) -> String {
        let limit = self.limit();
        let mut lines: Vec<String> = Vec::new();
        self.visit_context(&mut |name, value| match value {
            ContextValue::Nearest(names) => lines.push(format!("{name}: {}", Names { names, limit })),
            ContextValue::Listing(commands) if name == VALUES_FROM => {
                lines.push(Commands { commands, limit }.to_string());
            }
            ContextValue::Listing(listing) => {
                let gap = if listing.is_described() { "\n" } else { " " };
                lines.push(format!("{name}:{gap}{}", listing.truncated(limit)));
            }
            _ => {}
        });
        lines.join("\n")
    }

    pub(super) fn has_field_errors(&self) -> bool {
        let mut found = false;
        self.visit_field_errors(&mut |_| found = true);
        found
    }

    /// Passes each field error to `visit`.
    pub(super) fn visit_field_errors(&self, visit: &mut dyn FnMut(&FieldError)) {
        if self.may_have.contains(MayHave::FIELD_ERRORS) {
            self.error.visit_context(&mut |_, value| {
                if let ContextValue::FieldErrors(fields) = value {
                    for field in fields {
                        visit(field);
                    }
                }
            });
        }
    }

    /// Passes advice to `show` until `show` returns true, for formats with a single line of advice. The order is:
    /// suggestion, fix, check command, replacement, required condition.
    pub(super) fn one_advice(&self, show: &mut dyn FnMut(Text<'_>) -> bool) {
        let mut is_shown = false;
        let mut first = |text: fmt::Arguments<'_>, verb: &str| {
            if is_shown || !verb.is_empty() && is_empty(&text) {
                return;
            }
            is_shown = match verb {
                "" => show(Text::Value(text)),
                verb => show(Text::Joined(format_args!("{verb} `{}`", self.limit().truncated(&text)))),
            };
        };
        self.visit_text(Part::Suggestion, &mut |text| first(text, ""));
        self.visit_command(Part::FixCommand, &mut |fix| first(fix, "Run"));
        self.visit_command(Part::CheckCommand, &mut |check| first(check, "Check with"));
        self.visit_text(Part::Replacement, &mut |name| first(name, "Use"));
        self.visit_text(Part::FixRequired, &mut |text| first(text, ""));
    }
}

/// Whether a string has at most `cap` bytes and every format shows it unchanged.
fn is_unchanged(text: fmt::Arguments<'_>, cap: usize) -> bool {
    /// The number of bytes left, or `None` once a character would be changed.
    struct Unchanged {
        left: Option<usize>,
    }
    impl fmt::Write for Unchanged {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let left = self.left.and_then(|left| left.checked_sub(text.len()));
            self.left = left.filter(|_| !text.contains(is_changed_by_a_format));
            self.left.map(|_| ()).ok_or(fmt::Error)
        }
    }
    let mut unchanged = Unchanged { left: Some(cap) };
    // A `Display` may ignore the error, so `left` is checked too.
    fmt::write(&mut unchanged, text).is_ok() && unchanged.left.is_some()
}

/// Whether a code is empty after sanitizing.
pub(super) fn is_blank(code: &str) -> bool {
    code.is_empty() || code.starts_with(char::is_control) && is_empty(&format_args!("{code}"))
}

/// Displays the field errors, one per line.
struct FieldLines<'a>(&'a ErrorObject<'a>);

impl fmt::Display for FieldLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut first, mut written) = (true, Ok(()));
        self.0.visit_field_errors(&mut |field| {
            let start = if std::mem::take(&mut first) { "" } else { "\n" };
            written = written.and_then(|()| {
                write!(f, "{start}{}: {}", self.0.truncated_name(field.field()), field.truncated(self.0.limit()))
            });
        });
        written
    }
}
