//! A catalog as documents for other programs and for people.

mod folder;
mod json;
mod openapi;
mod typescript;

pub use folder::Exported;
pub(super) use json::CATALOG_VERSION;

use super::exported_file::ExportedFile;
use super::pretty::pretty;
use super::schema::Sorted;
use crate::catalog::Catalog;
use crate::tooling::docs;
use crate::vocabulary::export_format::Export;

impl Export {
    /// Whether it is a folder of several files and no single document.
    pub const fn is_folder(self) -> bool {
        match self {
            Self::Json | Self::Schema | Self::OpenApi | Self::TypeScript | Self::Llms => false,
            Self::Markdown | Self::Mdbook => true,
        }
    }
}

impl Catalog {
    /// The documents, sorted by their paths: the same bytes for the same catalog, wherever and whenever.
    pub fn export(&self, export: Export) -> Vec<ExportedFile> {
        let mut files = match export {
            Export::Json => one("errors.json", json::text(self)),
            Export::Schema => one("envelope.schema.json", pretty(&Sorted(&self.envelope_schema()), 1)),
            Export::OpenApi => one("errors.openapi.json", pretty(&Sorted(&openapi::document(self)), 3)),
            Export::TypeScript => one("errors.ts", typescript::text(self)),
            Export::Markdown => docs::markdown(self),
            Export::Mdbook => docs::mdbook(self),
            Export::Llms => vec![docs::llms(self)],
        };
        files.sort();
        files
    }
}

fn one(path: &str, text: String) -> Vec<ExportedFile> {
    vec![ExportedFile { path: path.to_owned(), text }]
}
