//! The server's rate limit.

use std::time::{Duration, Instant};

pub(crate) struct Limit {
    /// The number of calls before a pause, or `None` for no limit.
    calls: Option<u32>,
    pause: Duration,
    used: u32,
    paused_until: Option<Instant>,
}

impl Limit {
    pub(crate) fn new(calls: Option<u32>, pause: Duration) -> Self {
        Self { calls, pause, used: 0, paused_until: None }
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Returns the time to wait if the limit is reached. The pause starts with the first rejected call.
    pub(crate) fn count(&mut self, now: Instant) -> Result<(), Duration> {
        let Some(calls) = self.calls else { return Ok(()) };
        if self.paused_until.is_some_and(|end| end <= now) {
            (self.used, self.paused_until) = (0, None);
        }
        if self.used < calls {
            self.used += 1;
            return Ok(());
        }
        let end = *self.paused_until.get_or_insert(now + self.pause);
        Err(end.saturating_duration_since(now))
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;
    use std::time::{Duration, Instant};

    #[test]
    fn calls_beyond_the_limit_wait_until_the_pause_ends() {
        let (mut limit, start) = (Limit::new(Some(2), Duration::from_secs(7)), Instant::now());
        let mut count = |after_ms| limit.count(start + Duration::from_millis(after_ms));
        assert_eq!((count(0), count(1)), (Ok(()), Ok(())));
        let wait = |ms| Err(Duration::from_millis(ms));
        assert_eq!((count(1000), count(1500), count(7999)), (wait(7000), wait(6500), wait(1)));
        assert_eq!((count(8000), count(8001), count(8002)), (Ok(()), Ok(()), wait(7000)));
    }

    #[test]
    fn without_a_limit_nothing_is_counted() {
        let mut limit = Limit::new(None, Duration::from_secs(7));
        assert!((0..1000).all(|_| limit.count(Instant::now()).is_ok()));
    }

    #[test]
    fn a_limit_of_zero_rejects_every_call() {
        let mut limit = Limit::new(Some(0), Duration::from_secs(7));
        assert_eq!(limit.count(Instant::now()), Err(Duration::from_secs(7)));
    }
}
