//! `Envelope`: the `response-envelope.json` of the CLI agent specification.

use super::Meta;
use super::json::{Member, Members, line};
use crate::record::ErrorRecord;
use serde_json::Value as Json;

/// Writes an error.
pub fn render(record: &ErrorRecord, meta: Meta) -> String {
    envelope(false, Member::Null, Member::Object(error(record)), meta)
}

/// Writes a successful response.
pub fn success(data: &Json, meta: Meta) -> String {
    let data = match data {
        Json::Object(_) | Json::Array(_) | Json::Null => Member::Json(data),
        bare => Member::Object(vec![("value", Member::Json(bare))]),
    };
    envelope(true, data, Member::Null, meta)
}

fn envelope(ok: bool, data: Member<'_>, error: Member<'_>, meta: Meta) -> String {
    let millis = u64::try_from(meta.duration.as_millis()).unwrap_or(u64::MAX);
    let mut about = vec![("duration_ms", Member::Number(millis)), ("schema_version", Member::Str("1.0"))];
    if let Some(version) = meta.tool_version {
        about.push(("tool_version", Member::Str(version)));
    }
    line(vec![
        ("ok", Member::Bool(ok)),
        ("data", data),
        ("error", error),
        ("warnings", Member::List(Vec::new())),
        ("meta", Member::Object(about)),
    ])
}

fn error(record: &ErrorRecord) -> Members<'_> {
    let mut members = vec![("code", Member::Str(&record.code)), ("message", Member::Str(&record.message))];
    if !record.causes.is_empty() {
        members.push(("cause", Member::String(record.causes.join(": "))));
    }
    let texts = [
        ("detail", &record.detail),
        ("suggestion", &record.suggestion),
        ("fix_required", &record.fix_required),
        ("fix_command", &record.fix_command),
        ("check_command", &record.check_command),
        ("replacement", &record.replacement),
        ("docs_url", &record.docs_url),
    ];
    members.extend(texts.into_iter().filter_map(|(name, text)| Some((name, Member::Str(text.as_deref()?)))));
    members.push(("retryable", Member::Bool(record.retryable)));
    if let Some(wait) = record.retry_after_ms {
        members.push(("retry_after_ms", Member::Number(wait)));
    }
    for (name, word) in [("phase", record.phase), ("side_effects", record.side_effects), ("severity", record.severity)]
    {
        members.extend(word.map(|word| (name, Member::Str(word))));
    }
    if !record.actions.is_empty() {
        members.push(("actions", Member::List(record.actions.iter().map(|name| Member::Str(name)).collect())));
    }
    members.extend(record.instance.as_deref().map(|uri| ("instance", Member::Str(uri))));
    if !record.context.is_empty() {
        let context = record.context.iter().map(|(name, value)| (*name, Member::Json(value)));
        members.push(("context", Member::Object(context.collect())));
    }
    members
}
