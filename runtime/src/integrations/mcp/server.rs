//! A server around another one.

use super::arguments::Checks;
use super::listed::Listed;
use crate::catalog::Catalog;
use crate::catalog::error_set::ErrorSet;
use crate::error::record::ErrorRecord;
use crate::format::Renderer;
use crate::integrations::mcp::responder::Responder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// A server of rmcp whose clients can act on every error.
///
/// It wraps any `ServerHandler` and passes on what it does not know; the [module](super) says what it adds. A clone shares the
/// compiled schemas and the settings, so that one server serves many sessions.
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
    /// Those of a catalog that the author chose.
    Chosen,
}

/// Who sees the errors that go to clients.
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
    /// A server around this one, whose errors are envelopes.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            responder: Responder::envelopes(),
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

    /// The codes that a tool may end with, beside those of its other sets and those of every server. They are in its description,
    /// and in its `_meta` as `agent-error/errors`. In debug builds, a call that ends with another code is reported on
    /// standard error, and so is, when a client connects, a tool that does not exist.
    #[must_use]
    pub fn errors(mut self, tool: impl Into<Cow<'static, str>>, errors: ErrorSet) -> Self {
        let declared = Arc::make_mut(&mut self.declared).entry(tool.into()).or_default();
        *declared = Arc::new(errors.and(declared));
        self
    }

    /// Lets clients read the codes: as resources, `errors://catalog` and `errors://{code}`, and by the tool `errors_explain`. Listed
    /// are the codes of the tools and of every server, if each tool [declares](Self::errors) its own, else those of all linked types.
    /// Without this call, or [`catalog`](Self::catalog), a wrapped server has the resources and the tools of the server inside.
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

    /// Answers the call of an unknown tool with an error of the protocol, -32602 with the error in `data`, as MCP of 2026-07-28
    /// says. By default the answer is the result of a call, which models read; SEP-2145 proposes that.
    #[must_use]
    pub fn unknown_tool_as_protocol_error(self) -> Self {
        Self { unknown_tool_is_protocol_error: true, ..self }
    }

    /// Keeps the texts of errors without a code from clients, as they may quote paths, hosts and queries: what a tool
    /// refuses in its own words, an error that no rule classifies, and an internal error of the protocol. The client sees
    /// `UNCLASSIFIED_ERROR`; [`on_error`](Self::on_error) sees the error.
    #[must_use]
    pub fn mask_uncoded(self) -> Self {
        Self { masks: true, ..self }
    }

    /// Calls this function with each error that goes to a client, as for a log: the tool or the method that was called, and the
    /// whole error with its causes. One without a code has an empty one.
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

    /// The server itself.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// Whether clients can read the catalog.
    pub(super) fn explains(&self) -> bool {
        self.explained != Explained::Nothing
    }

    /// What clients can read of the codes.
    pub(super) fn codes(&self) -> &Catalog {
        self.catalog.get_or_init(|| Catalog::of_the_program().0.of_a_server())
    }
}
