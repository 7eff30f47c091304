//! A catalog as documents for programs and for people.

mod folder;
mod json;
mod openapi;
mod typescript;

pub use folder::Exported;
pub(super) use json::{CATALOG_VERSION, Program};

use super::exported_file::ExportedFile;
use super::pretty::pretty;
use super::schema::Sorted;
use crate::catalog::Catalog;
use crate::tooling::docs;
use crate::vocabulary::export_format::ExportFormat;

impl ExportFormat {
    /// Whether it is a folder of several files.
    pub const fn is_folder(self) -> bool {
        match self {
            Self::Json | Self::Schema | Self::OpenApi | Self::TypeScript | Self::Llms => false,
            Self::Markdown | Self::Mdbook => true,
        }
    }
}

impl Catalog {
    /// The documents, sorted by path: the same bytes for the same catalog on every machine.
    pub fn export(&self, export: ExportFormat) -> Vec<ExportedFile> {
        let mut files = match export {
            ExportFormat::Json => one("errors.json", json::text(self)),
            ExportFormat::Schema => one("envelope.schema.json", pretty(&Sorted(&self.envelope_schema()), 1)),
            ExportFormat::OpenApi => one("errors.openapi.json", pretty(&Sorted(&openapi::document(self)), 3)),
            ExportFormat::TypeScript => one("errors.ts", typescript::text(self)),
            ExportFormat::Markdown => docs::markdown(self),
            ExportFormat::Mdbook => docs::mdbook(self),
            ExportFormat::Llms => vec![docs::llms(self)],
        };
        files.sort();
        files
    }
}

fn one(path: &str, text: String) -> Vec<ExportedFile> {
    vec![ExportedFile { path: path.to_owned(), text }]
}
