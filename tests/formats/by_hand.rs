//! Tests of an error that implements the trait by hand: every fact survives every carrier, and every format.

use agent_error::facts::{Phase, RetryStrategy, Severity, SideEffects};
use agent_error::{AgentError, ErrorRecord, FieldError, Report, exit, find, render};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// States every fact that a record can have.
#[derive(Debug)]
struct DiskFull {
    free: u64,
    source: io::Error,
}

impl fmt::Display for DiskFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the disk is full")
    }
}

impl Error for DiskFull {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}

impl AgentError for DiskFull {
    fn code(&self) -> &'static str {
        "DISK_FULL"
    }

    fn record(&self) -> ErrorRecord {
        ErrorRecord::of_error(self.code(), self)
            .with_summary("No space is left")
            .with_detail("the snapshot needs 7 GB")
            .with_suggestion("Delete old snapshots")
            .with_fix_required("3 GB are free")
            .with_fix_command("snap prune")
            .with_check_command("snap usage")
            .with_replacement("snap --small")
            .with_docs_url("https://example.com/DISK_FULL")
            .with_body("df: 100%")
            .with_instance("/snapshots/7")
            .with_exit_code(exit::sysexits::CANTCREAT)
            .with_status(507)
            .with_retryable(true)
            .with_retry_after(Duration::from_millis(1500))
            .with_retry_strategy(RetryStrategy::Exponential)
            .with_side_effects(SideEffects::Partial)
            .with_phase(Phase::Cleanup)
            .with_severity(Severity::Critical)
            .with_actions(["snap list"])
            .with_field_error(FieldError::new("size", "Too large."))
            .with_context("free", self.free)
    }
}

fn disk_full() -> DiskFull {
    DiskFull {
        free: 7,
        source: io::ErrorKind::StorageFull.into(),
    }
}

/// An error around another one that keeps everything and adds a value.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
struct InRequest<E: Error> {
    error: E,
    id: u32,
}

impl<E: AgentError> AgentError for InRequest<E> {
    fn code(&self) -> &str {
        self.error.code()
    }

    fn record(&self) -> ErrorRecord {
        self.error.record().with_context("request", self.id)
    }
}

#[test]
fn every_carrier_has_the_same_record_and_the_same_output() {
    let record = disk_full().record();
    let error = disk_full();
    let arc: Arc<dyn AgentError + Send + Sync> = Arc::new(disk_full());
    let boxed: Box<dyn AgentError> = Box::new(disk_full());
    let carriers: [(&str, &dyn AgentError); 6] = [
        ("the error", &error),
        ("&E", &&error),
        ("Box<E>", &Box::new(disk_full())),
        ("Arc<E>", &Arc::new(disk_full())),
        ("Arc<dyn>", &arc),
        ("Box<dyn>", &*boxed),
    ];
    for (name, carrier) in carriers {
        assert_eq!(carrier.code(), "DISK_FULL", "{name}");
        assert_eq!(carrier.record(), record, "{name}");
        for format in crate::ALL {
            assert_eq!(
                render(carrier, *format),
                render(&record, *format),
                "{name} as {format}"
            );
        }
    }
}

#[test]
fn every_fact_is_read_through_a_method() {
    let record = disk_full().record();
    assert_eq!(
        (record.code(), record.message()),
        ("DISK_FULL", "the disk is full")
    );
    assert_eq!(record.summary(), Some("No space is left"));
    assert_eq!(record.detail(), Some("the snapshot needs 7 GB"));
    assert_eq!(record.suggestion(), Some("Delete old snapshots"));
    assert_eq!(record.fix_required(), Some("3 GB are free"));
    assert_eq!(record.fix_command(), Some("snap prune"));
    assert_eq!(record.check_command(), Some("snap usage"));
    assert_eq!(record.replacement(), Some("snap --small"));
    assert_eq!(record.docs_url(), Some("https://example.com/DISK_FULL"));
    assert_eq!(record.body(), Some("df: 100%"));
    assert_eq!(record.instance(), Some("/snapshots/7"));
    assert_eq!((record.exit_code(), record.http_status()), (73, 507));
    assert!(record.is_retryable());
    assert_eq!(record.retry_after(), Some(Duration::from_millis(1500)));
    assert_eq!(record.retry_strategy(), Some(RetryStrategy::Exponential));
    assert_eq!(record.side_effects(), Some(SideEffects::Partial));
    assert_eq!(record.phase(), Some(Phase::Cleanup));
    assert_eq!(record.severity(), Severity::Critical);
    assert_eq!(record.actions(), ["snap list"]);
    assert_eq!(record.causes().count(), 1);
    assert_eq!(record.field_errors().count(), 1);
    assert_eq!(record.context().get("free").unwrap(), 7);
    assert!(record.def().is_none());
}

#[test]
fn a_wrapper_keeps_every_fact_and_adds_a_value() {
    let wrapped = InRequest {
        error: Arc::new(disk_full()),
        id: 42,
    };
    assert_eq!(
        wrapped.record(),
        disk_full().record().with_context("request", 42)
    );
}

#[test]
fn an_error_by_hand_is_found_in_a_report_by_its_record_only() {
    let error = disk_full();
    let upcast: &dyn AgentError = &error;
    let upcast: &(dyn Error + 'static) = upcast;
    // Only the derive registers types.
    assert!(find(upcast).is_none());
    assert_eq!(
        Report::new(disk_full().record())
            .coded()
            .map(AgentError::code),
        Some("DISK_FULL")
    );
}

#[test]
fn the_order_of_exit_code_and_status_does_not_matter() {
    let error = || ErrorRecord::new("X", "m");
    assert_eq!(
        error().with_status(503).with_exit_code(9),
        error().with_exit_code(9).with_status(503)
    );
    assert_eq!(error().with_status(503).exit_code(), exit::UNAVAILABLE);
    assert!(error().with_status(503).is_retryable());
    assert!(
        !error()
            .with_status(503)
            .with_retryable(false)
            .is_retryable()
    );
    assert!(
        !error()
            .with_retryable(false)
            .with_status(503)
            .is_retryable()
    );
}
