//! MCP server in five minutes: with rmcp 3, every error with `#[agent_error(integrate(mcp))]` is the result of a tool.
//!
//! ```toml
//! agent-error = { version = "0.1", features = ["mcp"] }
//! rmcp = { version = "3.9", features = ["server", "macros", "transport-io"] }
//! ```
//!
//! A tool returns its error, so `?` works in it. Clients drop structured content on errors, or check it against the
//! tool's output schema; so the whole error, as text in a [`Format`](crate::Format), is `content[0].text`. One line wraps the server:
//!
//! ```
//! use agent_error::mcp::Server;
//! use agent_error::{AgentError, Catalog, error_set, exit, parse};
//! use rmcp::handler::server::wrapper::Parameters;
//! use rmcp::model::{CallToolRequestParams, ContentBlock};
//! use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(integrate(mcp))]
//! enum NoteError {
//!     /// No note has this title.
//!     #[error("no note `{title}`")]
//!     #[code("NOTE_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List the notes first", actions("notes_list"))]
//!     NotFound { title: String },
//! }
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Read {
//!     /// The title of a note
//!     title: String,
//! }
//!
//! struct Notes;
//!
//! #[tool_router]
//! impl Notes {
//!     #[tool(name = "notes_read", description = "Reads a note")]
//!     fn read(&self, Parameters(Read { title }): Parameters<Read>) -> Result<String, NoteError> {
//!         Ok(text_of(title)?)
//!     }
//!
//!     #[tool(name = "notes_list", description = "Lists the notes")]
//!     fn list(&self) -> String {
//!         "milk".to_owned()
//!     }
//! }
//!
//! fn text_of(title: String) -> Result<String, NoteError> {
//!     if title == "milk" { Ok("Buy milk".to_owned()) } else { Err(NoteError::NotFound { title }) }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Notes {}
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! # let (near, far) = tokio::io::duplex(4096);
//! # let transport = near;
//! // In a server, the transport is `rmcp::transport::stdio()`.
//! let server = Server::new(Notes).errors("notes_read", error_set![NoteError]).with_catalog();
//! # let server =
//! server.serve(transport)
//! # ; let (server, client) = tokio::join!(server, ().serve(far)); let _server = server?;
//! # /*
//!     .await?;
//! # */
//!
//! // What a client sees; `client` is one of rmcp.
//! # let client = client?;
//! # let call = async |tool: &'static str, arguments: serde_json::Value| {
//! #     let arguments = arguments.as_object().cloned().unwrap_or_default();
//! #     let result = client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await?;
//! #     let text = result.content[0].as_text().map(|text| text.text.clone()).unwrap_or_default();
//! #     Ok::<_, rmcp::ServiceError>((result, text))
//! # };
//! let (result, text) = call("notes_read", serde_json::json!({"title": "mlk"})).await?;
//! let error = parse(&text)?;
//! assert_eq!(result.is_error, Some(true));
//! assert_eq!((error.code(), &*error.actions), ("NOTE_NOT_FOUND", &["notes_list".to_owned()][..]));
//!
//! let (_, text) = call("notes_read", serde_json::json!({})).await?;
//! let error = parse(&text)?;
//! assert_eq!(error.code(), "VALIDATION_ERROR");
//! assert_eq!(
//!     error.field_errors[0].text(),
//!     "Required field is missing. You sent: (missing). Expected: string (The title of a note)."
//! );
//!
//! let (_, text) = call("note_read", serde_json::json!({})).await?;
//! assert_eq!(parse(&text)?.detail.as_deref(), Some("Did you mean `notes_read`?"));
//!
//! let (_, text) = call("errors_explain", serde_json::json!({"code": "NOTE_NOT_FOUND"})).await?;
//! assert!(text.contains(r#""summary":"No note has this title.""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the server adds
//!
//! | to | what |
//! |---|---|
//! | a call | its arguments are checked against the tool's input schema: each wrong field with what was sent and what is valid. `5.0` is a whole number to it, and to serde then, too |
//! | a call whose `arguments` are not an object, or whose `name` is not a text | what is wrong with it, where rmcp would answer that there is no method `tools/call` |
//! | a `oneOf` of objects that a constant distinguishes | that field missing, not a string, or none of the constants: the constants, and the nearest |
//! | an unknown tool | the tools that there are, and the nearest; with [`Server::unknown_tool_as_protocol_error`] as an error of the protocol |
//! | a warning | `isError` is false, and in place of the envelope, which says `"ok": false`, is its `ErrorRecord` as JSON. Without [`Server`], and where a tool has an output schema, which the warning would not be as, it is an error |
//! | a panic, of any method | an answer: the code `INTERNAL`, where rmcp would leave the client waiting; what it said is on standard error only |
//! | the tools | in their descriptions the codes that [`Server::errors`] declares; with [`Server::with_catalog`] also `errors_explain` |
//! | the resources | with [`Server::with_catalog`]: `errors://catalog`, a lean list of the codes, and `errors://CODE`, everything about one |
//! | a log | with [`Server::on_error`] each error that goes to a client; with [`Server::mask_uncoded`] the client does not see the texts of those without a code |
//!
//! A method that the server inside does not have, or the version of the protocol, is answered as without [`Server`]: the official
//! conformance suite of MCP passes the same checks.
//!
//! # Schemas
//!
//! With the feature `mcp-arguments`, schemas are those of the draft that `$schema` names, else of 2020-12, else of draft 7. Of a schema that
//! compiles as none of them, as with a broken pattern or a `$ref` to another file, only the names and types of the arguments are
//! checked, and standard error says why when the tool is first called.
//!
//! # Formats
//!
//! The text is in [`Format::Envelope`](crate::Format) unless [`Server::format`] says otherwise; `Flat`, `Xml` and `Tagged` were made for
//! the results of tools, and `Brief` costs a model the fewest tokens for all that it acts on. Results of [`Responder::default`] and those of tasks are in the format of the server, too.
//! [`Server::structured`] adds the error as structured content, for clients that read it.
//!
//! # Standard input and output
//!
//! rmcp gives no answer to a line that serde cannot read, and its client waits until its timeout. [`Lines`] is a transport that answers
//! each. A server that finishes the calls that run when it is asked to end takes no more lines then:
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
//! A clone of a [`Server`] shares its settings and compiled schemas, so the service of rmcp clones one server for each session or call. What
//! serde cannot read, that service refuses with a status of 400 or more.
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
//! A call asks the server inside for its tool. `#[tool_handler]` alone makes all tools anew to answer; keep them in a
//! field: `#[tool_handler(router = self.router)]`, where `router: ToolRouter<Self>` is `Self::tool_router()`. A handler without `get_tool`
//! has its list read once, and again for a name that was not in it.
//!
//! # Errors of the protocol
//!
//! A model reads results; what JSON-RPC calls an error is often not shown. A code that belongs there all the
//! same says `protocol = -32602`, and the error goes out as such, with an [`ErrorRecord`](crate::ErrorRecord) in `data`. With
//! `integrate(mcp)`, an error also turns into [`rmcp::ErrorData`], for the methods of a handler that return one.
//!
//! Servers that need none of this can do without [`Server`]; [`Responder`] makes single results. A type without
//! `integrate(mcp)` may implement `IntoCallToolResult` in its own way.
mod answer;
mod arguments;
mod call;
mod catalog;
mod handler;
mod lines;
mod listed;
mod malformed;
mod observed;
mod panics;
mod responder;
mod server;
mod tasks;
mod tools;
mod unreadable;

pub use answer::{answer, error_data};
pub use lines::{Lines, Refused};
pub use responder::Responder;
pub use server::Server;
