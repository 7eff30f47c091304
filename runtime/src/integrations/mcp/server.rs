//! A server around another one.

use super::arguments::Checks;
use super::listed::Listed;
use crate::catalog::Catalog;
use crate::catalog::error_set::ErrorSet;
use crate::error::record::ErrorRecord;
use crate::format::{Format, Renderer};
use crate::integrations::mcp::responder::Responder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// An rmcp server whose clients can act on every error.
///
/// Wraps any `ServerHandler` and forwards everything else; the [module](super) lists what it adds. Clones share the
/// compiled schemas and the settings, so one server serves many sessions.
#[derive(Clone, Debug)]
pub struct Server<S> {
    pub(super) inner: S,
    pub(super) responder: Responder,
    pub(super) declared: Arc<BTreeMap<Cow<'static, str>, Arc<ErrorSet>>>,
    pub(super) checks: Arc<Checks>,
    pub(super) listed: Listed,
    /// Whether the names of the declared tools were checked.
    pub(super) names_checked: Arc<AtomicBool>,
    pub(super) explained: Explained,
    pub(super) unknown_tool_is_protocol_error: bool,
    pub(super) masks: bool,
    pub(super) observer: Option<Observer>,
    catalog: Arc<OnceLock<Catalog>>,
}

/// The codes that clients can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explained {
    Nothing,
    Linked,
    /// The codes of a catalog that the author selected.
    Chosen,
}

/// The function that sees the errors that go to clients.
#[derive(Clone)]
pub(super) struct Observer(Arc<See>);

type See = dyn Fn(&str, &ErrorRecord) + Send + Sync;

impl Observer {
    pub(super) fn see(&self, call: &str, error: &ErrorRecord) {
        (self.0)(call, error);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}

impl<S> Server<S> {
    /// Wraps this server. Errors are [`Format::Brief`] by default: of the formats with which an agent reaches most goals,
    /// it has the fewest tokens.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            responder: Responder::new(Format::Brief),
            declared: Arc::default(),
            checks: Arc::default(),
            listed: Listed::default(),
            names_checked: Arc::default(),
            explained: Explained::Nothing,
            unknown_tool_is_protocol_error: false,
            masks: false,
            observer: None,
            catalog: Arc::default(),
        }
    }

    /// Sets the format of errors, or their renderer.
    #[must_use]
    pub fn format(self, format: impl Into<Renderer<'static>>) -> Self {
        Self { responder: self.responder.format(format), ..self }
    }

    /// Sets whether errors also have structured content, see [`Responder::structured`]. Errors of a tool with an output
    /// schema never have it, since it would not match the schema.
    #[must_use]
    pub fn structured(self, structured: bool) -> Self {
        Self { responder: self.responder.structured(structured), ..self }
    }

    /// Declares codes that a tool may end with, in addition to its other sets and those of every server. They are in
    /// its description, and in its `_meta` as `agent-error/errors`. Debug builds report two mistakes on standard error:
    /// a call that ends with another code, and, when a client connects, a tool that does not exist.
    #[must_use]
    pub fn errors(mut self, tool: impl Into<Cow<'static, str>>, errors: ErrorSet) -> Self {
        let declared = Arc::make_mut(&mut self.declared).entry(tool.into()).or_default();
        *declared = Arc::new(errors.and(declared));
        self
    }

    /// Lets clients read the codes: as the resources `errors://catalog` and `errors://{code}`, and with the tool
    /// `errors_explain`. Lists the codes of the tools and of every server if each tool [declares](Self::errors) its
    /// own, otherwise those of all linked types. Without this call, or [`catalog`](Self::catalog), a server only has
    /// the resources and tools of the server inside.
    #[must_use]
    pub fn with_catalog(self) -> Self {
        Self { explained: Explained::Linked, ..self }
    }

    /// Lets clients read the codes of this catalog, as [`with_catalog`](Self::with_catalog) does for all linked types.
    #[must_use]
    pub fn catalog(self, catalog: Catalog) -> Self {
        let catalog = Arc::new(catalog.of_a_server().into());
        Self { explained: Explained::Chosen, catalog, ..self }
    }

    /// Answers the call of an unknown tool with a protocol error, -32602 with the error in `data`, as MCP 2026-07-28
    /// requires. By default the answer is the result of a call, which models read, as SEP-2145 proposes.
    #[must_use]
    pub fn unknown_tool_as_protocol_error(self) -> Self {
        Self { unknown_tool_is_protocol_error: true, ..self }
    }

    /// Hides the texts of errors without a code from clients, as they may contain paths, hosts and queries: results
    /// that a tool marks as errors itself, errors that no rule matches, and internal protocol errors. The client sees
    /// `UNCLASSIFIED_ERROR`; [`on_error`](Self::on_error) sees the error.
    #[must_use]
    pub fn mask_uncoded(self) -> Self {
        Self { masks: true, ..self }
    }

    /// Calls this function with each error that goes to a client, for example to log it. The arguments are the tool or
    /// method that was called, and the whole error with its causes; the code of an error without one is empty.
    ///
    /// ```
    /// # use agent_error::mcp::Server;
    /// # fn logged<S: rmcp::ServerHandler>(handler: S) -> Server<S> {
    /// Server::new(handler).on_error(|call, error| eprintln!("{call}: {} {error}", error.code))
    /// # }
    /// ```
    #[must_use]
    pub fn on_error(self, observer: impl Fn(&str, &ErrorRecord) + Send + Sync + 'static) -> Self {
        Self { observer: Some(Observer(Arc::new(observer))), ..self }
    }

    /// The server inside.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// Whether clients can read the catalog.
    pub(super) fn explains(&self) -> bool {
        self.explained != Explained::Nothing
    }

    /// The codes that clients can read.
    pub(super) fn codes(&self) -> &Catalog {
        self.catalog.get_or_init(|| Catalog::of_the_program().0.of_a_server())
    }
}
