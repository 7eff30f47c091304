//! `Xml`: `<tool_error>` and `<validation_error>`, as Vurb.ts sends them.
//!
//! In text `&` and `<` are escaped, in attributes all five; a `>` that would end `]]>` is escaped too, and characters
//! that XML 1.0 excludes are replaced. An error without a severity has the shape of the framework's own errors: no
//! `severity`, the actions in one line before the recovery, and otherwise only a wait.
//!
//! Facts that the system has no place for are in elements that its client skips: `<explanation>`, the reason of the
//! failure, and `<retryable>`, if no wait implies it. A `<validation_error>` states what differs from the usual one:
//! the code, the severity, the message, and then the parts of a `<tool_error>`.

mod escape;
mod number;

use super::Format;
use super::carried::{Carried, ErrorFact};
use super::json::Member;
use super::object::{ErrorObject, advice, has_field_errors, is_empty, visit_code};
use super::renderer::Renderer;
use super::rest::{rest_beside, text};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::json_value::plain_text;
use crate::text::clean::SafeText;
use crate::vocabulary::duration::Seconds;
use crate::vocabulary::terms::{Phase, Severity};
use escape::{Escaper, Place};
use std::fmt;

/// The default recovery for invalid fields, which are above it here.
pub(super) const FIX_FIELDS: &str = "Fix the fields above and call the tool again. Do not explain the error.";

/// The same in formats that have the fields elsewhere: the suggestion of `ready::InvalidFields`.
pub(super) const FIX_LISTED: &str = "Fix the listed fields and call the tool again. Do not explain the error.";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let mut page = Xml { out, cap: renderer.max_bytes(), facts: error.facts() };
    match has_field_errors(error) || is_invalid_input(error) {
        true => page.validation_error(error),
        false => page.tool_error(error),
    }
}

/// Whether an error has no more facts than a `<validation_error>` without fields, so that it is written as one.
fn is_invalid_input(error: &dyn AgentError) -> bool {
    if error.code() != VALIDATION || error.facts().phase != Some(Phase::Validation) {
        return false;
    }
    let (mut message, mut others) = (None, 0);
    error.visit_context(&mut |name, value| match (name, value) {
        ("action", ContextValue::Str(action)) => message = Some(usual_message(Some(action))),
        _ => others += 1,
    });
    error.visit_actions(&mut |_| others += 1);
    others == 0 && error.retry_after().is_none() && message.is_some_and(|message| message == error.to_string())
}

struct Xml<'a> {
    out: &'a mut String,
    cap: usize,
    facts: Facts,
}

