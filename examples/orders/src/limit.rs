//! The rate limit.

use crate::error::ApiError;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A maximum number of calls per time window. Each window starts with its first call.
#[derive(Debug)]
pub(crate) struct Limit {
    calls: u32,
    window: Duration,
    /// The start of the current window, and the number of calls since then.
    current: Mutex<Option<(Instant, u32)>>,
}

impl Limit {
    pub(crate) fn new(calls: u32, window: Duration) -> Self {
        Self { calls, window, current: Mutex::new(None) }
    }

    /// Counts a call, or returns an error if the limit is reached.
    pub(crate) fn count(&self, now: Instant) -> Result<(), ApiError> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let (began, calls) = current.filter(|(began, _)| now < *began + self.window).unwrap_or((now, 0));
        if calls == self.calls {
            let retry_after = (began + self.window).saturating_duration_since(now);
            return Err(ApiError::TooManyCalls { limit: self.calls, window_s: self.window.as_secs(), retry_after });
        }
        *current = Some((began, calls + 1));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;
    use agent_error::AgentError as _;
    use std::time::{Duration, Instant};

    #[test]
    fn a_call_succeeds_after_the_stated_wait() {
        let (limit, start) = (Limit::new(2, Duration::from_secs(60)), Instant::now());
        let later = |seconds| start + Duration::from_secs(seconds);
        assert!(limit.count(start).is_ok() && limit.count(later(10)).is_ok());
        let wait = limit.count(later(20)).err().and_then(|refused| refused.retry_after());
        assert_eq!(wait, Some(Duration::from_secs(40)));
        assert!(limit.count(later(59)).is_err());
        assert!(limit.count(later(60)).is_ok());
    }
}
