//! Errors as gRPC statuses: [`agent_error`] for servers and clients that use tonic 0.14.
//!
//! On a server, add `#[agent_error(integrate(tonic))]` to an error. A handler can then return it with `?`, as a
//! [`tonic::Status`] with the details of [`google.rpc`](https://cloud.google.com/apis/design/errors#error_details). On a
//! client, [`record`] turns any status back into an [`ErrorRecord`](agent_error::ErrorRecord).
//!
//! ```
//! use agent_error::{AgentError, exit};
//! use tonic::{Code, Request, Response, Status};
//! use tonic_types::StatusExt;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(integrate(tonic), docs = "https://shop.example.com/errors/{code}")]
//! enum OrderError {
//!     #[error("no order {id}")]
//!     #[code("ORDER_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List the orders with `ListOrders`")]
//!     NotFound { id: u64 },
//!
//!     #[error("order {id} is shipped")]
//!     #[code("ORDER_SHIPPED", exit = exit::CONFLICT, grpc = FAILED_PRECONDITION)]
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
//! assert_eq!(record.suggestion.as_deref(), Some("List the orders with `ListOrders`"));
//! ```
//!
//! The guide shows a server and its clients, in Rust and in Python:
//!
//! - [A gRPC service](_guide::grpc)
//!
//! # Status codes
//!
//! The status code is the one that the variant declares with `grpc = ...`. Otherwise it follows from the HTTP status, if
//! the error has one, or from the exit code. The module [`code`] has the tables.
//!
//! # Details
//!
//! | detail | content | sent if |
//! |---|---|---|
//! | `ErrorInfo` | `reason`: the code; `domain`: see [`Encoder::domain`]; `metadata`: the context, with values as strings. Values that aren't strings are JSON; null is left out | always |
//! | `RetryInfo` | the wait | the error is retryable and states a wait |
//! | `BadRequest` | the invalid fields; the description includes the value that was sent and the valid values | there are field errors |
//! | `PreconditionFailure` | `type`: the code; `subject`: the instance; `description`: `fix_required` | the error has `fix_required` |
//! | `ResourceInfo` | `resource_name`: the instance; `description`: the summary of the code | the error has an instance |
//! | `Help` | the docs URL | the error has a docs URL |
//! | `google.protobuf.Struct` | the facts for which `google.rpc` has no message, with the names of the JSON of an [`ErrorRecord`](agent_error::ErrorRecord): `suggestion`, `fix_command`, `retryable`, `exit_code`, `actions`, … | always |
//!
//! Causes and the body of a failed call stay on the server. Secrets are redacted, as by
//! [`ErrorRecord::without_secrets`](agent_error::ErrorRecord::without_secrets).
//!
//! # Size
//!
//! Details travel in a trailer. gRPC libraries limit the total size of a response's metadata, usually to 8 KiB, and
//! clients report a response above the limit as another error. If a status exceeds
//! [`Encoder::size_limit`], the message is truncated to an eighth of the limit. If the status is still too large, these
//! details are dropped one after another until it fits:
//!
//! 1. values of the context, the longest first;
//! 2. invalid fields, the last first;
//! 3. `ResourceInfo`;
//! 4. `PreconditionFailure`;
//! 5. `Help`;
//! 6. the strings and lists of the `Struct`, except for words such as the phase;
//! 7. all other details.
//!
//! # Statuses without details
//!
//! [`DetailsLayer`] adds details to statuses of handlers that don't use this crate, and to those of tonic.
//!
//! # Versions
//!
//! The major version of this crate changes with the versions of tonic and tonic-types, whose types are part of its
//! interface and which it re-exports. `agent-error` stays the same. A program may contain several versions of this crate.

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
