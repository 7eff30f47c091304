//! The types that a `retry_after` field can have.

use std::time::Duration;

/// The type of a `retry_after` field: a `Duration`, a number of seconds, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a waiting time",
    note = "`retry_after` takes a field that is a `Duration`, an `Option<Duration>`, or a number of seconds"
)]
pub trait RetryAfterField {
    /// Returns the time to wait. Returns `None` if the value is missing, negative or too large.
    fn wait(&self) -> Option<Duration>;
}

impl RetryAfterField for Duration {
    fn wait(&self) -> Option<Duration> {
        Some(*self)
    }
}

impl<T: RetryAfterField> RetryAfterField for Option<T> {
    fn wait(&self) -> Option<Duration> {
        self.as_ref().and_then(RetryAfterField::wait)
    }
}

macro_rules! seconds {
    ($($number:ty),*) => {
        $(impl RetryAfterField for $number {
            fn wait(&self) -> Option<Duration> {
                u64::try_from(*self).ok().map(Duration::from_secs)
            }
        })*
    };
}

seconds!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! fractional_seconds {
    ($($number:ty),*) => {
        $(impl RetryAfterField for $number {
            fn wait(&self) -> Option<Duration> {
                Duration::try_from_secs_f64((*self).into()).ok()
            }
        })*
    };
}

fractional_seconds!(f32, f64);
