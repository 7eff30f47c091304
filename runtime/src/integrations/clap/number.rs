//! Explains why clap rejects a number, and determines the valid range.

use clap::builder::ValueParser;
use clap::{Arg, Command};
use std::any::TypeId;
use std::error::Error;
use std::num::{
    IntErrorKind, NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64,
    NonZeroUsize, ParseFloatError, ParseIntError,
};
use std::str::ParseBoolError;

/// Explains why a value is invalid, if Rust's own message would mention types or range syntax.
pub(super) fn reason(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref::<ParseIntError>() {
        let reason = match error.kind() {
            IntErrorKind::Empty => "it is empty",
            IntErrorKind::InvalidDigit => NO_NUMBER,
            IntErrorKind::PosOverflow => "the number is too large",
            IntErrorKind::NegOverflow => "the number is too small",
            IntErrorKind::Zero => "it must not be 0",
            _ => return None,
        };
        return Some(reason.to_owned());
    }
    if error.is::<ParseFloatError>() {
        return Some("it is not a number".to_owned());
    }
    if error.is::<ParseBoolError>() {
        return Some("it is not `true` or `false`".to_owned());
    }
    Some(format!("it is not in the range {}", in_words(bounds_in(&error.to_string())?)))
}

const NO_NUMBER: &str = "it is not a whole number";

/// Adds the valid range to a reason.
pub(super) fn reason_with(reason: &str, range: &str) -> String {
    match reason {
        NO_NUMBER => format!("{NO_NUMBER} from {range}"),
        reason if reason.contains(range) => reason.to_owned(),
        reason => format!("{reason}; it must be from {range}"),
    }
}

/// Formats the range of integers that an argument accepts, such as `1 to 65535`, if limited.
pub(super) fn range(arg: &Arg) -> Option<String> {
    bounds(arg).map(in_words)
}

fn in_words((from, to): (i128, i128)) -> String {
    format!("{from} to {to}")
}

/// Returns the smallest and largest integer that an argument accepts, if limited.
pub(super) fn bounds(arg: &Arg) -> Option<(i128, i128)> {
    let parser = arg.get_value_parser();
    let mut known = NON_ZERO.iter().filter(|(ty, ..)| parser.type_id() == ty());
    if let Some((_, from, to)) = known.next() {
        return Some((*from, *to));
    }
    // clap doesn't expose the range, but mentions it in the error for an invalid number.
    let outside = [i64::MIN.into(), i64::MAX.into(), u64::MAX.into(), 0];
    outside.into_iter().find_map(|number: i128| bounds_in(&refused(parser.clone(), &number.to_string())?))
}

/// Returns the error message for a value that the parser rejects.
fn refused(parser: ValueParser, text: &str) -> Option<String> {
    let probe = Arg::new("value").value_parser(parser).allow_hyphen_values(true);
    let command = Command::new("probe").no_binary_name(true).disable_help_flag(true).arg(probe);
    Some(command.try_get_matches_from([text]).err()?.source()?.to_string())
}

/// Parses the range in clap's message, such as `0 is not in 1..=9` or `0 is not in 1..10`.
fn bounds_in(text: &str) -> Option<(i128, i128)> {
    let (number, range) = text.split_once(" is not in ")?;
    number.parse::<i128>().ok()?;
    let (from, to) = range.split_once("..")?;
    let from = from.parse::<i128>().ok()?;
    let to = match to.strip_prefix('=') {
        Some(to) => to.parse::<i128>().ok()?,
        // For a range without an upper bound, clap prints the type's largest number.
        None => match to.parse::<i128>().ok()? {
            largest if [i64::MAX.into(), u64::MAX.into()].contains(&largest) => largest,
            end => end.checked_sub(1)?,
        },
    };
    Some((from, to))
}

/// A type and its smallest and largest number.
type NonZero = (fn() -> TypeId, i128, i128);

/// The non-zero types. The error messages of their parsers don't contain a range.
const NON_ZERO: &[NonZero] = &[
    (TypeId::of::<NonZeroU8>, 1, u8::MAX as i128),
    (TypeId::of::<NonZeroU16>, 1, u16::MAX as i128),
    (TypeId::of::<NonZeroU32>, 1, u32::MAX as i128),
    (TypeId::of::<NonZeroU64>, 1, u64::MAX as i128),
    (TypeId::of::<NonZeroUsize>, 1, usize::MAX as i128),
    (TypeId::of::<NonZeroI8>, i8::MIN as i128, i8::MAX as i128),
    (TypeId::of::<NonZeroI16>, i16::MIN as i128, i16::MAX as i128),
    (TypeId::of::<NonZeroI32>, i32::MIN as i128, i32::MAX as i128),
    (TypeId::of::<NonZeroI64>, i64::MIN as i128, i64::MAX as i128),
];

#[cfg(test)]
mod tests {
    use super::{bounds_in, range};
    use clap::{Arg, value_parser};
    use std::num::NonZeroU16;

    #[test]
    fn the_range_of_an_argument_is_known() {
        let of = |parser: clap::builder::ValueParser| range(&Arg::new("x").value_parser(parser));
        assert_eq!(of(value_parser!(u16).into()).as_deref(), Some("0 to 65535"));
        assert_eq!(of(value_parser!(u16).range(1..).into()).as_deref(), Some("1 to 65535"));
        assert_eq!(of(value_parser!(i8).range(-3..=4).into()).as_deref(), Some("-3 to 4"));
        assert_eq!(of(value_parser!(u64).range(..10).into()).as_deref(), Some("0 to 9"));
        assert_eq!(of(value_parser!(i64).range(5..).into()).as_deref(), Some("5 to 9223372036854775807"));
        assert_eq!(of(value_parser!(u64).range(5..).into()).as_deref(), Some("5 to 18446744073709551615"));
        assert_eq!(of(value_parser!(NonZeroU16).into()).as_deref(), Some("1 to 65535"));
        assert_eq!(of(value_parser!(u64).into()), None);
        assert_eq!(of(value_parser!(String)), None);
    }

    #[test]
    fn only_clap_s_own_sentence_has_a_range() {
        assert_eq!(bounds_in("a is not in 1..2"), None);
        assert_eq!(bounds_in("5 is not in the list"), None);
    }
}
