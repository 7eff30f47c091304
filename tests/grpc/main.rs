//! Tests of converting errors to gRPC statuses and back, and of the layer.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions that the tests share are tests, too"
)]

#[path = "../support/cases.rs"]
mod cases;
mod codes;
mod derived;
mod details;
mod layer;
mod reading;
mod round_trip;
mod size;
mod withheld;
