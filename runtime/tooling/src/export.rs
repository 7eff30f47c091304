//! Exports catalogs as schemas, types and documentation.

mod error;
mod exported_file;
mod folder;
mod format;
mod openapi;
mod typescript;

pub use error::ExportError;
pub use exported_file::ExportedFile;
#[cfg(feature = "pages")]
pub(crate) use exported_file::folder_name;
pub use folder::ExportReport;
pub use format::ExportFormat;

use crate::document::Document;
#[cfg(feature = "pages")]
use crate::pages;
use crate::pretty::pretty;
use crate::schema::Sorted;

impl ExportFormat {
    /// Whether an export in this format consists of several files.
    pub const fn is_folder(self) -> bool {
        match self {
            Self::Schema | Self::OpenApi | Self::TypeScript => false,
            #[cfg(feature = "pages")]
            Self::Llms => false,
            #[cfg(feature = "pages")]
            Self::Markdown | Self::Site => true,
        }
    }
}

impl Document {
    /// Exports the catalog. Returns the files, sorted by path.
    ///
    /// The output is deterministic: the same catalog results in the same bytes on every machine.
    pub fn export(&self, export: ExportFormat) -> Vec<ExportedFile> {
        let mut files = match export {
            ExportFormat::Schema => one("envelope.schema.json", pretty(&Sorted(&self.envelope_schema()), 1)),
            ExportFormat::OpenApi => one("errors.openapi.json", pretty(&Sorted(&openapi::document(self)), 3)),
            ExportFormat::TypeScript => one("errors.ts", typescript::text(self)),
            #[cfg(feature = "pages")]
            ExportFormat::Markdown => pages::markdown(self),
            #[cfg(feature = "pages")]
            ExportFormat::Site => pages::mdbook(self),
            #[cfg(feature = "pages")]
            ExportFormat::Llms => vec![pages::llms(self)],
        };
        files.sort();
        files
    }
}

fn one(path: &str, text: String) -> Vec<ExportedFile> {
    vec![ExportedFile { path: path.to_owned(), text }]
}
