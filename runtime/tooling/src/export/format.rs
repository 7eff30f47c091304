//! Export formats.

use crate::words::words;

words! {
    /// An export format.
    pub enum ExportFormat {
        /// JSON Schema of the program's envelopes.
        Schema = "schema",
        /// `OpenAPI` 3.1 components: schemas of errors in envelopes and as problems, and a response for each HTTP
        /// status.
        OpenApi = "openapi",
        /// TypeScript types, and a table of static facts about each code.
        TypeScript = "typescript",
        /// Markdown pages, one per code, and an index.
        #[cfg(feature = "pages")]
        Markdown = "markdown",
        /// Source of an mdBook: indexes, and a page for each code at the path of its docs URL.
        #[cfg(feature = "pages")]
        Site = "site",
        /// Section for a project's `llms.txt`.
        #[cfg(feature = "pages")]
        Llms = "llms",
    }
}
