//! Writes `Xml`: `<tool_error>` and `<validation_error>`, the format of Vurb.ts.
//!
//! Text escapes `&`, `<`, and a `>` that would complete `]]>`. Attributes escape all five special characters, line
//! breaks and tabs. Characters that XML 1.0 excludes are replaced.
//!
//! An error without a severity looks like an error from Vurb.ts itself. It has no `severity`, and lists the actions on
//! a single line before the recovery.
//!
//! Two elements are extensions, which Vurb.ts clients ignore. `<explanation>` contains the reason for the failure.
//! `<retryable>` is written if there's no delay that implies it. A `<validation_error>` states the code, the severity
//! and the message only if they differ from the defaults. It may contain all elements of a `<tool_error>`.

mod escape;
mod number;

use super::Format;
use super::json::Member;
use super::member_support::{EnvelopeMember, MemberSupport};
use super::message::MessageOfRecord;
use super::object::ErrorObject;
use super::renderer::Renderer;
use super::rest::{rest_beside, text};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::json_value::{plain_text, show_plain_text};
use crate::text::document::{Document, Kind};
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::{Displayed, is_empty};
use crate::vocabulary::duration::Seconds;
use crate::vocabulary::terms::{Phase, Severity};
use escape::Escaper;

/// The default recovery for invalid fields. The second sentence is part of the Vurb.ts format.
pub(super) const FIX_FIELDS: &str = "Fix the fields above and call the tool again. Do not explain the error.";

/// The default recovery in formats that list the fields elsewhere. It's the suggestion of `ready::InvalidFields`.
pub(super) const FIX_LISTED: &str = "Fix the listed fields and call the tool again.";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let cap = renderer.max_bytes();
    let mut object = ErrorObject::new(error, Some(Limit::new(cap)), true);
    if is_routing_error(&object) {
        object.facts.severity = None;
    }
    let is_validation = object.has_field_errors() || is_invalid_input(&object);
    let mut xml = Xml { page: Document::new(out, cap, &Escaper::ESCAPES), object };
    match is_validation {
        true => xml.validation_error(),
        false => xml.tool_error(),
    }
}

/// The codes of the errors that Vurb.ts itself returns for a call that it can't route.
const ROUTING: [&str; 4] =
    ["MISSING_REQUIRED_FIELD", "MISSING_DISCRIMINATOR", "INVALID_DISCRIMINATOR", "UNKNOWN_ACTION"];

/// Whether Vurb.ts writes the error without a severity: it has one of these codes and the default severity.
fn is_routing_error(object: &ErrorObject<'_>) -> bool {
    ROUTING.contains(&object.error.code()) && object.facts.severity == Some(Severity::Error)
}

/// Whether a `<validation_error>` without fields can represent the error completely.
fn is_invalid_input(object: &ErrorObject<'_>) -> bool {
    let error = object.error;
    if error.code() != VALIDATION || object.facts.phase != Some(Phase::Validation) {
        return false;
    }
    let (mut message, mut others) = (None, 0);
    error.visit_context(&mut |name, value| match (name, value) {
        ("action", ContextValue::Str(action)) => message = Some(usual_message(Some(action))),
        _ => others += 1,
    });
    error.visit_actions(&mut |_| others += 1);
    others == 0
        && error.retry_after().is_none()
        && message.is_some_and(|message| message == Displayed(error).to_string())
}

struct Xml<'a> {
    page: Document<'a>,
    object: ErrorObject<'a>,
}

