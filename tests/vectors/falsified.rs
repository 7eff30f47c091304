//! Falsifies the results in a test case, to test whether the judge notices.

use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;

/// The most values of other test cases that replace a single result.
const MOST_FOREIGN_VALUES: usize = 20;

/// A copy of a test case with one wrong result.
pub(crate) struct Falsified {
    /// The JSON pointer of the wrong result.
    pub(crate) pointer: String,
    pub(crate) case: Value,
}

/// Falsifies each result in each test case in turn, except for those below the pointers that
/// `given` returns.
///
/// Alters each string, number and Boolean, removes and adds elements and members, and replaces each
/// value by the different values that other test cases have at the same place.
pub(crate) fn falsify(
    cases: &[Value],
    given: fn(&Value) -> &'static [&'static str],
) -> Vec<Falsified> {
    let results: Vec<BTreeMap<String, Value>> = cases
        .iter()
        .map(|case| results(case, given(case)))
        .collect();
    let mut falsified = Vec::new();
    for (case, own) in cases.iter().zip(&results) {
        for (pointer, value) in own {
            let mut wrong = altered(value);
            for foreign in results.iter().filter_map(|other| other.get(pointer)) {
                if wrong.len() < MOST_FOREIGN_VALUES && !wrong.contains(foreign) {
                    wrong.push(foreign.clone());
                }
            }
            wrong.retain(|wrong| wrong != value);
            falsified.extend(wrong.into_iter().map(|wrong| Falsified {
                pointer: pointer.clone(),
                case: with(case, pointer, wrong),
            }));
        }
    }
    falsified
}

/// Returns all results in a test case by JSON pointer, including lists, objects and their members.
fn results(case: &Value, given: &[&str]) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    let members = case.as_object().into_iter().flatten();
    for (name, value) in members {
        if name != "name" && name != "input" {
            collect(value, &format!("/{name}"), given, &mut found);
        }
    }
    found
}

fn collect(value: &Value, pointer: &str, given: &[&str], found: &mut BTreeMap<String, Value>) {
    if given.contains(&pointer) {
        return;
    }
    // An object that contains given members can't be replaced as a whole.
    let is_whole = !given.iter().any(|given| given.starts_with(pointer));
    if is_whole {
        found.insert(pointer.to_owned(), value.clone());
    }
    if let Value::Object(members) = value {
        for (name, value) in members {
            let name = name.replace('~', "~0").replace('/', "~1");
            collect(value, &format!("{pointer}/{name}"), given, found);
        }
    }
}

fn with(case: &Value, pointer: &str, value: Value) -> Value {
    let mut case = case.clone();
    if let Some(place) = case.pointer_mut(pointer) {
        *place = value;
    }
    case
}

/// Returns wrong values that resemble a value.
fn altered(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec!["falsified".into()],
        Value::Bool(is_true) => vec![(!is_true).into()],
        Value::Number(number) => vec![next_number(number)],
        Value::String(text) => altered_texts(text),
        Value::Array(elements) => altered_lists(elements),
        Value::Object(members) => altered_objects(members),
    }
}

fn next_number(number: &Number) -> Value {
    match number.as_i64() {
        Some(whole) => (whole + 1).into(),
        None => (number.as_f64().unwrap_or_default() + 1.0).into(),
    }
}

/// Appends a letter, and removes each line. If the string is a JSON document, also falsifies its
/// values.
fn altered_texts(text: &str) -> Vec<Value> {
    let mut wrong = vec![format!("{text}x").into()];
    let lines: Vec<&str> = text.split('\n').collect();
    if lines.len() > 1 {
        wrong.extend((0..lines.len()).map(|at| without(&lines, at).join("\n").into()));
    }
    if let Ok(document @ Value::Object(_)) = serde_json::from_str::<Value>(text) {
        let documents = falsified_document(&document);
        // Invalid JSON says nothing about a single value.
        wrong.truncate(1);
        wrong.extend(documents.map(|document| document.to_string().into()));
    }
    wrong
}

/// Falsifies each value of a JSON document in turn.
fn falsified_document(document: &Value) -> impl Iterator<Item = Value> {
    let mut found = BTreeMap::new();
    collect(document, "", &[], &mut found);
    let document = document.clone();
    found.into_iter().flat_map(move |(pointer, value)| {
        let wrong = altered(&value).into_iter();
        wrong
            .map(|wrong| with(&document, &pointer, wrong))
            .collect::<Vec<_>>()
    })
}

fn altered_lists(elements: &[Value]) -> Vec<Value> {
    let mut longer = elements.to_vec();
    longer.push(elements.first().cloned().unwrap_or("falsified".into()));
    let mut wrong = vec![Value::Array(longer)];
    for (at, element) in elements.iter().enumerate() {
        wrong.push(without(elements, at).into());
        for element in altered(element) {
            let mut elements = elements.to_vec();
            elements[at] = element;
            wrong.push(elements.into());
        }
    }
    wrong
}

/// Removes each member. A missing member is the same as null, so null members stay.
fn altered_objects(members: &Map<String, Value>) -> Vec<Value> {
    let names = members.iter().filter(|(_, value)| !value.is_null());
    names
        .map(|(name, _)| {
            let mut fewer = members.clone();
            fewer.remove(name);
            Value::Object(fewer)
        })
        .collect()
}

fn without<T: Clone>(elements: &[T], at: usize) -> Vec<T> {
    [&elements[..at], &elements[at + 1..]].concat()
}
