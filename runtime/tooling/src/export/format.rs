//! The formats in which a catalog can be exported.

use crate::words::words;

words! {
    /// A format in which a catalog can be exported.
    pub enum ExportFormat {
        /// The JSON Schema of an envelope of the program.
        Schema = "schema",
        /// The components of an `OpenAPI` 3.1 document: errors as problems and in envelopes, and responses by status.
        OpenApi = "openapi",
        /// TypeScript types of the errors, and a table of their facts.
        TypeScript = "typescript",
        /// One Markdown page per code, and an index.
        #[cfg(feature = "pages")]
        Markdown = "markdown",
        /// The source of an mdBook: indexes, and a page per code at the path of its docs URL.
        #[cfg(feature = "pages")]
        Site = "site",
        /// A section for the `llms.txt` of a project.
        #[cfg(feature = "pages")]
        Llms = "llms",
    }
}
