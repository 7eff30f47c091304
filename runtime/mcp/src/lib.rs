//! Coded errors for MCP servers that use rmcp 3.
//!
//! Derive [`AgentError`](agent_error::AgentError) with `integrate(mcp)`, and return the error from a tool with `?`.
//! The text of the result is the whole error in a [`Format`](agent_error::Format). The result has no structured
//! content by default: some clients drop it when a call fails, and others validate it against the tool's output
//! schema.
//!
//! ```
//! use agent_error::{AgentError, exit};
//! use agent_error_mcp::Server;
//! use rmcp::{ServerHandler, tool, tool_handler, tool_router};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(integrate(mcp))]
//! #[error("the queue is full")]
//! #[code("QUEUE_FULL", exit = exit::RATE_LIMITED, retry_after = "2s", suggest = "Wait, then try again")]
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
//! [`Server`] wraps a handler. If a tool fails in many ways, return a [`ToolError`].
//!
//! # Guides
//!
//! - [An MCP server](_guide::mcp)
//! - [One enum for a CLI, an MCP server and an HTTP API](_guide::one_enum)
//!
//! # What `Server` adds
//!
//! | situation | response |
//! |---|---|
//! | The tool is unknown. | `UNKNOWN_TOOL` with all tools, the nearest name first. |
//! | `arguments` isn't an object, or `name` isn't a string. | `VALIDATION_ERROR`. rmcp alone claims that the method `tools/call` doesn't exist. |
//! | The tool can't deserialize its arguments. | `VALIDATION_ERROR` with the reason. |
//! | The error is a warning. | A result with `isError: false`, unless the tool has an output schema. |
//! | A method panics. | `INTERNAL`. rmcp alone doesn't respond. The panic message goes to standard error only. |
//! | A code lists an action that isn't a tool of this server. | The error without that action, so a CLI and a server can share an enum. |
//!
//! If a handler doesn't list a tool and fails without a code, the tool counts as unknown. In the format `Envelope`,
//! the text of a warning is the `ErrorRecord` as JSON.
//!
//! All other requests and responses pass through unchanged. In MCP's official conformance suite, the same checks pass
//! with and without the wrapper.
//!
//! # Settings
//!
//! | setting | effect |
//! |---|---|
//! | [`format`](Server::format) | Sets the format of errors. The default is [`Format::Brief`](agent_error::Format). |
//! | [`structured`](Server::structured) | Also adds errors as structured content. |
//! | [`errors`](Server::errors) | Declares the codes of a tool, and adds them to its description. |
//! | [`with_catalog`](Server::with_catalog), [`catalog`](Server::catalog) | Lets clients read all codes, as resources and with the tool `errors_explain`. |
//! | `arguments` | Checks arguments against the input schema. Requires the feature `arguments`. |
//! | [`reject_unknown_arguments`](Server::reject_unknown_arguments) | Rejects arguments that aren't in the input schema. |
//! | [`disable_after`](Server::disable_after) | Disables a tool after consecutive failures. |
//! | [`protocol_errors_as_results`](Server::protocol_errors_as_results) | Turns the protocol errors of tools into results. |
//! | [`unknown_tool_as_protocol_error`](Server::unknown_tool_as_protocol_error) | Responds to unknown tools with a protocol error. |
//! | [`mask_uncoded`](Server::mask_uncoded) | Hides the messages of errors without a code. |
//! | [`on_error`](Server::on_error) | Calls a function with each error that a client receives. |
//!
//! # Arguments
//!
//! By default, the tool alone decides which arguments it accepts. With the feature `arguments`, you can also check
//! them against the input schema:
//!
//! | `Server::arguments` | calls that the tool accepts | calls that the tool rejects |
//! |---|---|---|
//! | `ArgumentChecks::Off` | succeed | return the tool's own reason, often about one field only |
//! | `ArgumentChecks::Explain` | succeed | return each invalid field, with the sent and the valid values |
//! | `ArgumentChecks::Strict` | fail if the arguments violate the schema | return each invalid field, without calling the tool |
//!
//! The schema is compiled on the first check. The server uses the draft in `$schema`, then 2020-12, then draft 7. If
//! the schema doesn't compile, for example because of a `$ref` to another file, the server writes the reason to
//! standard error and checks only the names and types of the arguments.
//!
//! If the schema is a `oneOf` of objects with a constant field that distinguishes them, an invalid constant returns
//! `MISSING_DISCRIMINATOR`, `INVALID_DISCRIMINATOR` or `UNKNOWN_ACTION`, with the valid constants.
//!
//! # Formats
//!
//! The default format is [`Format::Brief`](agent_error::Format). In our benchmarks, agents that follow advice reach as
//! many goals as with `Envelope` and read fewer tokens. If your clients parse JSON, select `Envelope`. The format also
//! applies to the results of [`Responder::default`] and of tasks. Without [`Server`], a returned error is an envelope.
//!
//! # Standard input and output
//!
//! If serde can't read a line, rmcp doesn't respond, and the client waits until its timeout. [`Lines`] is a transport
//! that responds to every line. To finish running calls before a signal ends the server, use [`Lines::until`]:
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
//! Create one [`Server`], and clone it for each session. Clones share their settings and compiled schemas. With
//! stateless HTTP, each request is a session. If serde can't read a request body, rmcp responds with a status of 400
//! or more.
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
//! # Performance
//!
//! By default, `#[tool_handler]` rebuilds all tools for every call. To build them once, store the router in a field
//! `router: ToolRouter<Self>`, initialize it with `Self::tool_router()`, and write
//! `#[tool_handler(router = self.router)]`.
//!
//! [`Server`] asks the handler for the tool on each call, and lists the tools once per session. If the handler doesn't
//! implement `get_tool`, [`Server`] also lists the tools for each unknown name.
//!
//! # Protocol errors
//!
//! Many clients don't show protocol errors to the model, so this crate returns results. If a code must be a protocol
//! error, declare `protocol = -32602` on the variant. Its `data` is an [`ErrorRecord`](agent_error::ErrorRecord). For
//! methods that return [`rmcp::ErrorData`], `integrate(mcp)` also implements the conversion.
//!
//! Protocol errors from handlers pass through unchanged, unless the tool is unknown. To turn them into results, call
//! [`protocol_errors_as_results`](Server::protocol_errors_as_results).
//!
//! # Without `Server`
//!
//! [`Responder`] creates single results. You can also implement `IntoCallToolResult` for a type without
//! `integrate(mcp)`.
//!
//! # Codes of this crate
//!
//! A program that links this crate also lists the codes with which [`Server`] rejects calls: `VALIDATION_ERROR`,
//! `MISSING_DISCRIMINATOR`, `INVALID_DISCRIMINATOR`, `UNKNOWN_ACTION` and `UNKNOWN_TOOL`.
//!
//! # Versions
//!
//! rmcp's types are part of this crate's API, and [`rmcp`] is re-exported. So a new major version of rmcp requires a
//! new major version of this crate, but not of `agent-error`. A program can use several versions of this crate.

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
