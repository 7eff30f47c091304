//! Errors as results of MCP tools of rmcp 3, for types with `#[agent_error(integrate(mcp))]`.
//!
//! A tool returns its error, so `?` works in it. The whole error is text in `content[0].text`, in a
//! [`Format`](crate::Format), because clients drop structured content of errors or check it against the tool's output
//! schema. [`Server`] wraps a handler; the [guide](crate::_guide::mcp) has a whole server and its test.
//!
//! # What the server adds
//!
//! | to | what |
//! |---|---|
//! | a call | its arguments are checked against the tool's input schema; the answer lists each invalid field with the value that was sent and the valid ones. `5.0` is accepted for an integer |
//! | a call whose `arguments` are not an object, or whose `name` is not a text | the mistake; rmcp would answer that the method `tools/call` does not exist |
//! | a `oneOf` of objects with a constant field, if that field is missing, not a string or unknown | the valid constants, and the nearest |
//! | an unknown tool | the names of the tools, and the nearest; with [`Server::unknown_tool_as_protocol_error`] as a protocol error |
//! | a warning | `isError` is false; in place of an envelope with `"ok": false`, the text is its `ErrorRecord` as JSON. Without [`Server`], or if the tool has an output schema, it is an error |
//! | a panic of any method | the code `INTERNAL`; rmcp would not answer at all. The message of the panic is on standard error only |
//! | the tools | their descriptions list the codes of [`Server::errors`]; [`Server::with_catalog`] adds the tool `errors_explain` |
//! | the resources | with [`Server::with_catalog`]: `errors://catalog`, a lean list of the codes, and `errors://CODE`, all facts about one |
//! | a log | [`Server::on_error`] sees each error that goes to a client; [`Server::mask_uncoded`] hides the texts of errors without a code from the client |
//!
//! Methods that the server inside does not have are answered as without [`Server`]: MCP's official conformance suite
//! passes the same checks.
//!
//! # Schemas
//!
//! With the feature `mcp-arguments`, a schema is read by the draft in its `$schema`, otherwise as 2020-12, otherwise as
//! draft 7. If it compiles as none of them, for example because of an invalid pattern or a `$ref` to another file, only
//! the names and types of the arguments are checked, and standard error states the reason when the tool is first
//! called.
//!
//! # Formats
//!
//! The text is in [`Format::Brief`](crate::Format) by default; [`Server::format`] selects another format. With `Brief`,
//! agents that follow advice reach as many goals as with `Envelope` and read fewer tokens
//! (`cargo bench -p agent-error-benches --bench agents`). Select `Envelope` for clients that read JSON. The format also
//! applies to results of [`Responder::default`] and of tasks. An error that a tool returns without [`Server`] is an
//! envelope. [`Server::structured`] adds the error as structured content for clients that read it.
//!
//! # Standard input and output
//!
//! rmcp does not answer a line that serde cannot read, so the client waits until its timeout. [`Lines`] is a transport
//! that answers each line. This server finishes the running calls when it is asked to end:
//!
//! ```no_run
//! # use agent_error::mcp::{Lines, Server};
//! # use rmcp::{ServerHandler, ServiceExt};
//! # async fn serve(handler: impl ServerHandler) -> Result<(), Box<dyn std::error::Error>> {
//! let lines = Lines::new(tokio::io::stdin(), tokio::io::stdout());
//! # #[cfg(feature = "signals")]
//! let lines = lines.until(agent_error::process::signalled());
//! Server::new(handler).serve(lines).await?.waiting().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Streamable HTTP
//!
//! Clones of a [`Server`] share its settings and compiled schemas, so the service of rmcp clones one server for each
//! session or call. It rejects what serde cannot read with a status of 400 or more.
//!
//! ```
//! use agent_error::mcp::Server;
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
//! Each call asks the server inside for its tool. `#[tool_handler]` alone builds all tools for each answer; keep them
//! in a field: `#[tool_handler(router = self.router)]`, where `router: ToolRouter<Self>` is `Self::tool_router()`. If a
//! handler has no `get_tool`, its list is read once, and again for an unknown name.
//!
//! # Errors of the protocol
//!
//! Models read results, but protocol errors are often not shown to them. A code that is a protocol error all the same
//! has `protocol = -32602`; the error then has an [`ErrorRecord`](crate::ErrorRecord) in `data`. With `integrate(mcp)`,
//! an error also converts into [`rmcp::ErrorData`], for methods of a handler that return one.
//!
//! Servers can also do without [`Server`]: [`Responder`] makes single results. A type without `integrate(mcp)` may
//! implement `IntoCallToolResult` itself.
mod answer;
mod arguments;
mod call;
mod calls;
mod catalog;
mod failures;
mod handler;
mod lines;
mod listed;
mod malformed;
mod observed;
mod panics;
mod rendered;
mod responder;
mod server;
mod tasks;
mod tools;
mod unreadable;

pub use answer::{answer, error_data};
#[cfg(feature = "mcp-arguments")]
pub use arguments::ArgumentChecks;
pub use lines::{Lines, Refused};
pub use responder::Responder;
pub use server::Server;
