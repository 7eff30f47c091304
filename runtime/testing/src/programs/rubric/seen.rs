//! Extracts the details of a call that the rubric evaluates.

use super::member_names;
use crate::programs::captured::Captured;
use crate::programs::{find, trace};
use agent_error::ErrorRecord;
use agent_error::format::Stream;
use agent_error::vocabulary::{Severity, SideEffects};
use agent_error_rules::recoverable::is_recoverable;
use agent_error_rules::requirements::{Need, Stated, names_something};
use serde_json::Value;

pub(super) struct Seen {
    /// The number of the call, starting at 1.
    pub(super) number: usize,
    pub(super) failed: bool,
    pub(super) exit_code: Option<i32>,
    pub(super) error: Option<(Stream, ErrorRecord)>,
    /// Whether there's other text on the same stream as the error.
    pub(super) among_other_text: bool,
    /// The stack trace on standard output or in the error.
    pub(super) trace: Option<String>,
    trace_on_stderr: Option<String>,
    /// The parts of the expected envelope that are missing on standard output.
    pub(super) missing_in_envelope: Vec<&'static str>,
}

impl Seen {
    pub(super) fn new(number: usize, call: &Captured) -> Self {
        let streams = [Stream::Stdout, Stream::Stderr];
        let mut found = streams.into_iter().filter_map(|stream| Some((stream, find::on(call, stream)?)));
        let first = found.next();
        // An error with a code on standard error takes precedence over one without a code on standard output.
        let found = first
            .into_iter()
            .chain(found)
            .max_by_key(|(stream, found)| (!found.record.code.is_empty(), found.alone, *stream == Stream::Stdout));
        let among_other_text = found.as_ref().is_some_and(|(_, found)| !found.alone);
        let failed = call.exit_code != Some(0) || says_failure(call, among_other_text, found.is_some());
        let error = found.map(|(stream, found)| (stream, found.record.without_secrets())).filter(|_| failed);
        let in_record = || error.as_ref().and_then(|(_, record)| trace::in_record(record));
        let trace = trace::on_stdout(call).or_else(in_record).map(|trace| trace.to_string());
        Self {
            number,
            failed,
            exit_code: call.exit_code,
            among_other_text,
            missing_in_envelope: missing_in_envelope(call, trace.is_some()),
            trace,
            trace_on_stderr: trace::on_stderr(call).map(|trace| trace.to_string()),
            error,
        }
    }

    pub(super) fn record(&self) -> Option<&ErrorRecord> {
        self.error.as_ref().map(|(_, record)| record)
    }

    pub(super) fn code(&self) -> Option<&str> {
        self.record().map(|record| record.code.as_str()).filter(|code| !code.is_empty())
    }

    pub(super) fn has_message(&self) -> bool {
        self.record().is_some_and(|record| !record.message.trim().is_empty())
    }

    pub(super) fn has_context(&self) -> bool {
        let of_the_error = |name: &str| !member_names::DOCS.contains(&name) && !member_names::ADVICE.contains(&name);
        self.record().is_some_and(|record| {
            record.context.iter().any(|(name, _)| of_the_error(name)) || !record.field_errors.is_empty()
        })
    }

    pub(super) fn has_docs(&self) -> bool {
        let stated = self.record().and_then(|record| record.docs_url.as_ref()).is_some_and(|url| !url.is_empty());
        stated || self.member(&member_names::DOCS).is_some_and(|url| url.contains("://"))
    }

    pub(super) fn has_advice(&self) -> bool {
        let texts = |record: &ErrorRecord| {
            let texts = [
                &record.suggestion,
                &record.fix_command,
                &record.check_command,
                &record.replacement,
                &record.fix_required,
            ];
            texts.into_iter().flatten().cloned().collect()
        };
        let stated = self.record().map_or_else(Vec::<String>::new, texts).iter().any(|text| !text.trim().is_empty());
        stated || self.member(&member_names::ADVICE).is_some()
    }

