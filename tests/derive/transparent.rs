//! Tests of variants that forward to their inner error.

use crate::{codes, same};
use agent_error::vocabulary::{GrpcCode, Phase};
use agent_error::{AgentError, Catalog, ErrorRecord, Severity, catalog};
use serde_json::{Value, json};
use snapbox::file;
use std::sync::Arc;
use std::time::Duration;
use upstream::{OuterError, UpstreamError};

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[allow(clippy::large_enum_variant, reason = "an inner error by value is the case")]
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
    #[error("own")]
    #[code("TRANSPARENT_OWN", exit = 5)]
    Own { host: u8 },
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
        &Wrapper::Counted { inner: Arc::new(lost()) },
        &Wrapper::Outer(OuterError::Upstream(lost())),
        &Newtype(Wrapper::from(lost())),
        &Dynamic::Any(Arc::new(lost())),
    ];
    for error in wrapped {
        assert_eq!(record(error), record(&lost()));
        let def = |error: &dyn AgentError| error.def().map(|def| (def.code(), def.variant(), def.line()));
        assert_eq!(def(error), def(&lost()));
    }
}

#[test]
fn a_variant_next_to_transparent_ones_has_its_own_facts() {
    let own = record(&Wrapper::Own { host: 1 });
    assert_eq!(
        (&own["code"], &own["exit_code"], &own["context"]),
        (&json!("TRANSPARENT_OWN"), &json!(5), &json!({"host": 1}))
    );
}

#[test]
fn inner_catalogs_are_nested_once_each_unless_they_are_opaque() {
    same(codes(&catalog![Newtype, Dynamic]), file!["snapshots/transparent.catalog.jsonl"]);
    assert!(Catalog::of::<Dynamic>().is_empty());
}

#[test]
fn a_record_inside_keeps_its_facts() {
    let inner = ErrorRecord::new("TRANSPARENT_RECORD", "as data")
        .with_suggestion("read it")
        .with_fix_command("cat it")
        .with_detail("why")
        .with_action("a")
        .with_context("key", 1)
        .with_severity(Severity::Warning)
        .with_phase(Phase::Cleanup)
        .with_retry_after(Duration::from_secs(5))
        .with_exit_code(79);
    let error = Wrapper::from(inner.clone());
    assert_eq!(record(&error), record(&inner));
    assert!(error.def().is_none());
}

#[test]
fn opaque_breaks_recursion() {
    let error = Wrapper::from(Step::Nested(Box::new(Step::Nested(Box::new(Step::Stuck(3))))));
    assert_eq!(record(&error), record(&Step::Stuck(3)));
    assert_eq!(error.def().and_then(agent_error::definition::ErrorDef::grpc_code), Some(GrpcCode::Aborted));
}
