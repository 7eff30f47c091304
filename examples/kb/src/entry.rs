//! The entries of a knowledge base.

mod check;
mod problem;
pub(crate) mod schema;

pub(crate) use check::{check, invalid};

use crate::error::EntryError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;

/// The maximum length of a body, in bytes.
pub(crate) const MAX_BODY: u64 = 256 * 1024;

/// The type of an entry, which determines its metadata.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[clap(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Anything worth knowing
    #[default]
    Note,
    /// A task to be done
    BacklogItem,
    /// A decision
    Decision,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Note, Self::BacklogItem, Self::Decision];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::BacklogItem => "backlog_item",
            Self::Decision => "decision",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An entry before it's stored.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(crate) struct Draft {
    /// If `None`, the ID is derived from the title.
    pub(crate) id: Option<String>,
    #[serde(rename = "type", default)]
    pub(crate) kind: Kind,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    #[serde(default)]
    pub(crate) body: String,
    #[serde(default)]
    pub(crate) metadata: Map<String, Value>,
}

impl Draft {
    /// Returns the ID, or derives one from the letters and digits of the title.
    pub(crate) fn id(&self) -> Result<String, EntryError> {
        let made = || {
            let words = self.title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
            let id = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
            id.chars().take(schema::LONGEST_ID).collect::<String>().trim_end_matches('-').to_owned()
        };
        let id = self.id.clone().unwrap_or_else(made);
        match id.is_empty() {
            true => Err(invalid(
                "id",
                "required",
                "is missing",
                "cannot derive an ID, because the title has no ASCII letters or digits",
            )),
            false => Ok(id),
        }
    }
}

/// Returns the schema of a version. JSON Schema doesn't define the format `uint64`.
pub(crate) fn version_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "integer", "minimum": 1})
}

/// A stored entry.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub(crate) struct Entry {
    pub(crate) id: String,
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    pub(crate) title: String,
    pub(crate) tags: Vec<String>,
    pub(crate) body: String,
    pub(crate) metadata: Map<String, Value>,
    /// Starts at 1 and increases with each change.
    #[schemars(schema_with = "version_schema")]
    pub(crate) version: u64,
    /// The time of the last change, as RFC 3339 in UTC.
    pub(crate) updated: String,
}

impl Entry {
    /// Converts the entry back to a draft.
    pub(crate) fn into_draft(self) -> Draft {
        let Self { id, kind, title, tags, body, metadata, .. } = self;
        Draft { id: Some(id), kind, title, tags, body, metadata }
    }

    /// Returns the fields that can be updated.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        let Self { kind, title, tags, body, metadata, .. } = self;
        let fields = [
            ("type", kind.name().into()),
            ("title", title.as_str().into()),
            ("tags", json!(tags)),
            ("body", body.as_str().into()),
            ("metadata", Value::Object(metadata.clone())),
        ];
        fields.into_iter().map(|(name, value): (_, Value)| (name.to_owned(), value)).collect()
    }

    /// Truncates a long body, so that the entry doesn't fill an agent's context when included in an error.
    pub(crate) fn brief(mut self) -> Self {
        const LONGEST: usize = 1000;
        if let Some((end, _)) = self.body.char_indices().nth(LONGEST) {
            self.body.truncate(end);
            self.body.push('…');
        }
        self
    }

    /// Formats the entry for people.
    pub(crate) fn text(&self) -> String {
        let Self { id, kind, title, tags, version, updated, .. } = self;
        let metadata = self.metadata.iter().map(|(name, value)| format!("\n  {name}: {value}"));
        let tags = if tags.is_empty() { String::new() } else { format!("\n  tags: {}", tags.join(", ")) };
        let body = if self.body.is_empty() { String::new() } else { format!("\n\n{}", self.body) };
        let metadata: String = metadata.collect();
        format!("{title}\n  {kind} {id}, version {version} of {updated}{tags}{metadata}{body}")
    }
}

/// Formats the entry as compact JSON.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        json!(self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, Kind};
    use serde_json::Map;

    fn draft(title: &str) -> Draft {
        let title = title.to_owned();
        Draft { id: None, kind: Kind::Note, title, tags: Vec::new(), body: String::new(), metadata: Map::new() }
    }

    #[test]
    fn ids_are_derived_from_titles() {
        assert_eq!(draft("  How we Parse: PosixPath! ").id().unwrap(), "how-we-parse-posixpath");
        assert_eq!(draft(&"ab ".repeat(60)).id().unwrap(), format!("{}ab", "ab-".repeat(26)));
        assert!(draft("…").id().is_err());
    }

    #[test]
    fn kinds_have_the_same_names_in_serde() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
    }
}
