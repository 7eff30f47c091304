//! Errors as results of MCP tools: [`agent_error`] for servers that use rmcp 3.
//!
//! With `#[agent_error(integrate(mcp))]`, a tool can return the error with `?`. The result contains the whole error as
//! text in `content[0].text`, in a [`Format`](agent_error::Format). Structured content is optional, because clients drop
//! the structured content of failed calls or validate it against the tool's output schema.
//!
//! ```
//! use agent_error::{AgentError, exit};
//! use agent_error_mcp::Server;
//! use rmcp::{ServerHandler, tool, tool_handler, tool_router};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(integrate(mcp))]
//! #[error("the queue is full")]
//! #[code("QUEUE_FULL", exit = exit::RATE_LIMITED, retry_after = "2s", suggest = "Wait, then repeat the call")]
//! struct QueueFull;
//!
//! struct Queue;
//!
//! #[tool_router]
//! impl Queue {
//!     #[tool(name = "queue_push", description = "Adds a job")]
//!     fn push(&self) -> Result<String, QueueFull> {
//!         Err(QueueFull)
//!     }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Queue {}
//!
//! let server = Server::new(Queue);
//! ```
//!
//! [`Server`] wraps a handler. [`ToolError`] is for tools that fail in several ways. The guides show whole programs:
//!
//! - [An MCP server](_guide::mcp)
//! - [One enum for a CLI, an MCP server and an API](_guide::one_enum)
//!
//! # What the wrapper adds
//!
//! | situation | what the client gets |
//! |---|---|
//! | unknown tool | `UNKNOWN_TOOL` with all tools, the nearest first. If a handler fails without a code and doesn't list the tool, the tool is unknown |
//! | `arguments` isn't an object, or `name` isn't a string | `VALIDATION_ERROR`; rmcp alone responds that the method `tools/call` doesn't exist |
//! | arguments that the tool can't deserialize | `VALIDATION_ERROR` with the reason |
//! | warning | a result with `isError: false`. With the format `Envelope`, the text is the `ErrorRecord` as JSON. If the tool has an output schema, the warning is an error |
//! | panic in any method | `INTERNAL`; rmcp alone doesn't respond. The panic message goes to standard error only |
//! | action of a code that isn't a tool of the server | the error without that action, so one enum can serve a CLI and a server |
//!
//! All other requests and responses pass through unchanged. MCP's official conformance suite passes the same checks with
//! and without the wrapper.
//!
//! # Settings
//!
//! | setting | effect |
//! |---|---|
//! | [`format`](Server::format) | format of errors; [`Format::Brief`](agent_error::Format) by default |
//! | [`structured`](Server::structured) | errors also as structured content |
//! | [`errors`](Server::errors) | the codes of a tool, listed in its description |
//! | [`with_catalog`](Server::with_catalog), [`catalog`](Server::catalog) | clients can read all codes: as resources, and with the tool `errors_explain` |
//! | `arguments` | checks arguments against the input schema; needs the feature `arguments` |
//! | [`reject_unknown_arguments`](Server::reject_unknown_arguments) | rejects arguments that the input schema doesn't name |
//! | [`disable_after`](Server::disable_after) | disables a tool after consecutive failures |
//! | [`protocol_errors_as_results`](Server::protocol_errors_as_results) | protocol errors of tools become results |
//! | [`unknown_tool_as_protocol_error`](Server::unknown_tool_as_protocol_error) | unknown tools are protocol errors |
//! | [`mask_uncoded`](Server::mask_uncoded) | hides the messages of errors without a code |
//! | [`on_error`](Server::on_error) | calls a function with each error that goes to a client |
//!
//! # Arguments
//!
//! Without settings, the tool alone decides which arguments it accepts. With the feature `arguments`,
//! `Server::arguments` selects when arguments are checked against the input schema:
//!
//! | | calls that the tool accepts | calls that the tool rejects |
//! |---|---|---|
//! | `ArgumentChecks::Off` | succeed | the tool's own reason, often about one field only |
//! | `ArgumentChecks::Explain` | succeed | each invalid field, with the value that was sent and the valid ones |
//! | `ArgumentChecks::Strict` | fail if the arguments violate the schema | each invalid field; the tool isn't called |
//!
//! A schema is compiled when its tool is first checked: as the draft in `$schema`, otherwise as 2020-12, otherwise as
//! draft 7. If that fails, for example because of an invalid pattern or a `$ref` to another file, only the names and types
//! of the arguments are checked, and standard error states the reason.
//!
//! If a schema is a `oneOf` of objects that a constant field distinguishes, an invalid constant leads to
//! `MISSING_DISCRIMINATOR`, `INVALID_DISCRIMINATOR` or `UNKNOWN_ACTION` with the valid constants.
//!
//! # Formats
//!
//! [`Format::Brief`](agent_error::Format) is the default: agents that follow advice reach as many goals as with `Envelope` and
//! read fewer tokens (`cargo bench -p agent-error-benches --bench agents`). Select `Envelope` for clients that parse JSON.
//! The format also applies to results of [`Responder::default`], on any thread, and to results of tasks. Without
//! [`Server`], an error that a tool returns is an envelope.
//!
//! # Standard input and output
//!
//! rmcp doesn't respond to a line that serde can't read, so the client waits until its timeout. [`Lines`] is a transport
//! that responds to every line. This server finishes the running calls when it's asked to terminate:
//!
//! ```no_run
//! # use agent_error_mcp::{Lines, Server};
//! # use rmcp::{ServerHandler, ServiceExt};
//! # async fn serve(handler: impl ServerHandler) -> Result<(), Box<dyn std::error::Error>> {
//! let lines = Lines::new(tokio::io::stdin(), tokio::io::stdout());
//! // With the feature `signals` of `agent-error`:
//! let lines = lines.until(agent_error::process::signalled());
//! Server::new(handler).serve(lines).await?.waiting().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Streamable HTTP
//!
//! Create one [`Server`] and clone it for each session. Clones share settings and compiled schemas. With stateless HTTP,
//! each request is a session. rmcp rejects bodies that serde can't read with a status of 400 or more.
//!
//! ```
//! use agent_error_mcp::Server;
//! use rmcp::ServerHandler;
//! use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
//! use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
//!
//! fn router(handler: impl ServerHandler + Clone) -> axum::Router {
//!     let server = Server::new(handler);
//!     let sessions = LocalSessionManager::default().into();
//!     let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, StreamableHttpServerConfig::default());
//!     axum::Router::new().nest_service("/mcp", service)
//! }
//! ```
//!
//! # Speed
//!
//! Each call asks the handler for its tool, and each session lists the tools once. `#[tool_handler]` alone builds all
//! tools each time. To build them once, keep the router in a field: `#[tool_handler(router = self.router)]`, where
//! `router: ToolRouter<Self>` is `Self::tool_router()`. If a handler doesn't implement `get_tool`, its list is also read
//! for each unknown name.
//!
//! # Protocol errors
//!
//! Models read results; many clients don't show protocol errors to the model. If a code must be a protocol error all the
//! same, declare `protocol = -32602` for it. The protocol error then has an [`ErrorRecord`](agent_error::ErrorRecord) in `data`.
//! With `integrate(mcp)`, an error also converts into [`rmcp::ErrorData`], for methods that return one.
//!
//! Protocol errors of handlers pass through unchanged, unless the tool is unknown. To turn them into results, call
//! [`protocol_errors_as_results`](Server::protocol_errors_as_results).
//!
//! # Without the wrapper
//!
//! [`Responder`] creates single results. A type without `integrate(mcp)` can implement `IntoCallToolResult` itself.
//!
//! # Codes of the program
//!
//! In a program that is linked with this crate, `errors list` and
//! [`Catalog::of_the_program`](agent_error::Catalog::of_the_program) also contain the codes with which a [`Server`] rejects
//! calls: `VALIDATION_ERROR`, `MISSING_DISCRIMINATOR`, `INVALID_DISCRIMINATOR`, `UNKNOWN_ACTION` and `UNKNOWN_TOOL`.
//!
//! # Versions
//!
//! The major version of this crate changes with that of rmcp, whose types are part of its interface and which it
//! re-exports as [`rmcp`]. `agent-error` stays the same. A program may contain several versions of this crate.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod _guide;
mod answer;
mod arguments;
mod call;
mod calls;
mod catalog;
mod declaration;
mod failures;
mod handler;
mod integrate;
mod invalid_call;
mod lines;
mod listed;
mod malformed;
mod observed;
mod panics;
mod rendered;
mod responder;
mod server;
mod tasks;
mod tool_error;
mod tools;
mod unreadable;

pub use answer::{answer, error_data};
#[cfg(feature = "arguments")]
pub use arguments::ArgumentChecks;
pub use lines::{Lines, Refused};
pub use responder::Responder;
pub use server::Server;
pub use tool_error::ToolError;

#[doc(no_inline)]
pub use rmcp;
