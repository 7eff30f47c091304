//! `Xml`: `<tool_error>` and `<validation_error>`, as Vurb.ts answers its tools' callers.
//!
//! In text `&` and `<` are escaped, in attributes all five; a `>` that would end `]]>` is escaped too, and
//! what XML 1.0 cannot hold is replaced. An error that states no severity has the shape of the framework's
//! own errors: no `severity`, the actions in one line before the recovery, and no details.

pub(super) mod parse;

use super::object::{advice, has_actions, has_context, has_field_errors};
use super::renderer::Renderer;
use crate::error::agent_error::AgentError;
use crate::error::context::ContextValue;
use crate::error::json_value::plain_text;
use crate::text::buffer::Buffer;
use crate::text::clean::{Cleaner, Shown};
use crate::vocabulary::duration::Seconds;
use std::fmt::{self, Display, Write};

/// What the caller of a tool does about invalid fields, if the error does not say.
pub(super) const FIX_FIELDS: &str = "Fix the fields above and call the tool again. Do not explain the error.";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    let mut page = Xml { buffer, cap: renderer.max_bytes() };
    if has_field_errors(error) { page.validation_error(error) } else { page.tool_error(error) }
}

struct Xml<'a> {
    buffer: &'a mut Buffer,
    cap: usize,
}

impl Xml<'_> {
    fn tool_error(&mut self, error: &dyn AgentError) {
        let facts = error.facts();
        self.raw("<tool_error");
        if facts.severity.is_some() || !error.code().is_empty() {
            self.attribute("code", &error.code());
        }
        if let Some(severity) = facts.severity {
            self.attribute("severity", &severity);
        }
        self.raw(">\n");
        self.element("message", &Shown(error));
        match facts.severity {
            Some(_) => {
                self.recovery(error);
                self.nested_actions(error);
            }
            None => {
                self.listed_actions(error);
                self.recovery(error);
            }
        }
        if facts.severity.is_some() {
            self.details(error);
        }
        if let Some(wait) = error.retry_after().filter(|wait| !wait.is_zero()) {
            self.element("retry_after", &format_args!("{} seconds", Seconds(wait)));
        }
        self.raw("</tool_error>");
    }

    fn validation_error(&mut self, error: &dyn AgentError) {
        self.raw("<validation_error");
        error.visit_context(&mut |name, value| {
            if name == "action" {
                self.attribute("action", &plain_text(value));
            }
        });
        self.raw(">\n");
        error.visit_context(&mut |_, value| {
            let ContextValue::FieldErrors(fields) = value else { return };
            for field in fields {
                self.raw("<field");
                self.attribute("name", &field.field());
                self.raw(">");
                self.text(field);
                self.raw("</field>\n");
            }
        });
        if !self.recovery(error) {
            self.element("recovery", &FIX_FIELDS);
        }
        self.raw("</validation_error>");
    }

    fn recovery(&mut self, error: &dyn AgentError) -> bool {
        let mut written = false;
        advice(error, &mut |text| {
            self.element("recovery", &Shown(&text));
            written = true;
        });
        written
    }

    fn nested_actions(&mut self, error: &dyn AgentError) {
        if !has_named_actions(error) {
            return;
        }
        self.raw("<available_actions>\n");
        error.visit_actions(&mut |action| {
            if !action.is_empty() {
                self.raw("  ");
                self.element("action", &action);
            }
        });
        self.raw("</available_actions>\n");
    }

    fn listed_actions(&mut self, error: &dyn AgentError) {
        if !has_actions(error) {
            return;
        }
        self.raw("<available_actions>");
        let mut separator = "";
        error.visit_actions(&mut |action| {
            if !action.is_empty() {
                self.raw(separator);
                self.text(&action);
                separator = ", ";
            }
        });
        self.raw("</available_actions>\n");
    }

    fn details(&mut self, error: &dyn AgentError) {
        if !has_context(error) {
            return;
        }
        self.raw("<details>\n");
        error.visit_context(&mut |name, value| {
            self.raw("  <detail");
            self.attribute("key", &name);
            self.raw(">");
            self.text(&plain_text(value));
            self.raw("</detail>\n");
        });
        self.raw("</details>\n");
    }

    fn element(&mut self, name: &str, text: &dyn Display) {
        self.raw("<");
        self.raw(name);
        self.raw(">");
        self.text(text);
        self.raw("</");
        self.raw(name);
        self.raw(">\n");
    }

    fn attribute(&mut self, name: &str, value: &dyn Display) {
        self.raw(" ");
        self.raw(name);
        self.raw("=\"");
        self.escaped(value, Place::Attribute);
        self.raw("\"");
    }

    fn text(&mut self, text: &dyn Display) {
        self.escaped(text, Place::Text);
    }

    fn escaped(&mut self, text: &dyn Display, place: Place) {
        let mut escaper = Escaper { buffer: self.buffer, cleaner: Cleaner::new(self.cap), place, brackets: 0 };
        // Nothing here fails: the buffer grows, and `Shown` takes the failures of `Display`.
        let _ = write!(escaper, "{}", Shown(text));
        if let Some(mark) = escaper.cleaner.mark() {
            let _ = write!(self.buffer, "{mark}");
        }
    }

    fn raw(&mut self, text: &str) {
        self.buffer.push_str(text);
    }
}

fn has_named_actions(error: &dyn AgentError) -> bool {
    let mut found = false;
    error.visit_actions(&mut |action| found |= !action.is_empty());
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Text,
    Attribute,
}

struct Escaper<'a> {
    buffer: &'a mut Buffer,
    cleaner: Cleaner,
    place: Place,
    /// How many `]` the text ends with.
    brackets: usize,
}

impl Write for Escaper<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let Self { buffer, cleaner, place, brackets } = self;
        cleaner.feed(text, |clean| {
            let mut plain_from = 0;
            for (at, character) in clean.char_indices() {
                let after_brackets = *brackets >= 2;
                *brackets = if character == ']' { *brackets + 1 } else { 0 };
                if let Some(escape) = escape(character, *place, after_brackets) {
                    buffer.push_str(&clean[plain_from..at]);
                    buffer.push_str(escape);
                    plain_from = at + character.len_utf8();
                }
            }
            buffer.push_str(&clean[plain_from..]);
        });
        Ok(())
    }
}

fn escape(character: char, place: Place, after_brackets: bool) -> Option<&'static str> {
    let attribute = place == Place::Attribute;
    match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' if attribute || after_brackets => Some("&gt;"),
        '"' if attribute => Some("&quot;"),
        '\'' if attribute => Some("&apos;"),
        '\u{fffe}' | '\u{ffff}' => Some("\u{fffd}"),
        _ => None,
    }
}
