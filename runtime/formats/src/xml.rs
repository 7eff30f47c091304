//! Writes `Xml`: `<tool_error>` and `<validation_error>`, the format of Vurb.ts.
//!
//! Text escapes `&`, `<`, and a `>` that would complete `]]>`. Attributes escape all five special
//! characters, line breaks and tabs. Characters that XML 1.0 excludes are replaced.
//!
//! An error without a severity is written like an error from Vurb.ts itself: it has no `severity`,
//! and its actions are on a single line before the recovery.
//!
//! Two elements are extensions, which Vurb.ts clients ignore. `<explanation>` contains the reason
//! for the failure. `<retryable>` is omitted if a delay implies it. A `<validation_error>` states
//! the code, the severity and the message only if they differ from the defaults. It may contain all
//! elements of a `<tool_error>`.

#[cfg(feature = "parse")]
pub(crate) mod read;

use crate::text::seconds;
use agent_error::ErrorRecord;
use agent_error::facts::Severity;
use agent_error::format::{ContextItem, Style};

/// The default recovery for invalid fields. The second sentence is part of the Vurb.ts format.
const FIX_FIELDS: &str = "Fix the fields above and call the tool again. Do not explain the error.";

/// The default recovery in all other formats: the suggestion of `ready::InvalidFields`.
const FIX_LISTED: &str = "Fix the listed fields and call the tool again.";

/// Codes that Vurb.ts itself returns if it can't route a call.
const ROUTING: [&str; 4] = [
    "MISSING_REQUIRED_FIELD",
    "MISSING_DISCRIMINATOR",
    "INVALID_DISCRIMINATOR",
    "UNKNOWN_ACTION",
];

pub(crate) fn write(record: &ErrorRecord, _: &Style<'_>) -> String {
    let severity = record.stated_severity();
    let is_routing = ROUTING.contains(&record.code()) && severity == Some(Severity::Error);
    let mut xml = Xml {
        out: String::new(),
        record,
        severity: if is_routing { None } else { severity },
        is_validation: lists_fields(record),
    };
    if xml.is_validation {
        xml.validation_error();
    } else {
        xml.tool_error();
    }
    xml.out
}

fn lists_fields(record: &ErrorRecord) -> bool {
    let mut items = record.context().items();
    items.any(|(name, item)| is_field_list(name, item))
}

/// Whether a context value is the list of invalid fields. An empty list counts, too.
fn is_field_list(name: &str, item: ContextItem<'_>) -> bool {
    let is_empty_list = name == FIELDS && item.raw().get() == "[]";
    is_empty_list || item.is_field_errors()
}

/// The name of the called action in the context.
const ACTION: &str = "action";

/// The name of the list of invalid fields in the context.
const FIELDS: &str = "fields";

/// The code of a parsed `<validation_error>` without a `code` attribute.
const VALIDATION: &str = "VALIDATION_ERROR";

/// Returns the message of a parsed `<validation_error>` without a `<message>`.
fn usual_message(action: Option<&str>) -> String {
    match action {
        Some(action) => format!("invalid input for `{action}`"),
        None => "invalid input".to_owned(),
    }
}

struct Xml<'a> {
    out: String,
    record: &'a ErrorRecord,
    severity: Option<Severity>,
    is_validation: bool,
}

