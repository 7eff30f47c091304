//! Tests of `grpc`, which declares the gRPC status code.

use agent_error::definition::ErrorDef;
use agent_error::format::Terminal;
use agent_error::vocabulary::GrpcCode;
use agent_error::{AgentError, Catalog};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("failed")]
enum Failure {
    #[code("RPC_CANCELLED", grpc = CANCELLED)]
    Cancelled,
    #[code("RPC_UNKNOWN", grpc = UNKNOWN)]
    Unknown,
    #[code("RPC_INVALID_ARGUMENT", grpc = INVALID_ARGUMENT)]
    InvalidArgument,
    #[code("RPC_DEADLINE_EXCEEDED", grpc = DEADLINE_EXCEEDED)]
    DeadlineExceeded,
    #[code("RPC_NOT_FOUND", grpc = NOT_FOUND)]
    NotFound,
    #[code("RPC_ALREADY_EXISTS", grpc = ALREADY_EXISTS)]
    AlreadyExists,
    #[code("RPC_PERMISSION_DENIED", grpc = PERMISSION_DENIED)]
    PermissionDenied,
    #[code("RPC_RESOURCE_EXHAUSTED", grpc = RESOURCE_EXHAUSTED)]
    ResourceExhausted,
    #[code("RPC_FAILED_PRECONDITION", grpc = FAILED_PRECONDITION)]
    FailedPrecondition,
    #[code("RPC_ABORTED", grpc = ABORTED)]
    Aborted,
    #[code("RPC_OUT_OF_RANGE", grpc = OUT_OF_RANGE)]
    OutOfRange,
    #[code("RPC_UNIMPLEMENTED", grpc = UNIMPLEMENTED)]
    Unimplemented,
    #[code("RPC_INTERNAL", grpc = INTERNAL)]
    Internal,
    #[code("RPC_UNAVAILABLE", grpc = UNAVAILABLE)]
    Unavailable,
    #[code("RPC_DATA_LOSS", grpc = DATA_LOSS)]
    DataLoss,
    #[code("RPC_UNAUTHENTICATED", grpc = UNAUTHENTICATED)]
    Unauthenticated,
    #[code("RPC_STRING", grpc = "DATA_LOSS")]
    String,
    #[code("RPC_DEFAULT", status = 404)]
    Default,
}

const EACH: &[(Failure, GrpcCode)] = &[
    (Failure::Cancelled, GrpcCode::Cancelled),
    (Failure::Unknown, GrpcCode::Unknown),
    (Failure::InvalidArgument, GrpcCode::InvalidArgument),
    (Failure::DeadlineExceeded, GrpcCode::DeadlineExceeded),
    (Failure::NotFound, GrpcCode::NotFound),
    (Failure::AlreadyExists, GrpcCode::AlreadyExists),
    (Failure::PermissionDenied, GrpcCode::PermissionDenied),
    (Failure::ResourceExhausted, GrpcCode::ResourceExhausted),
    (Failure::FailedPrecondition, GrpcCode::FailedPrecondition),
    (Failure::Aborted, GrpcCode::Aborted),
    (Failure::OutOfRange, GrpcCode::OutOfRange),
    (Failure::Unimplemented, GrpcCode::Unimplemented),
    (Failure::Internal, GrpcCode::Internal),
    (Failure::Unavailable, GrpcCode::Unavailable),
    (Failure::DataLoss, GrpcCode::DataLoss),
    (Failure::Unauthenticated, GrpcCode::Unauthenticated),
];

fn declared(error: &Failure) -> Option<GrpcCode> {
    error.def().and_then(ErrorDef::grpc_code)
}

#[test]
fn every_status_code_can_be_declared() {
    assert_eq!(EACH.len(), GrpcCode::WORDS.len());
    for (error, code) in EACH {
        assert_eq!(declared(error), Some(*code));
        assert_eq!(error.code().strip_prefix("RPC_"), Some(code.as_str()));
    }
}

#[test]
fn a_status_code_can_be_a_string() {
    assert_eq!(declared(&Failure::String), Some(GrpcCode::DataLoss));
}

#[test]
fn a_variant_without_the_key_declares_no_status_code() {
    assert_eq!(declared(&Failure::Default), None);
}

#[test]
fn a_transparent_variant_declares_the_status_code_of_the_inner_error() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum Outer {
        #[error(transparent)]
        #[code(transparent)]
        Inner(#[from] Failure),
    }
    let def = Outer::from(Failure::Aborted).def();
    assert_eq!(def.and_then(ErrorDef::grpc_code), Some(GrpcCode::Aborted));
}

#[test]
fn the_catalog_document_and_explain_show_the_status_code() {
    let catalog = Catalog::of::<Failure>();
    let document: Value = serde_json::from_str(&catalog.document()).unwrap();
    let codes = document["errors"].as_array().unwrap();
    let named = |name: &str| codes.iter().find(|code| code["code"] == name).unwrap();
    assert_eq!(named("RPC_OUT_OF_RANGE")["grpc"], json!("OUT_OF_RANGE"));
    assert!(named("RPC_DEFAULT").get("grpc").is_none());
    let explained = catalog.explain("RPC_OUT_OF_RANGE").unwrap().text(Terminal::default());
    assert!(explained.contains("  grpc      OUT_OF_RANGE\n"), "{explained}");
}
