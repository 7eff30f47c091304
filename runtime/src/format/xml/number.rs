//! Numbers as the original system, which is JavaScript, writes them.

use crate::error::context::ContextValue;
use crate::error::json_value::to_value;
use serde_json::Value;
use std::fmt;

/// The number that a value is, if it is neither an integer nor anything else.
pub(super) fn float(value: ContextValue<'_>) -> Option<f64> {
    match value {
        ContextValue::Float(float) => Some(float).filter(|float| float.is_finite()),
        ContextValue::Serialize(_) => match to_value(value) {
            Value::Number(number) if number.is_f64() => number.as_f64(),
            _ => None,
        },
        _ => None,
    }
}

/// A finite number in the notation of ECMAScript's `Number::toString` (ECMA-262, 6.1.6.1.20): digits alone from `1e-6` up to
/// below `1e21`, an exponent with its sign beyond, and no sign for a zero.
pub(super) struct JsNumber(pub(super) f64);

impl fmt::Display for JsNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if self.0 == 0.0 { 0.0 } else { self.0 };
        let size = value.abs();
        if value == 0.0 || (1e-6..1e21).contains(&size) {
            return write!(f, "{value}");
        }
        let text = format!("{value:e}");
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => write!(f, "{digits}e+{exponent}"),
            _ => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::JsNumber;

    #[test]
    fn numbers_have_the_notation_of_javascript_at_its_edges() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-6, "0.000001"),
            (9.99e-7, "9.99e-7"),
            (1e-7, "1e-7"),
            (-1.5e-9, "-1.5e-9"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (-1.25e300, "-1.25e+300"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(JsNumber(value).to_string(), text);
        }
    }
}
