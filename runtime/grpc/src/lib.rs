//! Coded errors for gRPC services and clients that use tonic 0.14.
//!
//! On a server, add `#[agent_error(integrate(tonic))]` to an error type. In a handler, the `?`
//! operator then converts errors to a [`tonic::Status`] with
//! [`google.rpc`](https://cloud.google.com/apis/design/errors#error_details) details. On a client,
//! [`record`] converts any status back to an [`ErrorRecord`](agent_error::ErrorRecord).
//!
//! ```
//! use agent_error::AgentError;
//! use tonic::{Code, Request, Response, Status};
//! use tonic_types::StatusExt;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(integrate(tonic), docs = "https://shop.example.com/errors/{code}")]
//! enum OrderError {
//!     #[error("no order {id}")]
//!     #[code("ORDER_NOT_FOUND", status = 404, suggest = "List the orders with `ListOrders`")]
//!     NotFound { id: u64 },
//!
//!     #[error("order {id} is shipped")]
//!     #[code("ORDER_SHIPPED", status = 409, grpc = FAILED_PRECONDITION)]
//!     Shipped { id: u64 },
//! }
//!
//! fn find(id: u64) -> Result<String, OrderError> {
//!     Err(OrderError::NotFound { id })
//! }
//!
//! /// A handler.
//! fn get_order(request: Request<u64>) -> Result<Response<String>, Status> {
//!     Ok(Response::new(find(request.into_inner())?))
//! }
//!
//! let status = get_order(Request::new(9)).unwrap_err();
//! assert_eq!(status.code(), Code::NotFound);
//! let info = status.get_details_error_info().unwrap();
//! assert_eq!((info.reason.as_str(), info.domain.as_str()), ("ORDER_NOT_FOUND", "shop.example.com"));
//! assert_eq!(info.metadata["id"], "9");
//!
//! let record = agent_error_tonic::record(&status);
//! assert_eq!(record.code(), "ORDER_NOT_FOUND");
//! assert_eq!(record.suggestion(), Some("List the orders with `ListOrders`"));
//! ```
//!
//! # Guides
//!
//! - [A gRPC service](_guide::grpc): a server with clients in Rust and Python.
//!
//! # Status codes
//!
//! A variant can declare its status code with `grpc = ...`. Otherwise, the status code is derived
//! from the HTTP status, if the error has one, or from the exit code. For the tables, see [`code`].
//!
//! # Details
//!
//! | detail | content | sent if |
//! |---|---|---|
//! | `ErrorInfo` | `reason`: the code; `domain`: see [`Encoder::domain`]; `metadata`: the context, with string values. Other values are JSON; null is omitted | always |
//! | `RetryInfo` | the retry delay | the error is retryable and has a delay |
//! | `BadRequest` | the field errors; each description includes the sent value and the valid values | there are field errors |
//! | `PreconditionFailure` | `type`: the code; `subject`: the instance; `description`: `fix_required` | the error has `fix_required` |
//! | `ResourceInfo` | `resource_name`: the instance; `description`: the code's summary | the error has an instance |
//! | `Help` | the docs URL | the error has a docs URL |
//! | `google.protobuf.Struct` | JSON members of an [`ErrorRecord`](agent_error::ErrorRecord) for which `google.rpc` has no message, such as `suggestion`, `retryable`, `exit_code` and `actions` | always |
//!
//! Causes, the output of a failed call, and commands are never sent. If the status code is
//! `INTERNAL`, `UNKNOWN` or `DATA_LOSS`, no value of the error is sent, unless it's public; see the
//! [guide](_guide::grpc). The only actions are gRPC methods, such as `ListOrders`. Secrets are
//! redacted, as
//! [`ErrorRecord::without_secrets`](agent_error::ErrorRecord::without_secrets) does.
//!
//! # Size
//!
//! Details are sent in a trailer. gRPC libraries limit the total size of a response's metadata,
//! usually to 8 KiB. If a response exceeds the limit, clients report an error of their own instead.
//! Statuses are therefore limited to [`Encoder::size_limit`]. If a status is too large, the message
//! is truncated to an eighth of the limit. If it's still too large, these details are dropped in
//! order until it fits:
//!
//! 1. context values, longest first
//! 2. field errors, last first
//! 3. `ResourceInfo`
//! 4. `PreconditionFailure`
//! 5. `Help`
//! 6. strings and lists in the `Struct`, except for short strings such as the phase
//! 7. all other details
//!
//! # Statuses without details
//!
//! [`DetailsLayer`] adds details to tonic's own statuses, and to statuses from handlers that don't
//! use this crate.
//!
//! # Versions
//!
//! This crate's API contains types of tonic and tonic-types, and re-exports both crates. A new
//! major version of either of them therefore requires a new major version of this crate, but not of
//! `agent-error`. A program can use several versions of this crate.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod _guide;
pub mod code;
mod decoder;
mod details;
mod encoder;
mod facts;
mod integrate;
mod layer;
mod size;

pub use decoder::record;
pub use encoder::{DEFAULT_SIZE_LIMIT, Encoder, status};
pub use layer::{DetailsBody, DetailsFuture, DetailsLayer, DetailsService};

#[doc(no_inline)]
pub use tonic;
#[doc(no_inline)]
pub use tonic_types;
