//! A server around another one.

#[cfg(feature = "arguments")]
use crate::arguments::ArgumentChecks;
use crate::arguments::Arguments;
use crate::failures::Failures;
use crate::invalid_call::InvalidCall;
use crate::listed::Listed;
use crate::responder::Responder;
use agent_error::definition::{Catalogued, TypeDef};
use agent_error::ready::ToolDisabled;
use agent_error::{Catalog, ErrorRecord, ErrorSet, Format, Renderer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// An rmcp server whose clients can act on every error.
///
/// Wraps any `ServerHandler` and forwards everything else; the [crate](crate) lists what it adds. Clones share the
/// compiled schemas and the settings, so one server serves many sessions.
#[derive(Clone, Debug)]
pub struct Server<S> {
    pub(crate) inner: S,
    pub(crate) responder: Responder,
    pub(crate) declared: Arc<BTreeMap<Cow<'static, str>, Arc<ErrorSet>>>,
    pub(crate) arguments: Arguments,
    pub(crate) listed: Listed,
    /// Whether the names of the declared tools were checked.
    pub(crate) names_checked: Arc<AtomicBool>,
    pub(crate) failures: Failures,
    pub(crate) unknown_tool_is_protocol_error: bool,
    pub(crate) protocol_errors_are_results: bool,
    pub(crate) masks: bool,
    pub(crate) observer: Option<Observer>,
    pub(crate) explained: Explained,
    /// The codes of the server and the explained ones.
    catalog: Arc<OnceLock<Catalog>>,
}

/// The codes that clients can read.
#[derive(Clone, Debug)]
pub(crate) enum Explained {
    Nothing,
    Linked,
    /// Those of a catalog that the author selected.
    Selected(Arc<Catalog>),
}

/// The function that sees the errors that go to clients.
#[derive(Clone)]
pub(crate) struct Observer(Arc<See>);

type See = dyn Fn(&str, &ErrorRecord) + Send + Sync;

impl Observer {
    pub(crate) fn see(&self, call: &str, error: &ErrorRecord) {
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
            arguments: Arguments::default(),
            listed: Listed::default(),
            names_checked: Arc::default(),
            failures: Failures::default(),
            unknown_tool_is_protocol_error: false,
            protocol_errors_are_results: false,
            masks: false,
            observer: None,
            explained: Explained::Nothing,
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
        Self { explained: Explained::Linked, catalog: Arc::default(), ..self }
    }

    /// Lets clients read the codes of this catalog, as [`with_catalog`](Self::with_catalog) does for all linked types.
    #[must_use]
    pub fn catalog(self, catalog: Catalog) -> Self {
        Self { explained: Explained::Selected(Arc::new(catalog)), catalog: Arc::default(), ..self }
    }

    /// Sets when arguments are checked against the tool's input schema. [`ArgumentChecks::Off`] by default.
    ///
    /// `Explain` never rejects a call that the tool accepts, so it's safe for any server:
    ///
    /// ```
    /// # use agent_error_mcp::Server;
    /// use agent_error_mcp::ArgumentChecks;
    ///
    /// # fn checked<S: rmcp::ServerHandler>(handler: S) -> Server<S> {
    /// Server::new(handler).arguments(ArgumentChecks::Explain)
    /// # }
    /// ```
    #[cfg(feature = "arguments")]
    #[must_use]
    pub fn arguments(mut self, checks: ArgumentChecks) -> Self {
        self.arguments.checks = checks;
        self
    }

    /// Sets whether to reject arguments that the tool's input schema doesn't name. The error lists the valid names and
    /// the nearest one. Off by default: serde ignores unknown arguments, unless their type has
    /// `#[serde(deny_unknown_fields)]`.
    ///
    /// Applies to the arguments themselves, not to the members of nested objects. If a schema allows further names, by
    /// `additionalProperties`, `patternProperties` or a reference to another file, no argument is unknown. Don't use
    /// this setting for tools that accept names which their schemas don't mention, such as those of
    /// `#[serde(alias = "...")]`.
    #[must_use]
    pub fn reject_unknown_arguments(mut self, reject: bool) -> Self {
        self.arguments.rejects_unknown = reject;
        self
    }

    /// Disables a tool after this many consecutive failures. Further calls return the code `TOOL_DISABLED`, with the last
    /// failure, and don't reach the tool. With 0, the default, tools are never disabled.
    ///
    /// A successful call resets the count. Rejected arguments and warnings don't count as failures.
    ///
    /// A disabled tool stays disabled for the rest of the session: each clone of the server counts for itself. With
    /// stateless Streamable HTTP, each request is a session, so no tool is ever disabled.
    #[must_use]
    pub fn disable_after(mut self, failures: u32) -> Self {
        self.failures.limit = failures;
        self.catalog = Arc::default();
        self
    }

    /// Converts protocol errors of tools into results, since many clients don't show protocol errors to the model.
    ///
    /// Applies to -32602, -32603, -32002 and codes outside the range that JSON-RPC reserves. Errors about the protocol
    /// itself, such as an unsupported method, stay protocol errors. So do errors whose code declares `protocol`.
    #[must_use]
    pub fn protocol_errors_as_results(self) -> Self {
        Self { protocol_errors_are_results: true, ..self }
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
    /// # use agent_error_mcp::Server;
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
    pub(crate) fn explains(&self) -> bool {
        !matches!(self.explained, Explained::Nothing)
    }

    /// The codes that clients can read.
    pub(crate) fn codes(&self) -> &Catalog {
        self.catalog.get_or_init(|| {
            let explained = match &self.explained {
                Explained::Selected(catalog) => Catalog::clone(catalog),
                Explained::Nothing | Explained::Linked => Catalog::of_the_program().0,
            };
            explained.with_undeclared(&self.own_types())
        })
    }

    /// The errors that this server itself may respond with, whatever its tools declare.
    pub(crate) fn own_types(&self) -> Vec<&'static TypeDef> {
        let disabled = (self.failures.limit > 0).then_some(ToolDisabled::TYPE);
        InvalidCall::TYPE.nested().iter().copied().chain(disabled).collect()
    }
}
