//! Flags for the fields of an entry.

use crate::entry::{Kind, invalid};
use crate::error::KbError;
use crate::lines;
use serde_json::{Map, Value};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Fields")]
pub(super) struct Fields {
    /// Title
    #[arg(long)]
    title: Option<String>,

    /// Type
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    kind: Option<Kind>,

    /// Tag; repeat the flag for several tags, or pass an empty value for none
    #[arg(long = "tag", value_name = "TAG")]
    tags: Option<Vec<String>>,

    /// Body
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "body_file")]
    body: Option<String>,

    /// File with the body, or "-" for standard input
    #[arg(long, value_name = "PATH")]
    body_file: Option<PathBuf>,

    /// Type-specific metadata, as a JSON object
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    metadata: Option<String>,
}

impl Fields {
    /// Returns the given fields, without validating them.
    pub(super) fn read(self) -> Result<Map<String, Value>, KbError> {
        let body = match (self.body, self.body_file) {
            (None, Some(path)) => Some(lines::read(&path, "body")?),
            (body, _) => body,
        };
        let tags = self.tags.map(|tags| tags.into_iter().filter(|tag| !tag.is_empty()).collect::<Vec<_>>());
        let fields = [
            ("title", self.title.map(Value::from)),
            ("type", self.kind.map(|kind| kind.name().into())),
            ("tags", tags.map(Value::from)),
            ("body", body.map(Value::from)),
            ("metadata", self.metadata.as_deref().map(json).transpose()?),
        ];
        Ok(fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
    }
}

fn json(text: &str) -> Result<Value, KbError> {
    serde_json::from_str(text).map_err(|error| {
        let detail = format!(
            "Expected a JSON object such as --metadata '{{\"source\":\"a book\"}}'; cannot parse this value: {error}"
        );
        invalid("metadata", "json", "is not valid JSON", &detail).into()
    })
}
