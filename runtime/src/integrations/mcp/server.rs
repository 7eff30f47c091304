//! A server around another one.

use super::arguments::Checks;
use crate::catalog::Catalog;
use crate::catalog::error_set::ErrorSet;
use crate::format::Renderer;
use crate::integrations::mcp::responder::Responder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A server of rmcp whose clients can act on every error.
///
/// It wraps any `ServerHandler` and passes on what it does not know; the [module](super) says what it adds.
#[derive(Debug)]
pub struct Server<S> {
    pub(super) inner: S,
    pub(super) responder: Responder,
    pub(super) declared: BTreeMap<Cow<'static, str>, Arc<ErrorSet>>,
    pub(super) checks: Checks,
    /// Whether clients can read the catalog.
    pub(super) explains: bool,
    catalog: OnceLock<Catalog>,
}

impl<S> Server<S> {
    /// A server around this one, whose errors are envelopes.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            responder: Responder::default(),
            declared: BTreeMap::new(),
            checks: Checks::default(),
            explains: false,
            catalog: OnceLock::new(),
        }
    }

    /// The format of errors, or how they are written.
    #[must_use]
    pub fn format(self, format: impl Into<Renderer<'static>>) -> Self {
        Self { responder: self.responder.format(format), ..self }
    }

    /// Whether errors also have structured content, see [`Responder::structured`]. Those of a tool with an output schema have
    /// none: it would not be as the schema says.
    #[must_use]
    pub fn structured(self, structured: bool) -> Self {
        Self { responder: self.responder.structured(structured), ..self }
    }

    /// The codes that a tool may end with, beside those of its other sets and those of every server. They stand in its description,
    /// and in its `_meta` as `agent-error/errors`. In debug builds, a call that ends with another code is reported on
    /// standard error, and so is a tool that does not exist.
    #[must_use]
    pub fn errors(mut self, tool: impl Into<Cow<'static, str>>, errors: ErrorSet) -> Self {
        let declared = self.declared.entry(tool.into()).or_default();
        *declared = Arc::new(errors.and(declared));
        self
    }

    /// Lets clients read the codes of all linked types: as resources, `errors://catalog` and `errors://{code}`, and by the
    /// tool `errors_explain`. Without this call, or [`catalog`](Self::catalog), a wrapped server has the resources and the
    /// tools of the server inside.
    #[must_use]
    pub fn with_catalog(self) -> Self {
        Self { explains: true, ..self }
    }

    /// Lets clients read the codes of this catalog, as [`with_catalog`](Self::with_catalog) does for all linked types.
    #[must_use]
    pub fn catalog(self, catalog: Catalog) -> Self {
        Self { explains: true, catalog: catalog.of_a_server().into(), ..self }
    }

    /// The server itself.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// What clients can read of the codes.
    pub(super) fn codes(&self) -> &Catalog {
        self.catalog.get_or_init(|| Catalog::of_the_program().0.of_a_server())
    }
}