impl Xml<'_> {
    fn tool_error(&mut self) {
        let facts = self.object.facts;
        self.page.raw("<tool_error");
        self.object.visit_code(&mut |code| {
            if facts.severity.is_some() || !matches!(code, Member::Name("")) {
                code_attribute(&mut self.page, &self.object, code);
            }
        });
        if let Some(severity) = facts.severity {
            self.page.raw(" severity=\"");
            self.page.raw(severity.as_str());
            self.page.raw("\"");
        }
        self.page.raw(">\n");
        self.message();
        match facts.severity {
            Some(_) => {
                self.explanation();
                self.recovery();
                self.nested_actions();
            }
            None => {
                self.listed_actions();
                if facts.is_read() {
                    self.explanation();
                }
                self.recovery();
            }
        }
        self.details(false);
        self.retry();
        self.page.raw("</tool_error>");
    }

    fn validation_error(&mut self) {
        let error = self.object.error;
        self.page.raw("<validation_error");
        error.visit_context(&mut |name, value| {
            if name == "action" {
                show_plain_text(value, &mut |action| attribute(&mut self.page, "action", action));
            }
        });
        if error.code() != VALIDATION {
            self.object.visit_code(&mut |code| code_attribute(&mut self.page, &self.object, code));
        }
        if let Some(severity) = self.object.facts.severity.filter(|severity| *severity != Severity::Error) {
            attribute(&mut self.page, "severity", Text::Joined(format_args!("{severity}")));
        }
        self.page.raw(">\n");
        if !is_usual_message(error) {
            self.message();
        }
        self.object.visit_field_errors(&mut |field| {
            self.page.raw("<field");
            let (name, text) = (self.object.truncated_name(field.field()), field.truncated(self.object.limit()));
            attribute(&mut self.page, "name", Text::Joined(format_args!("{name}")));
            self.page.raw(">");
            self.page.show(Kind::Text, Text::Joined(format_args!("{text}")));
            self.page.raw("</field>\n");
        });
        self.explanation();
        if error.suggestion().as_deref() == Some(FIX_LISTED) || !self.recovery() {
            self.page.raw("<recovery>");
            self.page.raw(FIX_FIELDS);
            self.page.raw("</recovery>\n");
        }
        self.nested_actions();
        self.details(true);
        self.retry();
        self.page.raw("</validation_error>");
    }

    fn message(&mut self) {
        let error = self.object.error;
        self.page.raw("<message>");
        self.text(Text::Value(format_args!("{}", MessageOfRecord(error))));
        self.page.raw("</message>\n");
    }

    /// Writes the reason for the failure, if there is one.
    fn explanation(&mut self) {
        self.object.visit_text(Part::Detail, &mut |text| {
            self.page.part("<explanation>", Kind::Text, Text::Value(text), "</explanation>\n");
        });
    }

    fn recovery(&mut self) -> bool {
        let mut is_written = false;
        self.object.one_advice(&mut |text| {
            is_written = self.page.part("<recovery>", Kind::Text, text, "</recovery>\n");
            is_written
        });
        is_written
    }

    fn nested_actions(&mut self) {
        let mut start = "<available_actions>\n";
        self.object.visit_actions(&mut |action| {
            if !is_empty(&format_args!("{}", action.trim())) {
                self.page.raw(std::mem::take(&mut start));
                self.page.raw("  <action>");
                self.page.str(Kind::Text, action, self.page.cap());
                self.page.raw("</action>\n");
            }
        });
        if start.is_empty() {
            self.page.raw("</available_actions>\n");
        }
    }

    /// Writes the actions on a single line. If an action contains a comma, or starts or ends with white space, writes
    /// nested elements instead.
    fn listed_actions(&mut self) {
        let (mut any, mut is_list) = (false, true);
        self.object.visit_actions(&mut |action| {
            any |= !action.trim().is_empty();
            let is_outer = |character: char| character.is_whitespace() || character.is_control();
            is_list &= !action.contains(',') && !action.starts_with(is_outer) && !action.ends_with(is_outer);
        });
        if !is_list {
            return self.nested_actions();
        }
        if !any {
            return;
        }
        self.page.raw("<available_actions>");
        let mut separator = "";
        self.object.visit_actions(&mut |action| {
            if !is_empty(&format_args!("{}", action.trim())) {
                self.page.raw(separator);
                self.page.str(Kind::Text, action, self.page.cap());
                separator = ", ";
            }
        });
        self.page.raw("</available_actions>\n");
    }

    /// Writes the context values, and the facts of a parsed error for which the format has no other place.
    fn details(&mut self, is_validation: bool) {
        let (object, error, facts) = (self.object, self.object.error, self.object.facts);
        if facts.severity.is_none() && !facts.is_read() {
            return;
        }
        let is_usual_phase = error.code() == VALIDATION && facts.phase == Some(Phase::Validation);
        let has_place = |fact| match fact {
            EnvelopeMember::Phase => is_validation && is_usual_phase,
            other => Format::Xml.carries(other) != MemberSupport::Nowhere,
        };
        let mut start = "<details>\n";
        rest_beside(&object, &has_place, &mut |key, member| {
            text(&object, member, &mut |text| {
                self.detail(&mut start, key.name(), |xml| xml.text(text));
            });
        });
        object.visit_context(&mut |name, value| {
            if is_validation && (name == "action" || matches!(value, ContextValue::FieldErrors(_))) {
                return;
            }
            self.detail(&mut start, name, |xml| xml.value(value));
        });
        if start.is_empty() {
            self.page.raw("</details>\n");
        }
    }

    fn detail(&mut self, start: &mut &str, name: &str, value: impl FnOnce(&mut Self)) {
        let is_plain = self.object.has_plain_names();
        self.page.raw(std::mem::take(start));
        self.page.raw("  <detail key=\"");
        match is_plain {
            true => self.page.raw(name),
            false => self.page.str(Kind::Delimited, name, usize::MAX),
        }
        self.page.raw("\">");
        value(self);
        self.page.raw("</detail>\n");
    }

    fn value(&mut self, value: ContextValue<'_>) {
        let mut digits = itoa::Buffer::new();
        match value {
            ContextValue::Str(text) => self.page.str(Kind::Text, text, self.page.cap()),
            ContextValue::Signed(number) => self.page.raw(digits.format(number)),
            ContextValue::Unsigned(number) => self.page.raw(digits.format(number)),
            value => match number::float(value) {
                Some(float) => self.text(Text::Joined(format_args!("{float}"))),
                None => show_plain_text(value, &mut |text| self.text(text)),
            },
        }
    }

    /// Writes the delay. If there's no delay, writes whether the error is retryable.
    fn retry(&mut self) {
        let facts = self.object.facts;
        match self.object.retry_after() {
            Some(wait) if !wait.is_zero() => {
                self.page.raw("<retry_after>");
                self.text(Text::Joined(format_args!("{}", Seconds(wait))));
                self.page.raw(" seconds</retry_after>\n");
            }
            Some(_) => {}
            None => match facts.retryable {
                Some(true) if facts.severity.is_some() || facts.is_read() => self.page.raw(RETRYABLE),
                Some(false) if facts.is_read() => self.page.raw(NOT_RETRYABLE),
                _ => {}
            },
        }
    }

    fn text(&mut self, text: Text<'_>) {
        self.page.show(Kind::Text, text);
    }
}

