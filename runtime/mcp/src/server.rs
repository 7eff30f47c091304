//! A wrapper that adds error handling to an rmcp server.

#[cfg(feature = "arguments")]
use crate::arguments::ArgumentChecks;
use crate::arguments::Arguments;
use crate::invalid_call::InvalidCall;
use crate::listed::Listed;
use crate::tool_results::ToolResults;
use crate::unknown_tools::UnknownTools;
use agent_error::Declares as _;
use agent_error::{Catalog, ErrorRecord, ErrorSet, Format};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An rmcp server with coded errors for unknown tools, invalid arguments and panics.
///
/// Wraps a `ServerHandler`, and forwards all other requests to it. The [crate docs](crate) list
/// what the wrapper adds. Clones share settings and compiled schemas, so you can create one server
/// and clone it for each session.
///
/// ```
/// use agent_error::{Catalog, Format};
/// use agent_error_mcp::Server;
/// use rmcp::{ServerHandler, ServiceExt};
///
/// async fn serve(handler: impl ServerHandler) -> Result<(), Box<dyn std::error::Error>> {
///     let server = Server::new(handler).format(Format::ENVELOPE).catalog(Catalog::complete()?);
///     server.serve((tokio::io::stdin(), tokio::io::stdout())).await?.waiting().await?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Server<S> {
    pub(crate) inner: S,
    pub(crate) results: ToolResults,
    pub(crate) declared: Arc<BTreeMap<String, Arc<ErrorSet>>>,
    pub(crate) arguments: Arguments,
    pub(crate) listed: Listed,
    pub(crate) unknown_tools: UnknownTools,
    /// Whether the declared tool names have been checked.
    pub(crate) names_checked: Arc<AtomicBool>,
    pub(crate) observer: Option<Observer>,
    /// The codes that clients can read, including the server's own codes.
    pub(crate) catalog: Option<Arc<Catalog>>,
}

/// The callback for errors that are sent to clients.
#[derive(Clone)]
pub(crate) struct Observer(Arc<Callback>);

type Callback = dyn Fn(&str, &ErrorRecord) + Send + Sync;

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
    /// Wraps an rmcp server. The default format is [`Format::BRIEF`], which contains everything
    /// that a model can act on, in few tokens.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            results: ToolResults::new(Format::BRIEF),
            declared: Arc::default(),
            arguments: Arguments::default(),
            listed: Listed::default(),
            unknown_tools: UnknownTools::default(),
            names_checked: Arc::default(),
            observer: None,
            catalog: None,
        }
    }

    /// Sets the format of errors.
    #[must_use]
    pub fn format(self, format: Format) -> Self {
        Self {
            results: self.results.format(format),
            ..self
        }
    }

    /// Sets whether errors also have structured content. See [`ToolResults::structured`].
    ///
    /// Errors of tools with an output schema never have structured content, because it wouldn't
    /// match the schema.
    #[must_use]
    pub fn structured(self, structured: bool) -> Self {
        Self {
            results: self.results.structured(structured),
            ..self
        }
    }

    /// Declares the codes that each tool can return. Repeated calls add codes. Don't list codes
    /// that any tool can return.
    ///
    /// The codes are appended to the tool's description and stored in its `_meta` as
    /// `agent-error/errors`. Debug builds print a warning to standard error if the tool returns an
    /// undeclared code, or if the tool doesn't exist when a client connects.
    #[must_use]
    pub fn tools(mut self, tools: &[(&str, ErrorSet)]) -> Self {
        let all = Arc::make_mut(&mut self.declared);
        for (tool, errors) in tools {
            let declared = all.entry((*tool).to_owned()).or_default();
            *declared = Arc::new(errors.clone().and(declared));
        }
        self
    }

    /// Lets clients read error codes as the resources `errors://catalog` and `errors://{code}`, and
    /// with the tool `errors_explain`. By default, clients can't read any codes.
    ///
    /// Clients see the codes of the catalog and the server's own codes. If every tool
    /// [declares](Self::tools) its codes, clients only see these codes of the catalog.
    #[must_use]
    pub fn catalog(self, catalog: Catalog) -> Self {
        let catalog = catalog.with_undeclared(InvalidCall::TYPE.nested);
        Self {
            catalog: Some(Arc::new(catalog)),
            ..self
        }
    }

    /// Sets when arguments are validated against the tool's input schema. Defaults to
    /// [`ArgumentChecks::Off`].
    ///
    /// `Explain` is safe for any server, because it never rejects a call that the tool accepts.
    #[cfg(feature = "arguments")]
    #[must_use]
    pub fn arguments(mut self, checks: ArgumentChecks) -> Self {
        self.arguments.checks = checks;
        self
    }

    /// Sets whether to reject arguments that aren't in the tool's input schema. The error lists the
    /// valid names and suggests the closest match.
    ///
    /// By default, unknown arguments aren't rejected. Serde ignores them unless the type has
    /// `#[serde(deny_unknown_fields)]`.
    ///
    /// Only checks top-level arguments, not nested objects. If the schema allows other names with
    /// `additionalProperties` or `patternProperties`, or refers to another file, no argument is
    /// rejected. Don't use this setting if a tool accepts names that its schema doesn't list, such
    /// as names from `#[serde(alias = "...")]`.
    #[must_use]
    pub fn reject_unknown_arguments(mut self, reject: bool) -> Self {
        self.arguments.rejects_unknown = reject;
        self
    }

    /// Sets how the server responds to calls of unknown tools. Defaults to
    /// [`UnknownTools::Protocol`].
    #[must_use]
    pub const fn unknown_tools(mut self, unknown_tools: UnknownTools) -> Self {
        self.unknown_tools = unknown_tools;
        self
    }

    /// Sets the maximum size of an error, in bytes of the JSON of its result or its JSON-RPC error. The default is 64 KiB.
    ///
    /// If an error is larger, its output, context, invalid fields and actions are dropped, in this
    /// order, and then strings are truncated. The context value `omitted` says what's missing.
    /// Results without an error aren't limited.
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.results.max_bytes = bytes;
        self
    }

    /// Sets whether errors contain fix commands, check commands, commands that list valid values,
    /// and hints for command lines.
    ///
    /// Off by default, because most clients can't run a shell command where the server runs.
    /// Clients still see the suggestion, the hints for MCP and the tools that they can call.
    #[must_use]
    pub const fn show_commands(mut self, show: bool) -> Self {
        self.results.shows_commands = show;
        self
    }

    /// Sets a callback for errors that are sent to clients, for example to log them. Errors of
    /// canceled calls aren't sent.
    ///
    /// The callback receives the name of the tool or method, and the complete error with its
    /// causes. If the error has no code, its `code` is empty.
    ///
    /// ```
    /// # use agent_error_mcp::Server;
    /// # fn logged<S: rmcp::ServerHandler>(handler: S) -> Server<S> {
    /// Server::new(handler).observe(|call, error| eprintln!("{call}: {} {}", error.code(), error.message()))
    /// # }
    /// ```
    #[must_use]
    pub fn observe(self, observer: impl Fn(&str, &ErrorRecord) + Send + Sync + 'static) -> Self {
        Self {
            observer: Some(Observer(Arc::new(observer))),
            ..self
        }
    }

    /// Returns the inner server.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// Whether clients can read any codes.
    pub(crate) fn explains(&self) -> bool {
        self.catalog.is_some()
    }
}
