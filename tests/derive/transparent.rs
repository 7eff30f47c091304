//! Tests of variants that forward to their inner error.

use crate::{codes, same};
use agent_error::__tooling::GrpcCode;
use agent_error::{AgentError, Catalog, ErrorRecord, catalog};
use serde_json::{Value, json};
use snapbox::file;
use std::sync::Arc;
use upstream::{OuterError, UpstreamError};

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[allow(
    clippy::large_enum_variant,
    reason = "an inner error by value is the case"
)]
enum Wrapper {
    #[code(transparent)]
    Direct(#[from] UpstreamError),
    #[code(transparent)]
    Boxed(Box<UpstreamError>),
    #[code(transparent)]
    Counted { inner: Arc<UpstreamError> },
    #[code(transparent)]
    Outer(#[from] OuterError),
    #[code(transparent)]
    Record(#[from] ErrorRecord),
    #[agent_error(transparent, opaque)]
    Step(#[from] Step),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Step {
    #[error(transparent)]
    #[code(transparent, opaque)]
    Nested(Box<Step>),
    #[error("stuck at {0}")]
    #[code("TRANSPARENT_STUCK", suggest = "skip {0}", grpc = ABORTED)]
    Stuck(u8),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[code(transparent)]
struct Newtype(#[from] Wrapper);

#[derive(Debug, thiserror::Error, AgentError)]
enum Dynamic {
    #[error("{0}")]
    #[code(transparent, opaque)]
    Any(Arc<dyn AgentError + Send + Sync>),
}

fn lost() -> UpstreamError {
    UpstreamError::Lost { host: "h".into() }
}

fn record(error: &dyn AgentError) -> Value {
    json!(ErrorRecord::of(error))
}

#[test]
fn everything_comes_from_the_inner_error() {
    assert_eq!(record(&lost())["suggestion"], "Ping h");
    let wrapped: [&dyn AgentError; 6] = [
        &Wrapper::from(lost()),
        &Wrapper::Boxed(Box::new(lost())),
        &Wrapper::Counted {
            inner: Arc::new(lost()),
        },
        &Wrapper::Outer(OuterError::Upstream(lost())),
        &Newtype(Wrapper::from(lost())),
        &Dynamic::Any(Arc::new(lost())),
    ];
    for error in wrapped {
        assert_eq!(record(error), record(&lost()));
        let def = |error: &dyn AgentError| {
            error
                .record()
                .def()
                .map(|def| (def.code(), def.variant(), def.line()))
        };
        assert_eq!(def(error), def(&lost()));
    }
}

#[test]
fn inner_catalogs_are_nested_once_each_unless_they_are_opaque() {
    same(
        codes(&catalog![Newtype, Dynamic]),
        file!["snapshots/transparent.catalog.jsonl"],
    );
    assert!(Catalog::of::<Dynamic>().is_empty());
}

#[test]
fn opaque_breaks_recursion() {
    let error = Wrapper::from(Step::Nested(Box::new(Step::Nested(Box::new(Step::Stuck(
        3,
    ))))));
    assert_eq!(record(&error), record(&Step::Stuck(3)));
    assert_eq!(
        error
            .record()
            .def()
            .and_then(agent_error::ErrorDef::grpc_code),
        Some(GrpcCode::Aborted)
    );
}