fn attribute(page: &mut Document<'_>, name: &str, value: Text<'_>) {
    page.raw(" ");
    page.raw(name);
    page.raw("=\"");
    page.show(Kind::Delimited, value);
    page.raw("\"");
}

fn code_attribute(page: &mut Document<'_>, object: &ErrorObject<'_>, code: Member<'_>) {
    page.raw(" code=\"");
    match code {
        Member::Word(code) => page.raw(code),
        Member::Name(code) => page.name(Kind::Delimited, code),
        code => text(object, code, &mut |code| {
            page.show(Kind::Delimited, code);
        }),
    }
    page.raw("\"");
}

/// The code of a parsed `<validation_error>` without a `code` attribute.
pub(super) const VALIDATION: &str = "VALIDATION_ERROR";

/// Returns the message of a parsed `<validation_error>` without a `<message>`.
pub(super) fn usual_message(action: Option<&str>) -> String {
    action.map_or_else(|| "invalid input".to_owned(), |action| format!("invalid input for `{action}`"))
}

fn is_usual_message(error: &dyn AgentError) -> bool {
    let mut action = None;
    error.visit_context(&mut |name, value| {
        if name == "action" {
            action = Some(plain_text(value).to_string());
        }
    });
    Displayed(error).to_string() == usual_message(action.as_deref())
}

/// The element for a retryable error without a delay.
const RETRYABLE: &str = "<retryable>true</retryable>\n";

/// The element for a parsed error that isn't retryable.
const NOT_RETRYABLE: &str = "<retryable>false</retryable>\n";
