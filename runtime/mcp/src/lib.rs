//! Coded errors for MCP servers that use rmcp 3.
//!
//! Derive [`AgentError`](agent_error::AgentError) with `integrate(mcp)`, and return errors from
//! tools with `?`. The result's text contains the whole error in a [`Format`](agent_error::Format).
//! By default, the result has no structured content: some clients drop it when a call fails, and
//! others validate it against the tool's output schema.
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
//! [`Server`] wraps a handler. If a tool can fail in many ways, return a [`ToolError`].
//!
//! # Guide
//!
//! - [An MCP server](_guide::mcp)
//!
//! # What `Server` adds
//!
//! | situation | response |
//! |---|---|
//! | The tool is unknown. | The JSON-RPC error -32602 with the most similar names in its message. See [`UnknownTools`]. |
//! | `arguments` isn't an object, or `name` isn't a string. | `VALIDATION_ERROR`. Without the wrapper, rmcp claims that the method `tools/call` doesn't exist. |
//! | The tool can't deserialize its arguments. | `VALIDATION_ERROR` with the reason. |
//! | The error is a warning. | A result with `isError: false`, unless the tool has an output schema. |
//! | A method panics. | `INTERNAL`. Without the wrapper, rmcp doesn't respond. The panic message only goes to standard error. |
//! | An error has a fix or check command, or an action that isn't a tool of this server. | The error without it. A CLI and a server can therefore share an enum. |
//!
//! If the handler doesn't list a tool and the call fails without a code, the tool counts as
//! unknown. The error's `data` then contains the handler's own message as a cause. In the format `Envelope`, the text of a warning is its `ErrorRecord` as JSON.
//!
//! All other requests and responses pass through unchanged. In MCP's conformance suite, the same
//! checks pass with and without the wrapper.
//!
//! # Arguments
//!
//! By default, only the tool validates its arguments. With the `arguments` feature,
//! `ArgumentChecks::Explain` reports every invalid field of a call that the tool rejects.
//! `ArgumentChecks::Strict` rejects invalid arguments without calling the tool. The feature adds 63
//! crates and 4.4 MB to a server's release build.
//!
//! The schema is compiled on the first check, with the draft in `$schema`, or else 2020-12. If the
//! schema doesn't compile, for example because a `$ref` points to another file, the server prints
//! the reason to standard error and doesn't check the arguments.
//!
//! If the schema is a `oneOf` of objects that are distinguished by a constant field, an invalid
//! constant returns `MISSING_DISCRIMINATOR`, `INVALID_DISCRIMINATOR` or `UNKNOWN_ACTION`. The error
//! lists the valid constants.
//!
//! # Formats
//!
//! The default format is [`Format::BRIEF`](agent_error::Format), which contains everything that a
//! model can act on, in few tokens. If your clients parse JSON, choose `Envelope`. Without
//! [`Server`], errors are formatted as envelopes. In another task or thread than the call's,
//! [`ToolResults::default`] also creates envelopes, because only the call's task knows the server's
//! format.
//!
//! # Size
//!
//! An error is limited to 64 KiB, because a model reads all of it. If an error is larger, its
//! output and its context are dropped first, and its advice last. To change the limit, call
//! [`Server::max_bytes`].
//!
//! # Standard input and output
//!
//! Serve `(tokio::io::stdin(), tokio::io::stdout())`. rmcp ignores lines that aren't valid JSON. A
//! signal terminates the server, even if the client never reads. If the program handles signals,
//! call `agent_error::process::expect_signal`.
//!
//! # Streamable HTTP
//!
//! Create a single [`Server`] and clone it for each session. Clones share their settings and
//! compiled schemas. With stateless HTTP, each request is a separate session. If serde can't parse
//! a request body, rmcp responds with a status of 400 or more.
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
//! # Protocol errors
//!
//! Many clients don't show protocol errors to the model, so tools return results. To make a code a
//! protocol error, declare `protocol = -32602` on the variant. The error's `data` is an
//! [`ErrorRecord`](agent_error::ErrorRecord).
//!
//! Unknown tools are protocol errors, as MCP's specification requires. Some clients show the model
//! only the message, so the message is a line such as
//! `Tool "user_lsit" does not exist; similar: user_list, user_get`. `data` has the rest of the
//! record and doesn't repeat the message. To return a result with the code `UNKNOWN_TOOL` instead,
//! call [`Server::unknown_tools`] with [`UnknownTools::Result`].
//!
//! Protocol errors that a handler returns pass through unchanged, unless the tool is unknown or has
//! rejected its arguments.
//!
//! # Codes of this crate
//!
//! The catalog of a program that links this crate includes the codes with which [`Server`] rejects
//! calls: `VALIDATION_ERROR`, `MISSING_DISCRIMINATOR`, `INVALID_DISCRIMINATOR`, `UNKNOWN_ACTION`
//! and `UNKNOWN_TOOL`.
//!
//! # Versions
//!
//! This crate's API contains types of rmcp and re-exports [`rmcp`]. A new major version of rmcp
//! therefore requires a new major version of this crate, but not of `agent-error`. A program can
//! use several versions of this crate.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod _guide;
mod arguments;
mod calls;
mod catalog;
mod conversions;
mod current_call;
mod declaration;
mod handler;
mod integrate;
mod invalid_call;
mod listed;
mod malformed;
mod observed;
mod server;
mod size;
mod tool_error;
mod tool_results;
mod tools;
mod unknown_tools;

#[cfg(feature = "arguments")]
pub use arguments::ArgumentChecks;
pub use conversions::{error_data, result};
pub use server::Server;
pub use tool_error::ToolError;
pub use tool_results::ToolResults;
pub use unknown_tools::UnknownTools;

#[doc(no_inline)]
pub use rmcp;
