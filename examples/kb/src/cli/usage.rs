//! Advice for common flags that kb doesn't have.

use crate::entry::{Kind, schema};
use agent_error::clap::UsageError;
use serde_json::Value;

/// Adds advice to the error if other programs have the flag, or if the flag is a metadata field.
pub(crate) fn advised(mut error: UsageError) -> UsageError {
    if let UsageError::UnknownFlag { flag, nearest, advice, .. } = &mut error {
        let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
        let kinds: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| field(*kind, name).is_some()).collect();
        if name == "agent" {
            (*nearest, *advice) = (vec!["--format".to_owned()], "Pass `--format json`".to_owned());
        } else if let Some(kind) = kinds.first() {
            let value = value_of(flag, std::env::args_os().map(|word| word.to_string_lossy().into_owned()));
            let value = value.map_or_else(|| "…".to_owned(), |value| in_json(*kind, name, value).to_string());
            let kinds = kinds.iter().map(Kind::to_string).collect::<Vec<_>>().join("` or `");
            *nearest = vec!["--metadata".to_owned()];
            *advice = format!(
                "For entries of type `{kinds}`, `{name}` is a metadata field: pass `--metadata '{{\"{name}\": {value}}}'`"
            );
        }
    }
    error
}

/// Returns the value of a flag, unless a shell could interpret it differently.
fn value_of(flag: &str, words: impl Iterator<Item = String>) -> Option<String> {
    let mut words = words.skip_while(|word| word.split('=').next() != Some(flag));
    let value = match words.next()?.split_once('=') {
        Some((_, value)) => value.to_owned(),
        None => words.next().filter(|word| !word.starts_with('-'))?,
    };
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c));
    is_word(&value).then_some(value)
}

/// Returns the schema of a metadata field.
fn field(kind: Kind, name: &str) -> Option<Value> {
    schema::of(kind)["properties"]["metadata"]["properties"].get(name).cloned()
}

/// Converts a value to JSON according to the schema of its field, so that a string that looks like a number stays a
/// string.
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
    fn plain_words_are_repeated_in_the_advice() {
        let value = |line: &str| value_of("--status", line.split(' ').map(str::to_owned));
        assert_eq!(value("kb add --status open --title A").as_deref(), Some("open"));
        assert_eq!(value("kb add --status=open").as_deref(), Some("open"));
        for line in ["kb add --status", "kb add --status --title", "kb add --status=it's", "kb add --status="] {
            assert_eq!(value(line), None, "{line}");
        }
    }
}
