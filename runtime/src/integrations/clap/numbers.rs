//! Says which numbers an argument accepts.

use clap::{Arg, Command};
use std::any::TypeId;
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError, TryFromIntError};

/// Returns the name of an argument's type if it is a number, judging by the type that its value is
/// parsed into: `integer` or `number`.
pub(super) fn number_type(arg: &Arg) -> Option<&'static str> {
    let parsed = arg.get_value_parser().type_id();
    macro_rules! is_one_of {
        ($($ty:ty),*) => { [$(TypeId::of::<$ty>()),*].iter().any(|known| parsed == *known) };
    }
    if is_one_of!(
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize
    ) {
        return Some("integer");
    }
    is_one_of!(f32, f64).then_some("number")
}

/// A range of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    first: Option<i64>,
    last: Option<i64>,
}

impl Range {
    /// Finds the range of an argument. clap has no getter for it, so this function parses numbers
    /// that are outside of almost any range, and reads clap's message.
    pub(super) fn of(arg: &Arg) -> Option<Self> {
        number_type(arg)?;
        for number in [i64::MAX, -1] {
            if let Some(message) = rejection(arg, number)
                && let Some(range) = Self::in_message(&message)
            {
                return Some(range);
            }
        }
        None
    }

    /// Reads the range in clap's message for a number that is outside of it, such as
    /// `300 is not in 0..=255` or `9 is not in 1..8`.
    pub(super) fn in_message(message: &str) -> Option<Self> {
        let (_, range) = message.split_once(" is not in ")?;
        let (first, end) = range.split_once("..")?;
        let is_inclusive = end.starts_with('=');
        let end_number = end.trim_start_matches('=');
        if !is_whole_number(first) || !is_whole_number(end_number) {
            return None;
        }
        let last = if is_inclusive {
            limit(end_number)
        } else {
            limit(end_number).map(|end| end - 1)
        };
        Some(Self {
            first: limit(first),
            last,
        })
    }

    /// Describes the range after `a whole number`.
    fn described(self) -> String {
        match (self.first, self.last) {
            (Some(first), Some(last)) => format!(" from {first} to {last}"),
            (Some(first), None) => format!(", {first} or greater"),
            (None, Some(last)) => format!(", {last} or less"),
            (None, None) => String::new(),
        }
    }
}

/// Parses a number as the value of an argument. Returns the error message of the value parser, if any.
fn rejection(arg: &Arg, number: i64) -> Option<String> {
    let value = Arg::new("value").value_parser(arg.get_value_parser().clone());
    let command = Command::new("probe").no_binary_name(true).arg(value);
    let arguments = [OsString::from("--"), number.to_string().into()];
    let error = command.try_get_matches_from(&arguments[..]).err()?;
    Some(error.source()?.to_string())
}

fn is_whole_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a limit. If there is no limit, clap writes the smallest or the largest number of the
/// parser's type, for which this returns `None`. The largest `u64` doesn't fit.
fn limit(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    if number == i64::MIN || number == i64::MAX {
        None
    } else {
        Some(number)
    }
}

/// Why a number can't be parsed.
pub(super) enum NumberError {
    /// It isn't a whole number.
    NotWhole,
    /// It isn't a number.
    NotANumber,
    /// It is outside of the range.
    OutOfRange(Option<Range>),
}

impl NumberError {
    /// Recognizes the errors of the standard library and of clap's parsers. Returns `None` for
    /// errors of a program's own parser, which may say more.
    pub(super) fn of(error: &(dyn Error + 'static)) -> Option<Self> {
        if let Some(error) = error.downcast_ref::<ParseIntError>() {
            return match error.kind() {
                IntErrorKind::Empty | IntErrorKind::InvalidDigit => Some(Self::NotWhole),
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                    Some(Self::OutOfRange(None))
                }
                _ => None,
            };
        }
        if error.is::<ParseFloatError>() {
            return Some(Self::NotANumber);
        }
        if error.is::<TryFromIntError>() {
            return Some(Self::OutOfRange(None));
        }
        Range::in_message(&error.to_string()).map(|range| Self::OutOfRange(Some(range)))
    }

    /// Says which numbers are valid. `known` is the range of the argument, if the error doesn't
    /// contain it. Returns `None` if there is nothing to say.
    pub(super) fn expected(self, known: Option<Range>) -> Option<String> {
        let range = match self {
            Self::NotANumber => return Some("expected a number".to_owned()),
            Self::NotWhole => known,
            Self::OutOfRange(range) => Some(range.or(known)?),
        };
        let range = range.map(Range::described).unwrap_or_default();
        Some(format!("expected a whole number{range}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberError, Range};
    use clap::builder::ValueParser;
    use clap::{Arg, value_parser};

    /// Returns the numbers that are expected in place of `x`.
    fn expected(parser: impl Into<ValueParser>) -> String {
        let arg = Arg::new("n").value_parser(parser);
        let error = "x".parse::<i64>().unwrap_err();
        let error = NumberError::of(&error).unwrap();
        error.expected(Range::of(&arg)).unwrap()
    }

    #[test]
    fn the_range_of_a_number_is_known() {
        for (expectation, parser) in [
            ("from 0 to 255", ValueParser::from(value_parser!(u8))),
            ("from -128 to 127", value_parser!(i8).into()),
            ("from 3 to 65535", value_parser!(u16).range(3..).into()),
            ("from 0 to 7", value_parser!(u32).range(..8).into()),
            ("from 2 to 9", value_parser!(u64).range(2..=9).into()),
        ] {
            let expectation = format!("expected a whole number {expectation}");
            assert_eq!(expected(parser), expectation);
        }
        assert_eq!(
            expected(value_parser!(i64).range(5..)),
            "expected a whole number, 5 or greater"
        );
        for unlimited in [
            ValueParser::from(value_parser!(i64)),
            value_parser!(usize).into(),
            // A program's own parser may refuse any number.
            ValueParser::new(|_: &str| Err::<u8, _>("-1 is not in season")),
        ] {
            assert_eq!(expected(unlimited), "expected a whole number");
        }
    }

    #[test]
    fn other_numbers_and_errors_are_recognized() {
        let float = "x".parse::<f32>().unwrap_err();
        let expected = NumberError::of(&float).unwrap().expected(None);
        assert_eq!(expected.as_deref(), Some("expected a number"));
        let zero = "0".parse::<std::num::NonZeroU8>().unwrap_err();
        assert!(NumberError::of(&zero).is_none());
        // Without a range, the standard library's message says more.
        let large = "300".parse::<u8>().unwrap_err();
        assert_eq!(NumberError::of(&large).unwrap().expected(None), None);
    }
}
