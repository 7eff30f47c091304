//! Exports catalogs as schemas and documentation.

mod openapi;

use crate::document::Document;
#[cfg(feature = "pages")]
use crate::pages;
use crate::schema::{Sorted, pretty};
use crate::words::words;

words! {
    /// A format for exported catalogs, such as OpenAPI or Markdown.
    pub enum ExportFormat {
        /// JSON Schema of the program's envelopes.
        Schema = "schema",
        /// `OpenAPI` 3.1 components: schemas of errors in envelopes and as problems, and a response
        /// for each HTTP status.
        OpenApi = "openapi",
        /// Markdown pages, one per code, and an index. mdBook can build a site from them.
        #[cfg(feature = "pages")]
        Markdown = "markdown",
    }
}

/// A file that's part of an export.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// The file name, such as `DB_LOCKED.md`.
    pub path: String,
    /// The content, including a trailing newline.
    pub text: String,
}

impl Document {
    /// Exports the catalog. Returns the files, sorted by path. Only Markdown consists of several
    /// files.
    ///
    /// The output is deterministic: the same catalog results in the same bytes on every machine.
    pub fn export(&self, format: ExportFormat) -> Vec<ExportedFile> {
        let one = |path: &str, text| {
            vec![ExportedFile {
                path: path.to_owned(),
                text,
            }]
        };
        match format {
            ExportFormat::Schema => one(
                "envelope.schema.json",
                pretty(&Sorted(&self.envelope_schema())),
            ),
            ExportFormat::OpenApi => one(
                "errors.openapi.json",
                pretty(&Sorted(&openapi::document(self))),
            ),
            #[cfg(feature = "pages")]
            ExportFormat::Markdown => pages::markdown(self)
                .into_iter()
                .map(|(path, text)| ExportedFile { path, text })
                .collect(),
        }
    }
}
