//! Takes values for the arguments of a call from the result of another call. The result contains the current values or
//! a list of existing ones.

use crate::call::{Argument, Call, is_about, same_name};
use crate::trace::Step;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

type Object = Map<String, Value>;

/// A call with better values from a result.
pub(crate) struct Refreshed {
    pub(crate) call: Call,
    pub(crate) changes: Vec<Step>,
    /// Whether the call may now refer to something else, because the nearest name in a list may be a different thing.
    pub(crate) is_guess: bool,
}

/// Returns the call with better values from the result, or `None` if there are none.
pub(crate) fn refreshed(call: &Call, answer: &Value) -> Option<Refreshed> {
    let seen = Seen::of(answer);
    let (values, is_guess) = match seen.present(call) {
        present if !present.is_empty() => (present, false),
        _ => (vec![seen.listed(call)?], true),
    };
    let (mut call, mut changes) = (call.clone(), Vec::new());
    for (index, to) in values {
        let Argument { name, value, .. } = &mut call.arguments[index];
        let from = std::mem::replace(value, to.clone());
        changes.push(Step::Changed { argument: name.clone(), from, to });
    }
    Some(Refreshed { call, changes, is_guess })
}

/// The objects in a result, separated into single objects and list elements.
#[derive(Default)]
struct Seen<'a> {
    alone: Vec<&'a Object>,
    listed: Vec<&'a Object>,
}

impl<'a> Seen<'a> {
    fn of(answer: &'a Value) -> Self {
        let mut seen = Self::default();
        seen.visit(answer, false);
        seen
    }

    fn visit(&mut self, value: &'a Value, is_listed: bool) {
        match value {
            Value::Object(object) => {
                let place = if is_listed { &mut self.listed } else { &mut self.alone };
                place.push(object);
                object.values().for_each(|value| self.visit(value, is_listed));
            }
            Value::Array(values) => values.iter().for_each(|value| self.visit(value, true)),
            _ => {}
        }
    }

    /// Returns the arguments for which the result has a different value. Only considers objects that share a value with
    /// the call, and so describe the same thing.
    fn present(&self, call: &Call) -> Vec<(usize, Value)> {
        let agrees = |object: &Object, argument: &Argument| {
            member(object, &argument.name).is_some_and(|value| text(value) == text(&argument.value))
        };
        let is_same = |object: &&&Object| call.arguments.iter().any(|argument| agrees(object, argument));
        let other = |argument: &Argument| {
            let found = self.alone.iter().filter(is_same).find_map(|object| member(object, &argument.name))?;
            let is_scalar = !(found.is_object() || found.is_array() || found.is_null());
            (is_scalar && text(found) != text(&argument.value)).then(|| found.clone())
        };
        changeable(call).filter_map(|(index, argument)| Some((index, other(argument)?))).collect()
    }

    /// Returns the first argument whose value isn't in the list, and the nearest value that is. Ignores further
    /// arguments, because they may be correct.
    fn listed(&self, call: &Call) -> Option<(usize, Value)> {
        changeable(call).find_map(|(index, argument)| {
            let Value::String(given) = &argument.value else { return None };
            let of_name: BTreeSet<String> = self
                .listed
                .iter()
                .filter_map(|object| Some(member(object, &argument.name)?.as_str()?.into()))
                .collect();
            // If no list element has a member with the argument's name, other members may still contain the value.
            let any = || self.listed.iter().flat_map(|object| object.values()).filter_map(Value::as_str);
            let candidates = if of_name.is_empty() { any().map(str::to_owned).collect() } else { of_name };
            Some((index, nearest(given, &candidates)?.into()))
        })
    }
}

fn changeable(call: &Call) -> impl Iterator<Item = (usize, &Argument)> {
    call.arguments.iter().enumerate().filter(|(_, argument)| !argument.is_purpose)
}

fn member<'a>(object: &'a Object, name: &str) -> Option<&'a Value> {
    let found = object.iter().find(|(key, _)| same_name(name, key));
    found.or_else(|| object.iter().find(|(key, _)| is_about(name, key))).map(|(_, value)| value)
}

/// Formats a value as a command-line argument, so that `1` and `"1"` are equal.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the nearest candidate if it's near enough. Returns `None` if two candidates are equally near.
fn nearest<'a>(given: &str, candidates: &'a BTreeSet<String>) -> Option<&'a str> {
    if candidates.contains(given) {
        return None;
    }
    let limit = (given.chars().count() / 3).max(2);
    let distances = candidates.iter().map(|candidate| (strsim::osa_distance(given, candidate), candidate.as_str()));
    let mut near: Vec<(usize, &str)> = distances.filter(|(distance, _)| *distance <= limit).collect();
    near.sort_unstable();
    match near[..] {
        [] => None,
        [(first, _), (second, _), ..] if first == second => None,
        [(_, nearest), ..] => Some(nearest),
    }
}

#[cfg(test)]
mod tests {
    use super::refreshed;
    use crate::call::Call;
    use serde_json::{Value, json};

    /// Returns the changes to the call, one per line.
    fn changes(call: &Call, answer: &Value) -> Vec<String> {
        let steps = refreshed(call, answer).map(|refreshed| refreshed.changes).unwrap_or_default();
        steps.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_argument_gets_the_current_value_of_the_same_object() {
        let call = Call::to("change").with("id", "a").with("if-version", "1").for_the_sake_of("title", "New");
        let read = json!({"entry": {"id": "a", "version": 2, "title": "Old"}, "tags": [{"version": 9}]});
        assert_eq!(changes(&call, &read), [r#"changed  if-version: "1" -> 2"#]);
        assert_eq!(changes(&call, &json!({"id": "a", "version": 1, "title": "Old"})), [""; 0], "`1` is `\"1\"`");
        assert_eq!(changes(&call, &json!({"id": "a", "if_version": 1, "version": 2})), [""; 0], "its own name first");
        for (member, value) in [("version", json!(null)), ("version", json!([2])), ("conversion", json!(2))] {
            assert_eq!(changes(&call, &json!({"id": "a", member: value})), [""; 0]);
        }
        assert_eq!(changes(&call, &json!({"id": "b", "version": 2})), [""; 0], "of something else");
    }

    #[test]
    fn the_first_unlisted_argument_gets_the_nearest_listed_value() {
        let listed = json!({"entries": [{"id": "alpha", "title": "beta"}, {"id": "gamma", "title": "alpah"}]});
        let call = Call::to("get").with("id", "alpah").with("title", "bta");
        assert_eq!(changes(&call, &listed), [r#"changed  id: "alpah" -> "alpha""#]);
        let call = Call::to("get").with("id", "alpha").with("title", "bta");
        assert_eq!(changes(&call, &listed), [r#"changed  title: "bta" -> "beta""#]);
        assert_eq!(changes(&Call::to("get").with("name", "gama"), &listed), [r#"changed  name: "gama" -> "gamma""#]);
    }

    #[test]
    fn distant_or_ambiguous_values_are_not_used() {
        let listed = json!([{"id": "inst-1"}, {"id": "inst-2"}]);
        for given in ["inst-1", "inst-3", "a-wholly-different-name"] {
            assert_eq!(changes(&Call::to("get").with("id", given), &listed), [""; 0]);
        }
    }
}
