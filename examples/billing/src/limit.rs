//! The rate limit for charges.

use agent_error::ready::RateLimited;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A maximum number of calls per time window. Each window starts with its first call.
#[derive(Debug)]
pub(crate) struct Limit {
    calls: u64,
    window: Duration,
    /// The start of the current window, and the number of calls since then.
    current: Mutex<Option<(Instant, u64)>>,
}

impl Limit {
    pub(crate) fn new(calls: u64, window: Duration) -> Self {
        Self { calls, window, current: Mutex::new(None) }
    }

    /// Counts a tool call, or returns an error if the limit is reached.
    pub(crate) fn count(&self, tool: &str, now: Instant) -> Result<(), RateLimited> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let (began, calls) = current.filter(|(began, _)| now < *began + self.window).unwrap_or((now, 0));
        if calls >= self.calls {
            let wait = (began + self.window).saturating_duration_since(now);
            return Err(RateLimited {
                limit: self.calls,
                window_s: self.window.as_secs(),
                key: tool.to_owned(),
                // Round up, so that the caller waits long enough.
                retry_after_s: wait.as_secs() + u64::from(wait.subsec_nanos() > 0),
            });
        }
        *current = Some((began, calls + 1));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;
    use std::time::{Duration, Instant};

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_call_succeeds_after_the_stated_wait() {
        let (limit, start) = (Limit::new(2, MINUTE), Instant::now());
        let later = |milliseconds| start + Duration::from_millis(milliseconds);
        assert!(limit.count("a", start).is_ok() && limit.count("b", later(10_000)).is_ok());
        let wait = |now| limit.count("a", now).err().map(|refused| refused.retry_after_s);
        assert_eq!((wait(later(20_000)), wait(later(20_001)), wait(later(59_999))), (Some(40), Some(40), Some(1)));
        assert_eq!(wait(later(60_000)), None);
    }

    #[test]
    fn a_limit_of_zero_rejects_every_call() {
        let (limit, now) = (Limit::new(0, MINUTE), Instant::now());
        assert_eq!(limit.count("a", now).err().map(|refused| refused.retry_after_s), Some(60));
    }
}
