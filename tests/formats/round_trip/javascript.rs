//! Numbers as JavaScript writes them, for the expected output of `Xml`.

/// Formats a number as JavaScript does: in plain decimal notation from 1e-6 up to 1e21, and with an exponent otherwise.
pub(super) fn in_javascript(number: f64) -> String {
    // If two shortest representations are equally close, JavaScript and serde_json choose the even one, unlike
    // `Display`.
    let json = serde_json::to_string(&number.abs()).unwrap().replace("e+", "e");
    let (mantissa, exponent) = json.split_once('e').unwrap_or((&json, "0"));
    let exponent: i32 = exponent.parse().unwrap();
    let mantissa = mantissa.trim_end_matches(".0");
    let text = match (number.abs(), usize::try_from(exponent.abs()).unwrap()) {
        (0.0, _) => return "0".to_owned(),
        (_, 0) => mantissa.to_owned(),
        (1e-6..1e21, zeros) if exponent < 0 => format!("0.{}{}", "0".repeat(zeros - 1), mantissa.replace('.', "")),
        (1e-6..1e21, zeros) => format!("{:0<1$}", mantissa.replace('.', ""), zeros + 1),
        _ if exponent > 0 => format!("{mantissa}e+{exponent}"),
        _ => format!("{mantissa}e{exponent}"),
    };
    if number < 0.0 { format!("-{text}") } else { text }
}
