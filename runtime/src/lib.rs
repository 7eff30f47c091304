//! Errors that agents can act on.
//!
//! `#[derive(AgentError)]` turns an error enum into a **catalog**: every variant has a stable code, an
//! exit code, advice and retry facts, all checked at compile time. One catalog then drives the envelope
//! that an agent reads, the process's exit code, and `errors list` and `errors explain`.
//!
//! ```
//! use agent_error::{AgentError, Catalog, Format, code, exit, render};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(docs = "https://docs.example.com/errors/{code}")]
//! enum UserError {
//!     /// No user has this name.
//!     #[error("no user `{name}`")]
//!     #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List them with `tool user list`")]
//!     NotFound { name: String },
//! }
//!
//! let error = UserError::NotFound { name: "eve".into() };
//! assert_eq!(error.code(), code!("USER_NOT_FOUND" in UserError));
//! assert_eq!(error.exit_code(), 5);
//! assert!(render(&error, Format::Envelope).contains(r#""context":{"name":"eve"}"#));
//! assert_eq!(Catalog::of::<UserError>().len(), 1);
//! ```
//!
//! # On the enum or the struct: `#[agent_error(...)]`
//!
//! | key | meaning |
//! |---|---|
//! | `docs = "https://…/{code}"` | the page about each code; codes of nested types without a page inherit it |
//! | `docs = inherit` | the pages are those of a type that nests this one, as they are without the key |
//! | `exit = N` | the exit code of variants that state none; 1 if this is missing, too |
//! | `domain = "DB"` | every code starts with `DB_` |
//! | `case = "upper"` | the shape of the codes: `upper`, `snake`, `pascal` or `dotted` |
//! | `crate = path` | where this crate lives |
//! | `unlinked` | the type stays out of [`Catalog::linked`], and its codes may be declared again in the crate; a crate of macros needs it |
//! | `codes = Name` | also generates `enum Name` of the codes, see [`Code`], and makes the type [`Decode`] |
//! | `retired("OLD", "OLDER" = "use NEW")` | codes of earlier versions: still explained, never declared again |
//! | `bare` | no implementations for the frameworks of this crate's features, as `axum`: you write them yourself |
//! | `strict` | a code without doc comment, docs page or advice, and a message of several sentences, do not compile |
//!
//! A type with type parameters is not in [`Catalog::linked`] either, since only its user knows them: name it with them, as in
//! `catalog![MyError, Generic<u8>]`. Without `crate`, the derive finds a dependency that `Cargo.toml` renames.
//!
//! # On a variant or the struct: `#[code("CODE", ...)]`
//!
//! `#[agent_error(code = "CODE", ...)]` means the same, where another derive owns `#[code]`. Texts are format
//! strings over the fields, which are named as in Rust or as in the context. A text that shows an `Option` by `Display` is
//! left out where that is `None`.
//!
//! | key | meaning |
//! |---|---|
//! | `exit = expr` | a `u8` constant from 1 to 125, as in [`exit::NOT_FOUND`] |
//! | `suggest = "…"` | advice for the caller |
//! | `fix = "tool cmd {field}"` | one command that repairs the cause, runnable as it stands; values are shell-quoted; see below |
//! | `fix_required = "…"` | the condition to correct before trying again |
//! | `detail = "…"` | why this call failed, when the message alone does not say |
//! | `body = field` | what the failed call produced all the same, as a command's output |
//! | `docs = "url"` | the page about this code |
//! | `retryable`, `retryable = bool` | whether the identical call may succeed later; else the exit code says |
//! | `retry_after = "30s"`, `= field` | the wait before it; a field is a `Duration`, an `Option` of one, or seconds |
//! | `retry = immediate`, `linear`, `exponential` | the pauses between repeated calls |
//! | `side_effects = none`, `partial`, `complete` | what a failed call has already changed |
//! | `phase = validation`, `execution`, `cleanup` | when it occurs; `validation` if the exit code is 2 |
//! | `severity = warning`, `error`, `critical` | how bad it is |
//! | `actions("a", "b")`, `actions = field` | what to call instead: tools, or commands as `errors manifest` names them |
//! | `status = 404` | the HTTP status; else the exit code says |
//! | `protocol = -32602` | the error belongs to JSON-RPC itself, as few do: what an MCP server answers in place of a result |
//! | `classify(...)` | the foreign errors that the code stands for, see below |
//! | `since = "1.2"`, `deprecated = "use X"` | the history of the code |
//! | `shared` | other types declare this code on purpose, with the same facts |
//! | `transparent` | everything comes from the one field, whose catalog is nested in this one |
//! | `opaque` | with `transparent`: its catalog is not nested, as a recursive type needs |
//!
//! `fix` is for agents that run it unasked. It is one command of a POSIX shell, without operators, whose program is
//! literal; it has no destructive word (`rm`, `delete`, `drop`, `reset --hard` …) and is not beside a retry fact: describe
//! such a command in `suggest`, or list it in `actions`. Where a value has control characters, or begins with `-` where it
//! would be read as a flag, the occurrence has no fix.
//!
//! # On a field: `#[context(...)]`
//!
//! Named fields are context, except the source and what other derives fill in; a tuple field is with `rename`.
//!
//! | key | meaning |
//! |---|---|
//! | `skip` | no context |
//! | `rename = "x"` | the name in the context, and in the templates that the catalog shows |
//! | `display`, `debug` | shown by `Display` or `Debug`, for a type that is not `Serialize` |
//! | `secret` | shown as `[REDACTED]` everywhere |
//! | `public` | no secret, whatever its name says |
//!
//! A field whose name looks like a secret must say `secret`, `public` or `skip`. These words look like one, as a whole
//! word of a name in any spelling (`api_key`, `apiKey`, `apikey`):
//!
//! | | |
//! |---|---|
//! | tokens | `token`, `jwt`, `bearer`, `otp`, `access_tokens`, `api_tokens`, `auth_tokens`, `refresh_tokens` |
//! | passwords | `password`, `passwords`, `passwd`, `pwd`, `pw`, `passphrase`, `passphrases`, `cvv`, `seed_phrase` |
//! | keys | `api_key`, `access_key`, `signing_key`, `encryption_key`, `ssh_key`, `private_key`, and their plurals |
//! | credentials | `secret`, `secrets`, `credential`, `credentials`, `authorization`, `basic_auth`, `connection_string` |
//! | sessions | `cookie`, `cookies`, `session_id` |
//!
//! The same words are redacted in arguments of a server, in flags, and in answers of other servers.
//!
//! # Errors of other libraries: `classify(...)`
//!
//! | rule | which errors |
//! |---|---|
//! | `io(NotFound, …)` | I/O errors of these kinds |
//! | `type(path::To<Error>, …)` | errors of these types |
//! | `status(404, 500..=599, ..)` | those with an HTTP status, which [`Foreign::status`](definition::Foreign::status) reads; `..` is any |
//! | `validation` | those that refuse a value, which [`Foreign::invalid`](definition::Foreign::invalid) reads |
//! | `message("token expired", …)` | those whose message has these words |
//! | `fallback` | all others |
//! | `with = Self::from_found` | no rule: a `fn(Found) -> Self` that builds the variant |
//!
//! [`Classifier`] applies the rules of a catalog and [`Classify`] those of one type; the former says which rule counts.
//! Without `with` the variant's fields are filled by their names: `message` (`String`), `status` (`u16`),
//! `retry_after` (`Duration`), `field` and `reason` of a refused value (`String`). One that not every rule of the variant
//! knows is an `Option`, and so is every other field. The source takes the error itself: a `Box<dyn Error + Send + Sync>`
//! or an `io::Error` always, another type only where nothing wraps it.
//!
//! [`Classify`] moves the error into a variant; what it cannot take out of a wrapper becomes the source of the
//! fallback, and a variant without a source drops it. [`Classifier`] gives data instead, which always keeps codes and
//! causes.
//!
//! [`find`] gives the coded error inside any error, and [`Report`] carries any error to `main`.
//!
//! # Programs
//!
//! [`run`] and [`main`](macro@main) turn a result into output and exit code; [`Response`] is a good answer in the same
//! envelope. With the feature `clap`, the module `clap` adds the `errors` command. An [`ErrorSet`] is what one command may
//! end with. [`ready`] has errors that every tool needs; [`ErrorRecord`] is any error as data, and what [`parse`] gives
//! back.
//!
//! # Codes that live for years
//!
//! [`Catalog::export`] makes documents of a catalog for other programs: as JSON, as the JSON Schema of its envelopes, as
//! `OpenAPI` components and as TypeScript. `tooling::Contract` is what a catalog promises, whether from the program, an export or
//! a lock file, and `Contract::changes_to` says what a newer one breaks; with the feature `testing`,
//! `testing::assert_locked` does so in a test.
//!
//! # MCP, HTTP and logs
//!
//! With the feature `mcp`, every derived error is the result of a tool of rmcp; the module `mcp` is an MCP server in
//! five minutes.
//!
//! With the feature `axum`, every derived error is a response, as `application/problem+json`; the module `axum` is
//! an HTTP API in five minutes. With `http`, the module `http` does the same for any framework, and reads the
//! answers of servers as errors. With `tracing`, the module `tracing` emits errors as events.
//!
//! # Recursion
//!
//! Types that nest each other transparently have no finite catalog: rustc reports a cycle (E0391) when it
//! evaluates `TYPE`. Mark one of the variants `opaque`.
//!
//! [`Classifier`]: classify::Classifier
//! [`Decode`]: classify::Decode

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod catalog;
pub mod classify;
pub mod definition;
pub mod error;
pub mod format;
mod integrations;
pub mod process;
pub mod ready;
mod registry;
mod text;
#[cfg(feature = "tooling")]
pub mod tooling;
pub mod vocabulary;

pub use agent_error_macros::{AgentError, main};
pub use catalog::{Catalog, Code, ErrorSet};
pub use classify::Classify;
pub use error::{AgentError, ErrorRecord, FieldError};
pub use format::{Format, Renderer, parse, render, write};
#[cfg(feature = "anyhow")]
pub use integrations::anyhow;
#[cfg(feature = "axum")]
pub use integrations::axum;
#[cfg(feature = "clap")]
pub use integrations::clap;
#[cfg(feature = "eyre")]
pub use integrations::eyre;
#[cfg(feature = "http")]
pub use integrations::http;
#[cfg(feature = "mcp")]
pub use integrations::mcp;
#[cfg(feature = "testing")]
pub use integrations::testing;
#[cfg(feature = "tracing")]
pub use integrations::tracing;
pub use process::{Program, Report, Response, run};
pub use ready::find;
pub use vocabulary::Severity;

/// Exit codes of processes, and what each implies.
pub mod exit {
    pub use crate::registry::exits::meaning;
    pub use crate::vocabulary::exit::*;
}
