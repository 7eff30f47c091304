//! The commands about entries.

use super::fields::Fields;
use crate::entry::Kind;
use crate::error::KbError;
use crate::format::FormatArgs;
use crate::kb::Kb;
use crate::lines;
use crate::store::{Filter, Found, Imported, Listed, OnConflict, Page, Unreadable};
use agent_error::Response;
use agent_error::format::clean;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Add {
    /// The id; made of the title without one
    id: Option<String>,
    #[command(flatten)]
    fields: Fields,
    #[command(flatten)]
    format: FormatArgs,
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
    /// The id of the entry
    id: String,
    #[command(flatten)]
    format: FormatArgs,
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
    /// Only entries of this type
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    kind: Option<Kind>,

    /// Only entries with this tag
    #[arg(long)]
    tag: Option<String>,

    /// Only entries whose ids come after this one
    #[arg(long, value_name = "ID")]
    after: Option<String>,

    /// The most entries
    #[arg(long, value_name = "COUNT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=200))]
    limit: u32,

    #[command(flatten)]
    format: FormatArgs,
}

impl List {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let Self { kind, tag, after, limit, .. } = self;
        let page = kb.list(&Filter { kind, tag, after, limit })?;
        let text = clean(&list_text(&page));
        let warnings = warnings(&page.unreadable);
        Ok(warnings.into_iter().fold(Response::new(page).human(text), Response::warning))
    }
}

fn list_text(page: &Page) -> String {
    let lines = page.entries.iter().map(line).collect::<Vec<_>>().join("\n");
    match (&page.next_after, lines.is_empty()) {
        (Some(after), _) => format!("{lines}\nMore with `--after {after}`."),
        (None, true) => "No entries.".to_owned(),
        (None, false) => lines,
    }
}

fn line(entry: &Listed) -> String {
    format!("{}  {}", entry.id, entry.title)
}

fn warnings(unreadable: &[Unreadable]) -> Vec<String> {
    unreadable.iter().map(|none| format!("the entry `{}` is left out: {}", none.id, none.problem)).collect()
}

#[derive(Debug, clap::Args)]
pub(super) struct Search {
    /// Words that an entry must hold, all of them
    query: String,

    /// The most entries
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=50))]
    limit: u32,

    #[command(flatten)]
    format: FormatArgs,
}

impl Search {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let found = kb.search(&self.query, self.limit)?;
        let line = |found: &Found| format!("{}\n    {}", line(&found.entry), found.excerpt.replace('\n', " "));
        let text = found.entries.iter().map(line).collect::<Vec<_>>().join("\n");
        let text = if text.is_empty() { "No entry holds all of these words.".to_owned() } else { text };
        let warnings = warnings(&found.unreadable);
        Ok(warnings.into_iter().fold(Response::new(found).human(clean(&text)), Response::warning))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Update {
    /// The id of the entry
    id: String,

    /// The version that the change is made for, as `kb get` shows it
    #[arg(long, value_name = "VERSION")]
    if_version: u64,

    #[command(flatten)]
    fields: Fields,
    #[command(flatten)]
    format: FormatArgs,
}

impl Update {
    pub(super) fn run(self, kb: &Kb) -> Result<Response, KbError> {
        let entry = kb.update(&self.id, self.if_version, self.fields.read()?)?;
        let text = format!("Changed {}, now version {}.", entry.id, entry.version);
        Ok(Response::new(entry).human(text))
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Remove {
    /// The id of the entry
    id: String,

    /// Remove it only if it is at this version
    #[arg(long, value_name = "VERSION")]
    if_version: Option<u64>,

    #[command(flatten)]
    format: FormatArgs,
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
    /// The file; `-` is standard input
    file: PathBuf,

    /// What to do with an entry whose id is taken
    #[arg(long, value_enum, default_value_t)]
    on_conflict: OnConflict,

    #[command(flatten)]
    format: FormatArgs,
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
