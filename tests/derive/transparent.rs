//! Tests of variants that forward to their inner error.

use crate::{context, error_object};
use agent_error::definition::{Catalogued, ErrorDef};
use agent_error::vocabulary::Phase;
use agent_error::{AgentError, Catalog, ErrorRecord, Severity};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use upstream::{OuterError, UpstreamError};

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(clippy::large_enum_variant, reason = "an inner error by value is the case")]
enum Wrapper {
    #[error(transparent)]
    #[code(transparent)]
    Direct(#[from] UpstreamError),
    #[error(transparent)]
    #[code(transparent)]
    Boxed(Box<UpstreamError>),
    #[error(transparent)]
    #[code(transparent)]
    Counted { inner: Arc<UpstreamError> },
    #[error(transparent)]
    #[code(transparent)]
    Outer(#[from] OuterError),
    #[error(transparent)]
    #[code(transparent)]
    Record(#[from] ErrorRecord),
    #[error("own")]
    #[code("TRANSPARENT_OWN", exit = 5)]
    Own { host: u8 },
}

fn lost() -> UpstreamError {
    UpstreamError::Lost { host: "h".into() }
}

#[test]
fn everything_comes_from_the_inner_error() {
    let expected = error_object(&lost());
    assert_eq!(expected["suggestion"], "Ping h");
    let wrapped = [
        Wrapper::from(lost()),
        Wrapper::Boxed(Box::new(lost())),
        Wrapper::Counted { inner: Arc::new(lost()) },
        Wrapper::Outer(OuterError::Upstream(lost())),
    ];
    for error in wrapped {
        assert_eq!(error_object(&error), expected);
        assert_eq!((error.code(), error.exit_code()), ("UPSTREAM_LOST", 12));
        let declared = |def: Option<&ErrorDef>| def.map(|def| (def.code(), def.variant(), def.line()));
        assert_eq!(declared(error.def()), declared(lost().def()));
    }
}

#[test]
fn a_variant_next_to_transparent_ones_has_its_own_facts() {
    let error = Wrapper::Own { host: 1 };
    assert_eq!((error.code(), error.exit_code()), ("TRANSPARENT_OWN", 5));
    assert_eq!(context(&error), json!({"host": 1}));
    assert!(error.inner().is_none());
}

#[test]
fn inner_catalogs_are_nested_once_each() {
    let catalog = Catalog::of::<Wrapper>();
    let codes: Vec<&str> = catalog.iter().map(|entry| entry.def.code()).collect();
    assert_eq!(codes, ["TRANSPARENT_OWN", "UPSTREAM_LOST", "UPSTREAM_OUTER", "UPSTREAM_SHARED"]);
    assert_eq!(Wrapper::TYPE.defs.len(), 1, "the type itself declares one code");
}

fn record() -> ErrorRecord {
    ErrorRecord::new("TRANSPARENT_RECORD", "as data")
        .with_suggestion("read it")
        .with_fix_command("cat it")
        .with_detail("why")
        .with_action("a")
        .with_context("key", 1)
        .with_severity(Severity::Warning)
        .with_phase(Phase::Cleanup)
        .with_exit_code(79)
}

#[test]
fn a_record_inside_keeps_its_facts() {
    let error = Wrapper::from(record());
    assert_eq!((error.code(), error.exit_code()), ("TRANSPARENT_RECORD", 79));
    assert_eq!(error_object(&error), error_object(&record()));
    assert!(error.def().is_none());
}

#[test]
fn a_record_inside_keeps_its_wait() {
    let wait = Duration::from_secs(5);
    let error = Wrapper::from(record().with_retry_after(wait));
    assert!(error.is_retryable());
    assert_eq!(error.retry_after(), Some(wait));
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Step {
    #[error(transparent)]
    #[code(transparent, opaque)]
    Nested(Box<Step>),
    #[error("stuck at {0}")]
    #[code("TRANSPARENT_STUCK", suggest = "skip {0}")]
    Stuck(u8),
}

#[test]
fn opaque_breaks_recursion() {
    let error = Step::Nested(Box::new(Step::Nested(Box::new(Step::Stuck(3)))));
    assert_eq!((error.code(), error.to_string()), ("TRANSPARENT_STUCK", "stuck at 3".into()));
    assert_eq!(error.suggestion().unwrap(), "skip 3");
    assert_eq!(Catalog::of::<Step>().len(), 1);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[code(transparent)]
struct Newtype(#[from] UpstreamError);

#[derive(Debug, thiserror::Error, AgentError)]
enum OnlyTransparent {
    #[error(transparent)]
    #[code(transparent)]
    One(#[from] Newtype),
    #[error(transparent)]
    #[agent_error(transparent, opaque)]
    Two(#[from] Step),
}

#[test]
fn a_type_may_consist_of_transparent_variants_only() {
    let error = OnlyTransparent::from(Newtype(lost()));
    assert_eq!(error_object(&error), error_object(&lost()));
    assert_eq!(OnlyTransparent::from(Step::Stuck(1)).code(), "TRANSPARENT_STUCK");
    let catalog = Catalog::of::<OnlyTransparent>();
    assert!(catalog.get("UPSTREAM_LOST").is_some());
    assert!(catalog.get("TRANSPARENT_STUCK").is_none(), "opaque leaves the inner catalog out");
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Dynamic {
    #[error("{0}")]
    #[code(transparent, opaque)]
    Any(Arc<dyn AgentError + Send + Sync>),
}

#[test]
fn an_inner_trait_object_is_opaque() {
    let error = Dynamic::Any(Arc::new(lost()));
    assert_eq!((error.code(), error.exit_code()), ("UPSTREAM_LOST", 12));
    assert_eq!(context(&error), json!({"host": "h"}));
    assert!(Catalog::of::<Dynamic>().is_empty());
}
