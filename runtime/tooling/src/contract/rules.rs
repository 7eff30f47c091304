//! Compares the rules that map errors of other libraries to codes.

use serde_json::Value;

/// Whether the rules match every error that the `wanted` rule matches. Handles ranges of HTTP statuses that were split
/// or widened.
pub(super) fn cover<'a>(rules: impl Iterator<Item = &'a Value> + Clone, wanted: &Value) -> bool {
    if rules.clone().any(|rule| rule == wanted || (kind(rule) == kind(wanted) && rule["value"] == "..")) {
        return true;
    }
    let Some((mut from, to)) = statuses(wanted) else { return false };
    let mut ranges: Vec<(u16, u16)> = rules.filter_map(statuses).collect();
    ranges.sort_unstable();
    for (low, high) in ranges {
        if low > from {
            return false;
        }
        if high >= to {
            return true;
        }
        from = from.max(high + 1);
    }
    false
}

fn kind(rule: &Value) -> &str {
    rule["rule"].as_str().unwrap_or_default()
}

/// Returns the bounds of a rule such as `status(500..=599)`. Both bounds are inclusive.
fn statuses(rule: &Value) -> Option<(u16, u16)> {
    let range = rule["value"].as_str().filter(|_| kind(rule) == "status")?;
    let (from, to) = range.split_once("..=").unwrap_or((range, range));
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::cover;
    use serde_json::{Value, json};

    fn status(range: &str) -> Value {
        json!({"rule": "status", "value": range})
    }

    #[test]
    fn a_range_may_be_widened_split_or_joined() {
        for (rules, wanted, covered) in [
            (&["500..=599"][..], "500..=503", true),
            (&["500..=503"], "500..=599", false),
            (&["500..=549", "550..=599"], "510..=590", true),
            (&["550..=599", "500..=549"], "500..=599", true),
            (&["500..=549", "551..=599"], "500..=599", false),
            (&["404", "405"], "404..=405", true),
            (&["404"], "404", true),
            (&[".."], "404", true),
            (&["0..=65535"], "65535", true),
            (&[], "404", false),
        ] {
            let rules: Vec<Value> = rules.iter().map(|range| status(range)).collect();
            assert_eq!(cover(rules.iter(), &status(wanted)), covered, "{rules:?} {wanted}");
        }
    }

    #[test]
    fn any_error_of_a_kind_includes_each_of_them() {
        let io = |value: &str| json!({"rule": "io", "value": value});
        assert!(cover([io("..")].iter(), &io("NotFound")));
        assert!(!cover([io("NotFound")].iter(), &io("..")));
        assert!(!cover([status("..")].iter(), &io("NotFound")));
        assert!(!cover([json!({"rule": "fallback"})].iter(), &io("NotFound")));
    }
}
