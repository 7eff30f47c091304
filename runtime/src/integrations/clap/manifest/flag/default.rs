//! Default values of flags as JSON.

use super::{FlagType, name, value_type};
use crate::json::JsonView;
use crate::text::secret::looks_secret;
use clap::{Arg, ArgAction};
use serde_json::Number;

/// Returns the default value, unless it's hidden or looks secret.
pub(super) fn default(arg: &Arg, ty: FlagType) -> Option<JsonView<'static>> {
    let secret = arg.is_hide_default_value_set() || looks_secret(arg.get_id().as_str()) || looks_secret(&name(arg));
    match arg.get_action() {
        ArgAction::SetTrue => return Some(JsonView::Bool(false)),
        ArgAction::SetFalse => return Some(JsonView::Bool(true)),
        ArgAction::Count => return Some(JsonView::Number(0.into())),
        _ if secret => return None,
        _ => {}
    }
    let texts: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let first = texts.first()?;
    Some(match ty {
        FlagType::Array => JsonView::list(texts.iter().map(|text| typed(text, value_type(arg)))),
        _ => typed(first, ty),
    })
}

/// Converts a default value to JSON. A value that can't be parsed as `ty` becomes a string.
fn typed(text: &str, ty: FlagType) -> JsonView<'static> {
    let parsed = match ty {
        FlagType::Integer | FlagType::Number => number(text),
        FlagType::Boolean => text.parse().ok().map(JsonView::Bool),
        FlagType::String | FlagType::Array | FlagType::Enum => None,
    };
    parsed.unwrap_or_else(|| text.to_owned().into())
}

fn number(text: &str) -> Option<JsonView<'static>> {
    let whole = text.parse::<i64>().ok().map(Number::from).or_else(|| text.parse::<u64>().ok().map(Number::from));
    whole.or_else(|| Number::from_f64(text.parse().ok()?)).map(JsonView::Number)
}

#[cfg(test)]
mod tests {
    use super::super::FlagType;
    use super::typed;

    /// Formats a default value with `push_json` and with serde.
    fn written(text: &str, ty: FlagType) -> [String; 2] {
        let view = typed(text, ty);
        let mut json = String::new();
        json.push_str(&view.write(false));
        [json, serde_json::to_string(&view).unwrap()]
    }

    #[test]
    fn defaults_are_numbers_as_json_has_them() {
        for (text, number) in [
            ("7", "7"),
            ("-7", "-7"),
            ("18446744073709551615", "18446744073709551615"),
            ("0.5", "0.5"),
            (".5", "0.5"),
            ("-00.25", "-0.25"),
            ("0.0125", "0.0125"),
        ] {
            let [json, by_serde] = written(text, FlagType::Number);
            assert_eq!(json, number);
            assert_eq!(by_serde.parse::<f64>(), json.parse(), "{text}");
            assert_eq!(text.parse::<f64>(), json.parse(), "{text}");
        }
        for (text, number) in [("+2.", "2"), ("1E3", "1e3"), ("1e+3", "1e3")] {
            assert_eq!(written(text, FlagType::Number)[0], number);
        }
        for text in ["inf", "NaN", "", ".", "-", "1e", "1e400", "1_000", "0x1", "١"] {
            assert_eq!(written(text, FlagType::Number), [format!("{text:?}"), format!("{text:?}")]);
        }
        assert_eq!(written("true", FlagType::Boolean)[0], "true");
        assert_eq!(written("maybe", FlagType::Boolean)[0], "\"maybe\"");
    }
}
