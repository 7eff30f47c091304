//! The commands for entries.

use super::fields::Fields;
use crate::entry::Kind;
use crate::error::KbError;
use crate::kb::Kb;
use crate::lines;
use crate::store::{Filter, Found, Imported, Listed, OnConflict, Page, Unreadable};
use agent_error::Response;
use agent_error::format::clean;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Add {
    /// ID of the entry [default: derived from the title]
    id: Option<String>,
    #[command(flatten)]
    fields: Fields,
}

impl Add {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let mut fields = self.fields.read()?;
        fields.extend(self.id.map(|id| ("id".to_owned(), id.into())));
        let entry = kb.add(fields)?;
        let text = format!("Added {}, version {}.", entry.id, entry.version);
        Ok(Response::new(entry).human(text))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Get {
    /// ID of the entry
    id: String,
}

impl Get {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let entry = kb.get(&self.id)?;
        let text = clean(&entry.text());
        Ok(Response::new(entry).human(text))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct List {
    /// Only list entries of this type
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    kind: Option<Kind>,

    /// Only list entries with this tag
    #[arg(long)]
    tag: Option<String>,

    /// Only list entries with IDs after this one
    #[arg(long, value_name = "ID")]
    after: Option<String>,

    /// Maximum number of entries
    #[arg(long, value_name = "COUNT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=200))]
    limit: u32,
}

impl List {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let Self { kind, tag, after, limit } = self;
        let page = kb.list(&Filter { kind, tag, after, limit })?;
        let text = clean(&list_text(&page));
        let warnings = warnings(&page.unreadable);
        Ok(warnings.into_iter().fold(Response::new(page).human(text), Response::warning))
    }
}

fn list_text(page: &Page) -> String {
    let lines = page.entries.iter().map(line).collect::<Vec<_>>().join("\n");
    match (&page.next_after, lines.is_empty()) {
        (Some(after), _) => format!("{lines}\nFor more, pass `--after {after}`."),
        (None, true) => "No entries.".to_owned(),
        (None, false) => lines,
    }
}

fn line(entry: &Listed) -> String {
    format!("{}  {}", entry.id, entry.title)
}

fn warnings(unreadable: &[Unreadable]) -> Vec<String> {
    unreadable.iter().map(|none| format!("skipped the entry `{}`: {}", none.id, none.problem)).collect()
}

#[derive(Debug, clap::Args)]
pub(super) struct Search {
    /// Words to search for; entries must contain all of them
    query: String,

    /// Maximum number of entries
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=50))]
    limit: u32,
}

impl Search {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let found = kb.search(&self.query, self.limit)?;
        let line = |found: &Found| format!("{}\n    {}", line(&found.entry), found.excerpt.replace('\n', " "));
        let text = found.entries.iter().map(line).collect::<Vec<_>>().join("\n");
        let text = if text.is_empty() { "No entry contains all of these words.".to_owned() } else { text };
        let warnings = warnings(&found.unreadable);
        Ok(warnings.into_iter().fold(Response::new(found).human(clean(&text)), Response::warning))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Update {
    /// ID of the entry
    id: String,

    /// Expected version of the entry, as shown by `kb get`
    #[arg(long, value_name = "VERSION")]
    if_version: u64,

    #[command(flatten)]
    fields: Fields,
}

impl Update {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let entry = kb.update(&self.id, self.if_version, self.fields.read()?)?;
        let text = format!("Updated {} to version {}.", entry.id, entry.version);
        Ok(Response::new(entry).human(text))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Remove {
    /// ID of the entry
    id: String,

    /// Only remove this version
    #[arg(long, value_name = "VERSION")]
    if_version: Option<u64>,
}

impl Remove {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let removed = kb.remove(&self.id, self.if_version)?;
        let text = format!("Removed {}, version {}.", removed.id, removed.version);
        Ok(Response::new(removed).human(text))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Import {
    /// File to import, or "-" for standard input
    file: PathBuf,

    /// How to handle entries whose ID already exists
    #[arg(long, value_enum, default_value_t)]
    on_conflict: OnConflict,
}

impl Import {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let imported = kb.import(&self.file, self.on_conflict)?;
        let Imported { added, replaced, skipped } = imported;
        let text = format!("Imported {}: {added} added, {replaced} replaced, {skipped} skipped.", self.file.display());
        Ok(Response::new(imported).human(text))
    }
}

pub(super) fn export(kb: &Kb) -> Result<Response, KbError> {
    Ok(Response::document(lines::text(kb.export()?.iter())))
}
