//! Exports catalogs as schemas and documentation.

mod openapi;

use crate::document::Document;
#[cfg(feature = "pages")]
use crate::pages;
use crate::schema::{Sorted, pretty};
use crate::words::words;
use serde_json::Value;

words! {
    /// A format for exported catalogs, such as OpenAPI or Markdown.
    ///
    /// ```
    /// # use agent_error::{AgentError, Catalog};
    /// # #[derive(Debug, thiserror::Error, AgentError)]
    /// # #[error("no such user")]
    /// # #[code("USER_NOT_FOUND", exit = 5)]
    /// # struct NoUser;
    /// use agent_error_tooling::{Document, ExportFormat};
    ///
    /// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
    /// let format: ExportFormat = "schema".parse().unwrap();
    /// assert_eq!(document.export(format)[0].path, "envelope.schema.json");
    /// ```
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
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::{Document, ExportFormat};
///
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// let files = document.export(ExportFormat::OpenApi);
/// assert_eq!(files[0].path, "errors.openapi.json");
/// assert!(files[0].text.contains("USER_NOT_FOUND"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// The file name, such as `DB_LOCKED.md`.
    pub path: String,
    /// The content, including a trailing newline.
    pub text: String,
}

fn json_file(path: &str, value: &Value) -> ExportedFile {
    ExportedFile {
        path: path.to_owned(),
        text: pretty(&Sorted(value)),
    }
}

impl Document {
    /// Adds the errors of this catalog to an `OpenAPI` 3.1 document: its components, and a response
    /// for each HTTP status to one operation, such as `get` of `/users/{name}`. Codes that can have
    /// any status become the response `default`. Responses of the operation itself are kept.
    ///
    /// ```
    /// use agent_error::{AgentError, Catalog};
    /// use agent_error_tooling::Document;
    ///
    /// #[derive(Debug, thiserror::Error, AgentError)]
    /// #[error("the cart is empty")]
    /// #[code("CART_EMPTY", status = 409)]
    /// struct CartEmpty;
    ///
    /// let mut api = serde_json::json!({"openapi": "3.1.0"});
    /// let errors: Document = Catalog::of::<CartEmpty>().document().parse().unwrap();
    /// errors.add_to_openapi(&mut api, "/orders", "post");
    /// let response = &api["paths"]["/orders"]["post"]["responses"]["409"];
    /// assert_eq!(response["$ref"], "#/components/responses/Status409");
    /// ```
    pub fn add_to_openapi(&self, api: &mut Value, path: &str, method: &str) {
        openapi::add_to(api, self, path, method);
    }

    /// Exports the catalog. Returns the files, sorted by path. Only Markdown consists of several
    /// files.
    ///
    /// The output is deterministic: the same catalog results in the same bytes on every machine.
    pub fn export(&self, format: ExportFormat) -> Vec<ExportedFile> {
        match format {
            ExportFormat::Schema => {
                vec![json_file("envelope.schema.json", &self.envelope_schema())]
            }
            ExportFormat::OpenApi => {
                vec![json_file("errors.openapi.json", &openapi::document(self))]
            }
            #[cfg(feature = "pages")]
            ExportFormat::Markdown => pages::markdown(self)
                .into_iter()
                .map(|(path, text)| ExportedFile { path, text })
                .collect(),
        }
    }
}
