//! The facts that parsing each format should return, specified independently of the writers.

use super::javascript::in_javascript;
use agent_error::format::{EnvelopeMember, MemberSupport, clean};
use agent_error::{ErrorRecord, FieldError, Format};
use serde_json::{Map, Value, json};

pub(super) fn members(record: &ErrorRecord) -> Map<String, Value> {
    match serde_json::to_value(record).unwrap() {
        Value::Object(members) => members,
        other => panic!("{other}"),
    }
}

/// Returns a string as the format shows it.
fn shown(text: &str, format: Format) -> String {
    let text = clean(&text);
    match format {
        Format::Human | Format::Brief => text.chars().fold(String::new(), |mut shown, character| {
            match character {
                '\u{2028}' | '\u{2029}' => shown.push('\n'),
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => shown.extend(character.escape_unicode()),
                other => shown.push(other),
            }
            shown
        }),
        Format::Xml => text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"),
        _ => text,
    }
}

fn shown_value(value: &Value, format: Format) -> Value {
    match value {
        Value::String(text) => shown(text, format).into(),
        Value::Array(values) => values.iter().map(|value| shown_value(value, format)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (shown(name, format), shown_value(value, format))).collect()
        }
        other => other.clone(),
    }
}

/// Joins the non-empty lines of a string with spaces.
fn line(text: &str) -> String {
    text.split(['\n', '\u{2028}', '\u{2029}']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The message. Instead of a blank one, formats show the summary, or else the code, except in `Nested` and `Xml`.
fn message(record: &ErrorRecord, format: Format) -> String {
    let is_blank = |text: &str| clean(&text).trim().is_empty();
    let last = match format {
        Format::Nested | Format::Xml => &record.message,
        Format::Tagged if is_blank(&record.code) && record.facts.status.is_none() => &record.message,
        _ if is_blank(&record.code) => "unknown error",
        _ => &record.code,
    };
    let candidates = [Some(&record.message), record.summary.as_ref()];
    let text = candidates.into_iter().flatten().find(|text| !is_blank(text)).map_or(last, String::as_str);
    let text = shown(text, format);
    if matches!(format, Format::Flat | Format::Tagged) { line(&text) } else { text }
}

/// Returns the fix, unless a format would alter it.
fn fix(record: &ErrorRecord) -> Option<String> {
    unchanged(record.fix_command.as_ref())
}

/// Returns the check, unless a format would alter it.
fn check(record: &ErrorRecord) -> Option<String> {
    unchanged(record.check_command.as_ref())
}

fn unchanged(command: Option<&String>) -> Option<String> {
    let odd = |c: char| {
        c != '\t'
            && (c.is_control()
                || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}'))
    };
    command.cloned().filter(|command| !command.contains(odd))
}

/// Returns the advice for formats that only show one kind: the suggestion, the fix, the replacement or the condition.
fn advice(record: &ErrorRecord) -> Option<String> {
    all_advice(record).into_iter().find(|text| !clean(text).is_empty())
}

fn all_advice(record: &ErrorRecord) -> Vec<String> {
    let fix = fix(record).filter(|fix| !fix.is_empty()).map(|fix| format!("Run `{fix}`"));
    let check = check(record).filter(|check| !check.is_empty()).map(|check| format!("Check with `{check}`"));
    let replacement = record.replacement.as_ref().filter(|name| !clean(name).is_empty());
    let replacement = replacement.map(|name| format!("Use `{}`", clean(name)));
    let texts = [record.suggestion.clone(), fix, check, replacement, record.fix_required.clone()];
    texts.into_iter().flatten().collect()
}

/// Sanitizes each string of a field error separately.
fn sanitized(error: &FieldError) -> FieldError {
    let value = shown_value(&serde_json::to_value(error).unwrap(), Format::Envelope);
    serde_json::from_value(value).unwrap()
}

/// Formats the field errors, one per line.
fn field_lines(record: &ErrorRecord) -> Option<String> {
    let line = |error: &FieldError| format!("{}: {}", clean(&error.field()), sanitized(error).text());
    let lines: Vec<String> = record.field_errors().into_iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns the facts that parsing should return, as the JSON of a record.
pub(super) fn expected(record: &ErrorRecord, format: Format) -> Map<String, Value> {
    let mut whole = members(record);
    let fields = whole.get_mut("context").and_then(|context| context.as_object_mut()?.remove("fields"));
    let mut kept = Map::new();
    for (name, value) in &whole {
        let Ok(fact) = name.parse::<EnvelopeMember>() else { continue };
        // Records always include the replacement, even if the suggestion contains it.
        let is_replacement = fact == EnvelopeMember::Replacement && format.carries(fact) == MemberSupport::IfNeeded;
        if matches!(format.carries(fact), MemberSupport::Whole | MemberSupport::AsText) || is_replacement {
            kept.insert(name.clone(), shown_value(value, format));
        }
    }
    let mut expected = Expected { record, format, whole, kept };
    expected.common();
    match format {
        Format::Envelope | Format::Problem => expected.of_an_object(),
        Format::Flat => expected.put_text("detail", record.detail.clone().or_else(|| field_lines(record))),
        Format::Tagged => expected.of_tagged(),
        Format::Xml => expected.of_xml(),
        Format::Brief => expected.of_lines(),
        Format::Nested => {}
        other => panic!("what comes back from {other} is not stated here"),
    }
    expected.with_context(fields)
}

struct Expected<'r> {
    record: &'r ErrorRecord,
    format: Format,
    /// All facts of the record.
    whole: Map<String, Value>,
    /// The facts that parsing should return.
    kept: Map<String, Value>,
}

impl Expected<'_> {
    fn put(&mut self, name: &str, value: Option<Value>) {
        match value {
            Some(value) => drop(self.kept.insert(name.to_owned(), value)),
            None => drop(self.kept.remove(name)),
        }
    }

    fn put_text(&mut self, name: &str, text: Option<String>) {
        self.put(name, text.map(|text| shown(&text, self.format).into()));
    }

    /// Adds a string unless it's empty.
    fn put_filled(&mut self, name: &str, text: Option<String>) {
        let text = text.map(|text| shown(&text, self.format));
        self.put(name, text.filter(|text| !text.is_empty()).map(Value::from));
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.whole.get(name).and_then(Value::as_str)
    }

    fn is_retryable(&self) -> bool {
        self.record.facts.retryable == Some(true)
    }

    fn waits(&self) -> bool {
        self.record.retry_after.is_some_and(|wait| !wait.is_zero())
    }

    /// Adjusts the advice and the code, which several formats show in the same way.
    fn common(&mut self) {
        let (record, format) = (self.record, self.format);
        self.put("message", Some(message(record, format).into()));
        if matches!(format, Format::Flat | Format::Xml | Format::Tagged) {
            self.put_text("suggestion", advice(record));
        }
        if format.carries(EnvelopeMember::FixCommand) == MemberSupport::Whole {
            self.put_text("fix_command", fix(record));
            self.put_text("check_command", check(record));
        }
        if self.kept.contains_key("actions") {
            self.put_actions(|name| !name.is_empty());
        }
        if clean(&record.code).is_empty() {
            let status = record.facts.status.filter(|_| format != Format::Problem);
            self.put("code", Some(status.map_or(String::new(), |status| format!("HTTP_{status}")).into()));
        }
    }

    fn of_an_object(&mut self) {
        for (name, usual) in [("severity", "error"), ("side_effects", "none")] {
            if self.text(name) == Some(usual) {
                self.put(name, None);
            }
        }
        if let Some(causes) = self.whole.get("causes").and_then(Value::as_array) {
            let causes: Vec<String> = causes.iter().filter_map(Value::as_str).map(|cause| clean(&cause)).collect();
            self.put_text("cause", Some(causes.join(": ")));
        }
        if self.format == Format::Problem {
            self.put("status", Some(self.record.facts.http_status().into()));
        }
    }

    fn of_tagged(&mut self) {
        let (record, format) = (self.record, self.format);
        self.put("code", Some(line(&shown(&kept_code(record), format).replace(']', "_")).into()));
        let advice = all_advice(record).into_iter().map(|advice| line(&shown(&advice, format)));
        let first = advice.into_iter().find(|advice| !advice.trim().is_empty());
        self.put("suggestion", first.map(Value::from));
        self.put("detail", None);
        let body = [record.body.clone(), record.detail.clone().or_else(|| field_lines(record))];
        let body = body.into_iter().flatten().find(|body| !shown(body, format).is_empty());
        self.put_text("body", body);
    }

    fn of_xml(&mut self) {
        self.put_filled("detail", self.record.detail.clone());
        let is_shown = self.is_retryable() && self.record.retry_after.is_none() || self.waits();
        self.put("retryable", is_shown.then_some(true.into()));
        if !self.waits() {
            self.put("retry_after_ms", None);
        }
        self.put_actions(|name| !name.trim().is_empty());
    }

    fn of_lines(&mut self) {
        let (record, format) = (self.record, self.format);
        let code = shown(&kept_code(record), format);
        let code = match format {
            Format::Human => code.replace('\n', " ").replace(']', "_"),
            _ => code.replace(char::is_whitespace, "_"),
        };
        self.put("code", Some(code.into()));
        if self.text("side_effects") == Some("none") {
            self.put("side_effects", None);
        }
        for name in ["detail", "suggestion", "fix_required", "replacement", "docs_url", "body"] {
            self.put_filled(name, self.text(name).map(str::to_owned));
        }
        let is_filled = |text: Option<&str>| text.is_some_and(|text| !clean(&text).is_empty());
        let is_advised = ["suggestion", "fix_required", "replacement"].iter().any(|name| is_filled(self.text(name)));
        let has_command = [fix(record), check(record)].iter().any(|command| is_filled(command.as_deref()));
        if format == Format::Brief && (is_advised || has_command) {
            self.put("docs_url", None);
        }
        self.put_filled("fix_command", fix(record));
        self.put_filled("check_command", check(record));
        let causes = self.whole.get("causes").and_then(Value::as_array).cloned();
        let causes = causes.unwrap_or_else(|| self.whole.get("cause").cloned().into_iter().collect());
        let causes = causes.iter().map(|cause| shown_value(cause, format)).filter(|cause| cause != "");
        let causes = causes.collect::<Vec<_>>();
        self.put("cause", None);
        self.put("causes", Some(causes.into()));
        self.put("retryable", self.is_retryable().then_some(true.into()));
        if !self.is_retryable() {
            self.put("retry_strategy", None);
        }
        if !self.is_retryable() || !self.waits() {
            self.put("retry_after_ms", None);
        }
        self.put_actions(|name| !name.is_empty());
    }

    fn put_actions(&mut self, is_kept: fn(&str) -> bool) {
        let names = self.record.actions.iter().map(|name| shown(name, self.format));
        let names = names.filter(|name| is_kept(name)).collect::<Vec<_>>();
        self.put("actions", Some(names.into()));
    }

    fn with_context(self, fields: Option<Value>) -> Map<String, Value> {
        let Self { record, format, mut kept, .. } = self;
        let mut context = kept.remove("context").and_then(|context| context.as_object().cloned()).unwrap_or_default();
        let is_left_out = |value: &Value| format == Format::Brief && *value == json!([]);
        if matches!(format.carries(EnvelopeMember::Context), MemberSupport::AsText | MemberSupport::IfNeeded) {
            for (name, value) in &record.context {
                let value = &value.json();
                if format == Format::Brief && value.is_string() {
                    context.insert(shown(name, format), shown_value(value, format));
                } else if !value.is_string() && name != "fields" && !is_left_out(value) {
                    let float = value.as_f64().filter(|_| value.is_f64() && format == Format::Xml);
                    let text = float.map_or_else(|| shown_value(value, Format::Envelope).to_string(), in_javascript);
                    context.insert(shown(name, format), shown(&text, format).into());
                }
            }
        }
        if let Some(fields) = fields {
            if let Some(fields) = shown_fields(record, &fields, format) {
                context.insert("fields".to_owned(), fields);
            }
            if format == Format::Xml {
                validation_error(record, &mut kept, &mut context);
            }
        }
        kept.insert("context".to_owned(), context.into());
        kept
    }
}

fn shown_fields(record: &ErrorRecord, fields: &Value, format: Format) -> Option<Value> {
    if format.carries(EnvelopeMember::Fields) == MemberSupport::Whole {
        return Some(shown_value(fields, format));
    }
    let shown = |text: &str| shown(text, format);
    let of_field =
        |error: &FieldError| json!({"field": shown(error.field()), "message": shown(&sanitized(error).text())});
    matches!(format, Format::Xml | Format::Brief).then(|| record.field_errors().into_iter().map(of_field).collect())
}

/// Adjusts the facts for a `<validation_error>`, which omits common facts and always has advice.
fn validation_error(record: &ErrorRecord, kept: &mut Map<String, Value>, context: &mut Map<String, Value>) {
    if let Some(action) = record.value("action") {
        let text = action.as_str().map_or_else(|| shown_value(&action, Format::Envelope).to_string(), str::to_owned);
        context.insert("action".to_owned(), shown(&text, Format::Xml).into());
    }
    if kept["code"] == "VALIDATION_ERROR" {
        kept.insert("phase".to_owned(), "validation".into());
    }
    if kept.get("severity").is_some_and(|severity| severity == "error") {
        kept.remove("severity");
    }
    let usual = "Fix the listed fields and call the tool again.";
    kept.entry("suggestion").or_insert(usual.into());
}

/// Returns the code. If the code is empty, returns the status.
fn kept_code(record: &ErrorRecord) -> String {
    match record.facts.status {
        Some(status) if clean(&record.code).is_empty() => format!("HTTP_{status}"),
        _ => record.code.clone(),
    }
}