    /// Returns a note if the error doesn't help the caller find the next call. The note doesn't affect the score.
    fn missing_next_call(&self) -> Option<&'static str> {
        let record = self.record()?;
        let facts = record.facts;
        let advice = [&record.suggestion, &record.fix_required].into_iter().flatten();
        let leads_on = |name: &&str| record.value(name).is_some();
        let has_lookup = ["nearest", "valid", "values_from", "missing"].iter().any(leads_on)
            || [&record.fix_command, &record.check_command, &record.replacement].into_iter().any(Option::is_some)
            || !record.actions.is_empty()
            || advice.into_iter().any(|text| names_something(text));
        let stated = Stated {
            code: &record.code,
            exit: self.exit_code,
            is_critical: facts.severity() == Severity::Critical,
            message: "",
            hides_values: false,
            has_advice: true,
            has_docs: true,
            has_summary: true,
            has_lookup,
            may_have_effects: matches!(facts.side_effects, Some(SideEffects::Partial | SideEffects::Unknown)),
            has_check: record.check_command.is_some(),
            has_fixed_wait: false,
            has_strategy: false,
        };
        if stated.lacks(Need::Lookup) {
            return Some("is about a name, but doesn't say how to find the right one");
        }
        stated.lacks(Need::Check).then_some("may have changed something, but names no command that shows it")
    }

    /// Returns the first nonempty string among the additional members with these names. Other formats may store advice
    /// in such members.
    fn member(&self, names: &[&str]) -> Option<&str> {
        let record = self.record()?;
        let texts = names.iter().filter_map(|name| record.value(name)?.as_str());
        texts.into_iter().find(|text| !text.trim().is_empty())
    }

    pub(super) fn is_recoverable(&self) -> bool {
        let severity = self.record().map_or(Severity::Error, |record| record.facts.severity());
        is_recoverable(self.code().unwrap_or_default(), self.exit_code, severity == Severity::Critical)
    }

    /// Returns a label for the call, such as `call 2 (NOT_FOUND)`.
    pub(super) fn name(&self) -> String {
        match self.code() {
            Some(code) => format!("call {} ({code})", self.number),
            None => format!("call {}", self.number),
        }
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let name = self.name();
        if !self.failed {
            return vec![format!("{name} did not fail, so it doesn't affect the score")];
        }
        let mut notes = Vec::new();
        match self.exit_code {
            Some(0) => notes.push(format!("{name} failed with exit code 0, so callers will treat it as a success")),
            None => notes.push(format!("{name} was killed, so it has no exit code")),
            Some(_) => {}
        }
        if let Some((Stream::Stderr, _)) = self.error {
            notes.push(format!("{name} wrote its error to stderr, but agents read stdout first"));
        }
        notes.extend(self.missing_next_call().map(|missing| format!("{name} {missing}")));
        if let (Some(trace), None) = (&self.trace_on_stderr, &self.trace) {
            notes.push(format!("{name} has {trace}"));
        }
        notes
    }
}

/// Whether a call with exit code 0 reports a failure. Members named `errors` are ignored, because many successful
/// results contain one.
fn says_failure(call: &Captured, among_other_text: bool, found: bool) -> bool {
    let says = |value: &Value| {
        let error = |name| value.get(name).is_some_and(|error| !matches!(error, Value::Null | Value::Bool(false)));
        value.get("ok") == Some(&Value::Bool(false)) || error("error")
    };
    match serde_json::from_slice::<Value>(&call.stdout) {
        Ok(value) => found && says(&value),
        Err(_) => found && !among_other_text,
    }
}

fn missing_in_envelope(call: &Captured, trace: bool) -> Vec<&'static str> {
    let Ok(value) = serde_json::from_slice::<Value>(&call.stdout) else { return vec!["JSON on stdout"] };
    let ok = value.get("ok") == Some(&Value::Bool(false));
    let text = |name| value.pointer(name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
    let parts = [
        (ok, "`\"ok\":false`"),
        (text("/error/code"), "`error.code`"),
        (text("/error/message"), "`error.message`"),
        (text("/error/suggestion"), "`error.suggestion`"),
        (!trace, "a result without a stack trace"),
    ];
    parts.into_iter().filter(|(there, _)| !there).map(|(_, part)| part).collect()
}
