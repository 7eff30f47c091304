//! The types of the fields that contain an exit code, a status, a delay, actions or the output of a
//! failed call.

use crate::text::debug::warn_once;
use std::time::Duration;

/// The type of a `status` field: a `u16`, an `http::StatusCode`, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an HTTP status",
    note = "`status` takes a field that is a `u16`, an `http::StatusCode` with the feature `http`, or an `Option` of one"
)]
pub trait HttpStatus {
    /// Returns the HTTP status code, if there is one.
    fn status(&self) -> Option<u16>;
}

impl HttpStatus for u16 {
    fn status(&self) -> Option<u16> {
        Some(*self)
    }
}

impl<T: HttpStatus> HttpStatus for Option<T> {
    fn status(&self) -> Option<u16> {
        self.as_ref().and_then(HttpStatus::status)
    }
}

/// The type of an `exit` field: a `u8`, an `i32`, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an exit code",
    note = "`exit` takes a field that is a `u8`, an `i32`, or an `Option` of one"
)]
pub trait ExitField {
    /// Returns the exit code, if there is one.
    fn exit_code(&self) -> Option<i32>;
}

impl ExitField for u8 {
    fn exit_code(&self) -> Option<i32> {
        Some((*self).into())
    }
}

impl ExitField for i32 {
    fn exit_code(&self) -> Option<i32> {
        Some(*self)
    }
}

impl<T: ExitField> ExitField for Option<T> {
    fn exit_code(&self) -> Option<i32> {
        self.as_ref().and_then(ExitField::exit_code)
    }
}

/// Returns the exit code in the field of an error with this code, if it's from 1 to 255. In debug
/// builds, warns about any other value.
pub(crate) fn valid_exit(code: &str, exit: Option<i32>) -> Option<u8> {
    let exit = exit?;
    let valid = u8::try_from(exit).ok().filter(|exit| *exit != 0);
    if valid.is_none() {
        warn_once(|| {
            format!(
                "{code} has {exit} as its exit code, which isn't from 1 to 255; the declared exit code is used"
            )
        });
    }
    valid
}

/// The type of a `retry_after` field: a `Duration`, a number of seconds, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a waiting time",
    note = "`retry_after` takes a field that is a `Duration`, an `Option<Duration>`, or a number of seconds"
)]
pub trait RetryAfterField {
    /// Returns the time to wait. Returns `None` if the value is missing, negative or too large.
    fn wait(&self) -> Option<Duration>;
}

macro_rules! waits {
    ($($($ty:ty),+ => |$value:ident| $wait:expr;)*) => {
        $($(impl RetryAfterField for $ty {
            fn wait(&self) -> Option<Duration> {
                let $value = *self;
                $wait
            }
        })+)*
    };
}

waits! {
    Duration => |value| Some(value);
    u8, u16, u32 => |value| Some(Duration::from_secs(value.into()));
    u64 => |value| Some(Duration::from_secs(value));
    usize, i8, i16, i32, i64, isize => |value| u64::try_from(value).ok().map(Duration::from_secs);
    f32 => |value| Duration::try_from_secs_f64(value.into()).ok();
    f64 => |value| Duration::try_from_secs_f64(value).ok();
}

impl<T: RetryAfterField> RetryAfterField for Option<T> {
    fn wait(&self) -> Option<Duration> {
        self.as_ref().and_then(RetryAfterField::wait)
    }
}

/// A type that `actions = field` accepts: a list of strings, or an `Option` of such a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of actions",
    note = "`actions` takes a field that is a list of strings, as `Vec<String>`, or an `Option` of one"
)]
pub trait ActionsField {
    /// Returns the actions.
    fn actions(&self) -> Vec<String>;
}

#[diagnostic::do_not_recommend]
impl<T: AsRef<str>> ActionsField for &[T] {
    fn actions(&self) -> Vec<String> {
        self.iter()
            .map(|action| action.as_ref().to_owned())
            .collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T: AsRef<str>> ActionsField for Vec<T> {
    fn actions(&self) -> Vec<String> {
        (&**self).actions()
    }
}

impl<T: ActionsField> ActionsField for Option<T> {
    fn actions(&self) -> Vec<String> {
        self.as_ref().map(ActionsField::actions).unwrap_or_default()
    }
}

/// The type of a `body` field, which holds the output of a failed call: a string, or an `Option` of
/// one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a body",
    note = "`body` takes a field that is a `String`, a `&str`, or an `Option` of one"
)]
pub trait BodyField {
    /// Returns the output, unless it's missing or empty.
    fn body(&self) -> Option<String>;
}

impl BodyField for &str {
    fn body(&self) -> Option<String> {
        (!self.is_empty()).then(|| (*self).to_owned())
    }
}

impl BodyField for String {
    fn body(&self) -> Option<String> {
        (&**self).body()
    }
}

impl<T: BodyField> BodyField for Option<T> {
    fn body(&self) -> Option<String> {
        self.as_ref().and_then(BodyField::body)
    }
}
