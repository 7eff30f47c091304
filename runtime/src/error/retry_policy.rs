//! Decides whether and when to retry a failed call.

use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::vocabulary::terms::{RetryStrategy, SideEffects};
use std::time::Duration;

/// Decides whether and when to retry a failed call, based on the retry facts of its error.
///
/// A call is only retried if its error is retryable and states no side effects. The
/// error's delay and retry strategy determine how long to wait. Your limits always apply: the
/// maximum delay and the maximum number of retries.
///
/// ```
/// use agent_error::{ErrorRecord, RetryPolicy};
/// use std::time::Duration;
///
/// let policy = RetryPolicy::new(Duration::from_secs(30)).max_retries(4);
/// let busy = ErrorRecord::new("BUSY", "the server is busy").with_retry_after(Duration::from_secs(2));
///
/// let waits: Vec<u64> = (0..4).filter_map(|retries| policy.wait(&busy, retries)).map(|wait| wait.as_secs()).collect();
/// assert_eq!(waits, [2, 4, 8, 16]);
/// assert_eq!(policy.wait(&busy, 4), None);
/// ```
///
/// The [guide](crate::_guide::exit_codes#retry-in-a-client) shows the policy with the crate
/// `backon`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    max_wait: Duration,
    max_retries: u32,
    initial_wait: Duration,
}

impl RetryPolicy {
    /// Creates a policy that never waits longer than `max_wait` before a retry, and retries a call
    /// up to 3 times.
    ///
    /// If an error requests a longer delay, the call isn't retried, because an earlier retry would
    /// fail again.
    pub const fn new(max_wait: Duration) -> Self {
        Self {
            max_wait,
            max_retries: 3,
            initial_wait: Duration::from_secs(1),
        }
    }

    /// Sets the maximum number of retries, not counting the first call. Defaults to 3.
    #[must_use]
    pub const fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = retries;
        self
    }

    /// Sets the delay before the first retry, for errors that don't specify one. Defaults to 1
    /// second.
    #[must_use]
    pub const fn initial_wait(mut self, wait: Duration) -> Self {
        self.initial_wait = wait;
        self
    }

    /// Returns how long to wait before the next retry, or `None` to stop. `retries` is the number
    /// of retries so far.
    ///
    /// The error's retry strategy determines how the delay grows:
    ///
    /// | strategy | delay |
    /// |---|---|
    /// | `exponential`, or none | the error's delay, or the initial delay; doubled after each retry, up to the maximum |
    /// | `constant` | the error's delay, or the initial delay |
    /// | `immediate` | the error's delay, or zero |
    #[inline]
    pub fn wait(&self, error: &dyn AgentError, retries: u32) -> Option<Duration> {
        let record = ErrorRecord::of(error);
        let facts = record.fields.facts;
        // Errors of other programs usually don't state their side effects.
        let side_effects = facts.side_effects.unwrap_or(SideEffects::None);
        let is_repeatable = facts.is_retryable() && side_effects == SideEffects::None;
        if !is_repeatable || retries >= self.max_retries {
            return None;
        }
        let requested = record.fields.retry_after;
        if requested.is_some_and(|wait| wait > self.max_wait) {
            return None;
        }
        let first = requested.unwrap_or(self.initial_wait);
        let wait = match facts.retry {
            Some(RetryStrategy::Immediate) => requested.unwrap_or_default(),
            Some(RetryStrategy::Constant) => first,
            Some(RetryStrategy::Exponential) | None => doubled(first, retries),
        };
        Some(wait.min(self.max_wait))
    }
}

#[inline]
fn doubled(wait: Duration, times: u32) -> Duration {
    let factor = 2_u32.checked_pow(times).unwrap_or(u32::MAX);
    wait.saturating_mul(factor)
}

#[test]
fn facts_and_limits_determine_whether_and_when_to_retry() {
    const POLICY: RetryPolicy = RetryPolicy::new(Duration::from_secs(10)).max_retries(5);
    fn busy() -> ErrorRecord {
        ErrorRecord::new("BUSY", "busy").with_retryable(true)
    }
    fn asked(millis: u64) -> ErrorRecord {
        busy().with_retry_after(Duration::from_millis(millis))
    }
    for (error, waits) in [
        (busy(), &[1, 2, 4, 8, 10][..]),
        (busy().with_retry_strategy(RetryStrategy::Constant), &[1; 5]),
        (
            busy().with_retry_strategy(RetryStrategy::Immediate),
            &[0; 5],
        ),
        (asked(3_000), &[3, 6, 10, 10, 10]),
        (
            asked(3_000).with_retry_strategy(RetryStrategy::Exponential),
            &[3, 6, 10, 10, 10],
        ),
        (
            asked(3_000).with_retry_strategy(RetryStrategy::Constant),
            &[3; 5],
        ),
        (
            asked(3_000).with_retry_strategy(RetryStrategy::Immediate),
            &[3; 5],
        ),
        (asked(10_000), &[10; 5]),
        (asked(10_001), &[]),
        (asked(u64::MAX), &[]),
        (asked(0).with_retryable(false), &[]),
        (
            busy().with_side_effects(SideEffects::None),
            &[1, 2, 4, 8, 10],
        ),
        (busy().with_side_effects(SideEffects::Partial), &[]),
        (busy().with_side_effects(SideEffects::Complete), &[]),
        (busy().with_side_effects(SideEffects::Unknown), &[]),
        (ErrorRecord::new("LOST", "lost"), &[]),
    ] {
        let allowed = (0..10)
            .map_while(|retries| POLICY.wait(&error, retries))
            .map(|wait| wait.as_secs());
        assert_eq!(allowed.collect::<Vec<_>>(), waits, "{error:?}");
    }
    let endless = POLICY.max_retries(u32::MAX);
    assert_eq!(
        endless.wait(&busy(), 4_000_000_000),
        Some(Duration::from_secs(10))
    );
    assert_eq!(POLICY.max_retries(0).wait(&busy(), 0), None);
}