impl Xml<'_> {
    fn tool_error(&mut self, error: &dyn AgentError) {
        let facts = self.facts;
        self.raw("<tool_error");
        visit_code(error, &mut |code| {
            if facts.severity.is_some() || !matches!(code, Member::Str("")) {
                text(code, &mut |code| self.attribute("code", code));
            }
        });
        if let Some(severity) = facts.severity {
            self.raw(" severity=\"");
            self.raw(severity.as_str());
            self.raw("\"");
        }
        self.raw(">\n");
        self.message(error);
        match facts.severity {
            Some(_) => {
                self.explanation(error);
                self.recovery(error);
                self.nested_actions(error);
            }
            None => {
                self.listed_actions(error);
                if facts.is_read() {
                    self.explanation(error);
                }
                self.recovery(error);
            }
        }
        self.details(error, false);
        self.retry(error);
        self.raw("</tool_error>");
    }

    fn validation_error(&mut self, error: &dyn AgentError) {
        self.raw("<validation_error");
        error.visit_context(&mut |name, value| {
            if name == "action" {
                self.attribute("action", format_args!("{}", plain_text(value)));
            }
        });
        if error.code() != VALIDATION {
            visit_code(error, &mut |code| text(code, &mut |code| self.attribute("code", code)));
        }
        if let Some(severity) = self.facts.severity.filter(|severity| *severity != Severity::Error) {
            self.attribute("severity", format_args!("{severity}"));
        }
        self.raw(">\n");
        if !is_usual_message(error) {
            self.message(error);
        }
        error.visit_context(&mut |_, value| {
            let ContextValue::FieldErrors(fields) = value else { return };
            for field in fields {
                self.raw("<field");
                self.attribute("name", format_args!("{}", field.field()));
                self.raw(">");
                self.text(format_args!("{field}"));
                self.raw("</field>\n");
            }
        });
        self.explanation(error);
        if error.suggestion().as_deref() == Some(FIX_LISTED) || !self.recovery(error) {
            self.raw("<recovery>");
            self.raw(FIX_FIELDS);
            self.raw("</recovery>\n");
        }
        self.nested_actions(error);
        self.details(error, true);
        self.retry(error);
        self.raw("</validation_error>");
    }

    fn message(&mut self, error: &dyn AgentError) {
        self.raw("<message>");
        self.text(format_args!("{error}"));
        self.raw("</message>\n");
    }

    /// The reason of the failure, if there is one.
    fn explanation(&mut self, error: &dyn AgentError) {
        error.visit_text(Part::Detail, &mut |text| {
            if !is_empty(&text) {
                self.raw("<explanation>");
                self.text(text);
                self.raw("</explanation>\n");
            }
        });
    }

    fn recovery(&mut self, error: &dyn AgentError) -> bool {
        let mut written = false;
        advice(error, self.cap, &mut |text| {
            self.raw("<recovery>");
            self.text(text);
            self.raw("</recovery>\n");
            written = true;
        });
        written
    }

    fn nested_actions(&mut self, error: &dyn AgentError) {
        let mut start = "<available_actions>\n";
        error.visit_actions(&mut |action| {
            if !is_empty(&format_args!("{}", action.trim())) {
                self.raw(std::mem::take(&mut start));
                self.raw("  <action>");
                self.text(format_args!("{action}"));
                self.raw("</action>\n");
            }
        });
        if start.is_empty() {
            self.raw("</available_actions>\n");
        }
    }

    /// The actions in one line, unless a name in it would be read as two or without its outer blanks.
    fn listed_actions(&mut self, error: &dyn AgentError) {
        let (mut any, mut is_list) = (false, true);
        error.visit_actions(&mut |action| {
            any |= !action.trim().is_empty();
            let is_outer = |character: char| character.is_whitespace() || character.is_control();
            is_list &= !action.contains(',') && !action.starts_with(is_outer) && !action.ends_with(is_outer);
        });
        if !is_list {
            return self.nested_actions(error);
        }
        if !any {
            return;
        }
        self.raw("<available_actions>");
        let mut separator = "";
        error.visit_actions(&mut |action| {
            if !is_empty(&format_args!("{}", action.trim())) {
                self.raw(separator);
                self.text(format_args!("{action}"));
                separator = ", ";
            }
        });
        self.raw("</available_actions>\n");
    }

    /// The facts that were read and have no place here, and the named values that no other part shows.
    fn details(&mut self, error: &dyn AgentError, is_validation: bool) {
        let facts = self.facts;
        if facts.severity.is_none() && !facts.is_read() {
            return;
        }
        let is_usual_phase = error.code() == VALIDATION && facts.phase == Some(Phase::Validation);
        let has_place = |fact| match fact {
            ErrorFact::Phase => is_validation && is_usual_phase,
            other => Format::Xml.carries(other) != Carried::Nowhere,
        };
        let mut start = "<details>\n";
        let object = ErrorObject { error, facts, cap: Some(self.cap), causes: true };
        rest_beside(&object, &has_place, &mut |key, member| {
            text(member, &mut |text| {
                self.detail(&mut start, key.name(), |page| page.text(text));
            });
        });
        error.visit_context(&mut |name, value| {
            if is_validation && (name == "action" || matches!(value, ContextValue::FieldErrors(_))) {
                return;
            }
            self.detail(&mut start, name, |page| match value {
                ContextValue::Str(text) => {
                    SafeText::new(page.out, page.cap, &mut Escaper::new(Place::Text)).show_str(text);
                }
                value => match number::float(value) {
                    Some(float) => page.text(format_args!("{float}")),
                    None => page.text(format_args!("{}", plain_text(value))),
                },
            });
        });
        if start.is_empty() {
            self.raw("</details>\n");
        }
    }

    fn detail(&mut self, start: &mut &str, name: &str, value: impl FnOnce(&mut Self)) {
        self.raw(std::mem::take(start));
        self.raw("  <detail key=\"");
        SafeText::new(self.out, self.cap, &mut Escaper::new(Place::Attribute)).show_str(name);
        self.raw("\">");
        value(self);
        self.raw("</detail>\n");
    }

    /// The wait, or whether the call may be repeated, if no wait implies it.
    fn retry(&mut self, error: &dyn AgentError) {
        let facts = self.facts;
        match error.retry_after() {
            Some(wait) if !wait.is_zero() => {
                self.raw("<retry_after>");
                self.text(format_args!("{}", Seconds(wait)));
                self.raw(" seconds</retry_after>\n");
            }
            Some(_) => {}
            None => match facts.retryable {
                Some(true) if facts.severity.is_some() || facts.is_read() => self.raw(RETRYABLE),
                Some(false) if facts.is_read() => self.raw(NOT_RETRYABLE),
                _ => {}
            },
        }
    }

    fn attribute(&mut self, name: &str, value: fmt::Arguments<'_>) {
        self.raw(" ");
        self.raw(name);
        self.raw("=\"");
        SafeText::new(self.out, self.cap, &mut Escaper::new(Place::Attribute)).show(value);
        self.raw("\"");
    }

    fn text(&mut self, text: fmt::Arguments<'_>) {
        SafeText::new(self.out, self.cap, &mut Escaper::new(Place::Text)).show(text);
    }

    #[inline]
    fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }
}

/// The code under which a `<validation_error>` is read.
pub(super) const VALIDATION: &str = "VALIDATION_ERROR";

/// The message with which it is read.
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
    error.to_string() == usual_message(action.as_deref())
}

/// For an error that may be repeated and states no wait.
const RETRYABLE: &str = "<retryable>true</retryable>\n";

/// For an error that was read from a text with it.
const NOT_RETRYABLE: &str = "<retryable>false</retryable>\n";
