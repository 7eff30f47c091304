//! Common flags that kb does not have.

use crate::entry::{Kind, schema};
use agent_error::clap::UsageError;
use serde_json::Value;

/// The same error, with advice if other programs have the flag, or if it is a field of the metadata.
pub(crate) fn advised(mut error: UsageError) -> UsageError {
    if let UsageError::UnknownFlag { flag, nearest, advice, .. } = &mut error {
        let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
        let kinds: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| field(*kind, name).is_some()).collect();
        if name == "output" || name == "agent" {
            // There, `--format` is the format of the export.
            let place = if std::env::args_os().any(|word| word == "errors") { " before `errors`" } else { "" };
            (*nearest, *advice) = (Some("--format".to_owned()), format!("Pass `--format json`{place}"));
        } else if name == "format" {
            (*nearest, *advice) = (None, "Pass `--format` before `errors`".to_owned());
        } else if let Some(kind) = kinds.first() {
            let value = value_of(flag, std::env::args_os().map(|word| word.to_string_lossy().into_owned()));
            let value = value.map_or_else(|| "…".to_owned(), |value| in_json(*kind, name, value).to_string());
            let kinds = kinds.iter().map(Kind::to_string).collect::<Vec<_>>().join("` or `");
            *nearest = Some("--metadata".to_owned());
            *advice = format!(
                "In an entry of the type `{kinds}`, `{name}` belongs into the metadata: pass `--metadata '{{\"{name}\": {value}}}'`"
            );
        }
    }
    error
}

/// What the command line gives a flag, if it is a word that no shell reads in another way.
fn value_of(flag: &str, words: impl Iterator<Item = String>) -> Option<String> {
    let mut words = words.skip_while(|word| word.split('=').next() != Some(flag));
    let value = match words.next()?.split_once('=') {
        Some((_, value)) => value.to_owned(),
        None => words.next().filter(|word| !word.starts_with('-'))?,
    };
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c));
    is_word(&value).then_some(value)
}

/// The schema of a field in the metadata of a type's entries.
fn field(kind: Kind, name: &str) -> Option<Value> {
    schema::of(kind)["properties"]["metadata"]["properties"].get(name).cloned()
}

/// A value as the schema of its field asks for it: a number stays one, and a text that looks like a number stays a text.
fn in_json(kind: Kind, name: &str, value: String) -> Value {
    let is_text = field(kind, name).is_some_and(|schema| schema["type"] == "string");
    match serde_json::from_str(&value) {
        Ok(read @ (Value::Number(_) | Value::Bool(_))) if !is_text => read,
        _ => value.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::value_of;

    #[test]
    fn a_value_is_repeated_if_it_is_a_plain_word() {
        let value = |line: &str| value_of("--status", line.split(' ').map(str::to_owned));
        assert_eq!(value("kb add --status open --title A").as_deref(), Some("open"));
        assert_eq!(value("kb add --status=open").as_deref(), Some("open"));
        for line in ["kb add --status", "kb add --status --title", "kb add --status=it's", "kb add --status="] {
            assert_eq!(value(line), None, "{line}");
        }
    }
}