impl Xml<'_> {
    fn tool_error(&mut self) {
        let code = self.record.code();
        self.out.push_str("<tool_error");
        if self.severity.is_some() || !code.is_empty() {
            self.attribute("code", code);
        }
        if let Some(severity) = self.severity {
            self.attribute("severity", severity.as_str());
        }
        self.out.push_str(">\n");
        self.element("message", self.record.message());
        // Vurb.ts's own errors have their actions before the recovery.
        if self.severity.is_none() {
            self.listed_actions();
        }
        if self.is_complete() {
            self.explanation();
        }
        if let Some(advice) = self.advice_without_actions() {
            self.element("recovery", &advice);
        }
        if self.severity.is_some() {
            self.nested_actions();
        }
        self.details();
        self.retry();
        self.out.push_str("</tool_error>");
    }

    fn validation_error(&mut self) {
        let record = self.record;
        self.out.push_str("<validation_error");
        let action = called_action(record);
        if let Some(action) = &action {
            self.attribute("action", action);
        }
        if record.code() != VALIDATION {
            self.attribute("code", record.code());
        }
        if let Some(severity) = self.severity
            && severity != Severity::Error
        {
            self.attribute("severity", severity.as_str());
        }
        self.out.push_str(">\n");
        if record.message() != usual_message(action.as_deref()) {
            self.element("message", record.message());
        }
        for field in record.field_errors() {
            self.out.push_str("<field");
            self.attribute("name", field.field());
            let text = escaped(&field.to_string());
            self.out.push_str(&format!(">{text}</field>\n"));
        }
        self.explanation();
        match self.advice_without_actions() {
            Some(advice) if record.suggestion() != Some(FIX_LISTED) => {
                self.element("recovery", &advice);
            }
            _ => self.element("recovery", FIX_FIELDS),
        }
        self.nested_actions();
        self.details();
        self.retry();
        self.out.push_str("</validation_error>");
    }

    /// Whether to write elements that Vurb.ts's own errors don't have. For a parsed record, writes
    /// the same elements as the original.
    fn is_complete(&self) -> bool {
        self.severity.is_some() || self.record.is_parsed()
    }

    fn explanation(&mut self) {
        if let Some(detail) = self.record.detail()
            && !detail.is_empty()
        {
            self.element("explanation", detail);
        }
    }

    /// Returns the advice for `<recovery>`. The actions have an element of their own.
    fn advice_without_actions(&self) -> Option<String> {
        let advice = self.record.advice()?;
        let Some(start) = start_of_actions(&advice) else {
            return Some(advice);
        };
        let (other_advice, sentence) = advice.split_at(start);
        let suggestion = self.record.suggestion().unwrap_or_default();
        let is_of_suggestion = suggestion.ends_with(sentence.trim_start());
        if is_of_suggestion || self.record.actions().is_empty() {
            return Some(advice);
        }
        (!other_advice.is_empty()).then(|| other_advice.to_owned())
    }

    fn nested_actions(&mut self) {
        if shown_actions(self.record).next().is_none() {
            return;
        }
        self.out.push_str("<available_actions>\n");
        for action in shown_actions(self.record) {
            let action = escaped(action);
            self.out.push_str(&format!("  <action>{action}</action>\n"));
        }
        self.out.push_str("</available_actions>\n");
    }

    /// Writes the actions on a single line. If an action contains a comma, or starts or ends with
    /// whitespace, writes nested elements instead.
    fn listed_actions(&mut self) {
        if shown_actions(self.record).any(needs_element) {
            self.nested_actions();
            return;
        }
        let actions: Vec<&str> = shown_actions(self.record).collect();
        if !actions.is_empty() {
            self.element("available_actions", &actions.join(", "));
        }
    }

    /// Writes the context values, except those that a validation error has its own elements for.
    fn details(&mut self) {
        if !self.is_complete() {
            return;
        }
        let mut details = String::new();
        for (name, item) in self.record.context().items() {
            let may_be_element = name == ACTION || is_field_list(name, item);
            let is_element = self.is_validation && may_be_element;
            if !is_element {
                let text = escaped(&detail_text(item));
                let name = escaped_attribute(name);
                details.push_str(&format!("  <detail key=\"{name}\">{text}</detail>\n"));
            }
        }
        if !details.is_empty() {
            self.out
                .push_str(&format!("<details>\n{details}</details>\n"));
        }
    }

    /// Writes the delay. If there's no delay, writes whether the error is retryable.
    fn retry(&mut self) {
        if let Some(wait) = self.record.retry_after() {
            self.element("retry_after", &format!("{} seconds", seconds(wait)));
            return;
        }
        match self.record.stated_retryable() {
            Some(true) if self.is_complete() => self.element("retryable", "true"),
            Some(false) if self.record.is_parsed() => self.element("retryable", "false"),
            _ => {}
        }
    }

    fn element(&mut self, name: &str, text: &str) {
        let text = escaped(text);
        self.out.push_str(&format!("<{name}>{text}</{name}>\n"));
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let value = escaped_attribute(value);
        self.out.push_str(&format!(" {name}=\"{value}\""));
    }
}

/// Iterates over the actions that aren't blank.
fn shown_actions(record: &ErrorRecord) -> impl Iterator<Item = &str> {
    let actions = record.actions().iter().map(String::as_str);
    actions.filter(|action| !action.trim().is_empty())
}

/// Returns the offset of the sentence with the actions, including the line break before it. The
/// sentence is the last one. An action may contain line breaks.
fn start_of_actions(advice: &str) -> Option<usize> {
    let line_break = advice.rfind("\nTry `");
    let is_only_sentence = advice.starts_with("Try `");
    line_break.or(is_only_sentence.then_some(0))
}

/// Whether readers would split or trim an action in a list on a single line.
fn needs_element(action: &str) -> bool {
    action.contains(',') || action.trim() != action
}

/// Returns the name of the called action.
fn called_action(record: &ErrorRecord) -> Option<String> {
    let mut items = record.context().items();
    let (_, action) = items.find(|(name, _)| *name == ACTION)?;
    Some(action.text())
}

/// Returns a context value as text.
fn detail_text(item: ContextItem<'_>) -> String {
    let json = item.raw();
    let is_number = json
        .get()
        .starts_with(|first: char| first == '-' || first.is_ascii_digit());
    if is_number {
        javascript(json.get())
    } else {
        item.text()
    }
}

fn escaped(text: &str) -> String {
    allowed(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace("]]>", "]]&gt;")
}

/// Escapes the value of an attribute. XML parsers replace unescaped line breaks and tabs in
/// attributes with spaces (XML 1.0, section 3.3.3).
fn escaped_attribute(value: &str) -> String {
    let value = allowed(value)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    value
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

/// Replaces the characters that XML 1.0 excludes. Control characters have already been removed.
fn allowed(text: &str) -> String {
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Formats a number like JavaScript, because Vurb.ts is written in TypeScript: without an exponent
/// from `1e-6` up to, but not including, `1e21` (ECMA-262, section 6.1.6.1.20). Other JSON values
/// stay as they are.
fn javascript(json: &str) -> String {
    let Some((mantissa, exponent)) = json.split_once('e') else {
        let number = json.strip_suffix(".0").unwrap_or(json);
        return if number == "-0" { "0" } else { number }.to_owned();
    };
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits = mantissa.replace(['-', '.'], "");
    // serde_json only writes exponents up to -6 and from 16.
    match exponent.parse::<i16>() {
        // Some versions of serde_json write `1e21`.
        Ok(21..) => format!("{mantissa}e+{}", exponent.trim_start_matches('+')),
        Ok(exponent @ 0..) => {
            let width = usize::from(exponent.unsigned_abs()) + 1;
            format!("{sign}{digits:0<width$}")
        }
        Ok(-6) => format!("{sign}0.00000{digits}"),
        _ => json.to_owned(),
    }
}
