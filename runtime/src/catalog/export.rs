//! A catalog as documents for other programs and for people.

mod error;
mod folder;
mod json;
mod openapi;
mod typescript;

pub use error::ExportError;
pub use folder::Exported;
pub(super) use json::CATALOG_VERSION;

use super::Catalog;
use super::pretty::pretty;
use super::schema::Sorted;
use crate::docs;
use crate::words::wire_words;

wire_words! {
    /// What a catalog can be exported as.
    pub enum Export {
        /// The whole catalog as one JSON document.
        Json = "json",
        /// The JSON Schema of an envelope of the program.
        Schema = "schema",
        /// The components of an `OpenAPI` 3.1 document: errors as problems and in envelopes, and responses by status.
        OpenApi = "openapi",
        /// TypeScript types of the errors, and a table of their facts.
        TypeScript = "typescript",
        /// One Markdown page a code, and an index.
        Markdown = "markdown",
        /// The source of an mdBook: a page a code where its docs URL looks for it, and indexes.
        Mdbook = "mdbook",
        /// A section for the `llms.txt` of a project.
        Llms = "llms",
    }
}

/// A document, or one of several that belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// Where it stands in the folder of the export, as in `src/DB_LOCKED.md`: relative, with slashes.
    pub path: String,
    /// What it holds; it ends with a newline.
    pub text: String,
}

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
