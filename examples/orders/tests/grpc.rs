//! Tests of the gRPC API with a real server on loopback and a real client.

#![allow(clippy::unwrap_used, reason = "the functions that the tests share are tests, too")]

#[path = "grpc/client.rs"]
mod client;
#[path = "grpc/errors.rs"]
mod errors;
#[path = "grpc/planted.rs"]
mod planted;
#[path = "../src/grpc/orders.v1.rs"]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, missing_docs, reason = "generated")]
mod v1;
