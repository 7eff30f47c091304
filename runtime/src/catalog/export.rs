//! A catalog as documents for other programs and for people.

mod error;
mod folder;
mod json;

pub use error::ExportError;
pub use folder::Exported;

use super::Catalog;
use crate::docs;
use crate::words::wire_words;

wire_words! {
    /// What a catalog can be exported as.
    pub enum Export {
        /// The whole catalog as one JSON document.
        Json = "json",
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
            Self::Json | Self::Llms => false,
            Self::Markdown | Self::Mdbook => true,
        }
    }
}

impl Catalog {
    /// The documents, sorted by their paths: the same bytes for the same catalog, wherever and whenever.
    pub fn export(&self, export: Export) -> Vec<ExportedFile> {
        let mut files = match export {
            Export::Json => vec![json::document(self)],
            Export::Markdown => docs::markdown(self),
            Export::Mdbook => docs::mdbook(self),
            Export::Llms => vec![docs::llms(self)],
        };
        files.sort();
        files
    }
}
