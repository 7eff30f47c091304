//! Formats numbers like JavaScript, because Vurb.ts is written in TypeScript.

/// Formats a number like JavaScript. Integers and other JSON values stay as they are.
pub(super) fn javascript(json: &str) -> String {
    let is_number = json.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    if is_number && json.contains(['.', 'e']) { notation(json) } else { json.to_owned() }
}

/// Converts a JSON number to the notation of `Number::toString` (ECMA-262, section 6.1.6.1.20). Numbers from `1e-6` up
/// to, but not including, `1e21` are written without an exponent. Zero has no sign.
fn notation(json: &str) -> String {
    let (digits, point) = significant(json);
    let place = usize::try_from(point.unsigned_abs()).unwrap_or(0);
    let text = match point {
        _ if digits.is_empty() => return "0".to_owned(),
        1..=21 if digits.len() <= place => format!("{digits:0<place$}"),
        1..=21 => format!("{}.{}", &digits[..place], &digits[place..]),
        -5..=0 => format!("0.{}{digits}", "0".repeat(place)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let (dot, sign) = (if rest.is_empty() { "" } else { "." }, if point > 0 { "+" } else { "" });
            format!("{first}{dot}{rest}e{sign}{}", point - 1)
        }
    };
    if json.starts_with('-') { format!("-{text}") } else { text }
}

/// Splits a JSON number into its significant digits and the position of the decimal point. The value is
/// `0.DIGITS × 10^position`.
fn significant(number: &str) -> (String, i32) {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches(['-', '0']);
    let leading = if whole.is_empty() { fraction.len() - fraction.trim_start_matches('0').len() } else { 0 };
    let digits = format!("{whole}{}", &fraction[leading..]);
    let point = |count: usize| i32::try_from(count).unwrap_or(0);
    let exponent: i32 = exponent.parse().unwrap_or(0);
    (digits.trim_end_matches('0').to_owned(), point(whole.len()) - point(leading) + exponent)
}

#[cfg(test)]
mod tests {
    use super::javascript;

    #[test]
    fn numbers_have_the_notation_of_javascript_at_its_edges() {
        for (value, text) in [
            (0.0_f64, "0"),
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
            (100.0, "100"),
            (0.05, "0.05"),
            (10.25, "10.25"),
            (1e22, "1e+22"),
            (123_456_789_012.5, "123456789012.5"),
        ] {
            assert_eq!(javascript(&serde_json::to_string(&value).unwrap()), text);
        }
    }
}
