//! Collects the public names of a crate from rustdoc's JSON.

use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The supported format version of rustdoc's JSON.
const FORMAT: u64 = 57;

/// Returns every public name with its kind, such as `fn error::ErrorRecord::new`.
pub(crate) fn names(document: &Path) -> BTreeSet<String> {
    let document: Value = serde_json::from_str(&fs::read_to_string(document).unwrap()).unwrap();
    assert_eq!(
        document["format_version"], FORMAT,
        "rustdoc writes another JSON; read its changes"
    );
    let index = document["index"].as_object().unwrap();
    let mut names = BTreeSet::new();
    module(index, &document["root"], "", &mut names);
    names
}

fn item<'a>(index: &'a Map<String, Value>, id: &Value) -> Option<&'a Value> {
    index.get(&id.to_string())
}

fn kind(item: &Value) -> (&str, &Value) {
    let (kind, inner) = item["inner"].as_object().unwrap().iter().next().unwrap();
    (kind, inner)
}

fn module(index: &Map<String, Value>, id: &Value, path: &str, names: &mut BTreeSet<String>) {
    let items = kind(item(index, id).unwrap()).1["items"]
        .as_array()
        .unwrap();
    for found in items.iter().filter_map(|id| item(index, id)) {
        // The guides only exist in the documentation.
        if found["name"] == "_guide" {
            continue;
        }
        match kind(found) {
            ("use", used) => {
                let name = used["name"].as_str().unwrap();
                match item(index, &used["id"]) {
                    Some(target) => named(index, target, &used["id"], name, path, names),
                    // The item is from another crate.
                    None => {
                        names.insert(format!(
                            "use {path}{name} = {}",
                            used["source"].as_str().unwrap()
                        ));
                    }
                }
            }
            _ => named(
                index,
                found,
                &found["id"],
                found["name"].as_str().unwrap_or_default(),
                path,
                names,
            ),
        }
    }
}

fn named(
    index: &Map<String, Value>,
    item: &Value,
    id: &Value,
    name: &str,
    path: &str,
    names: &mut BTreeSet<String>,
) {
    let (kind, inner) = kind(item);
    let path = format!("{path}{name}");
    names.insert(format!("{kind} {path}"));
    match kind {
        "module" => module(index, id, &format!("{path}::"), names),
        "struct" => {
            members(
                index,
                &inner["kind"]["plain"]["fields"],
                "field",
                &path,
                names,
            );
            methods(index, &inner["impls"], &path, names);
        }
        "enum" => {
            members(index, &inner["variants"], "variant", &path, names);
            methods(index, &inner["impls"], &path, names);
        }
        "trait" => members(index, &inner["items"], "item", &path, names),
        _ => {}
    }
}

fn members(
    index: &Map<String, Value>,
    ids: &Value,
    kind: &str,
    path: &str,
    names: &mut BTreeSet<String>,
) {
    let found = ids
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|id| item(index, id));
    names.extend(found.map(|item| format!("{kind} {path}::{}", item["name"].as_str().unwrap())));
}

/// Collects a type's inherent public methods and constants.
fn methods(index: &Map<String, Value>, impls: &Value, path: &str, names: &mut BTreeSet<String>) {
    let impls = impls
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|id| item(index, id));
    for inner in impls
        .map(|item| kind(item).1)
        .filter(|inner| inner["trait"].is_null())
    {
        let own = inner["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|id| item(index, id));
        for item in own.filter(|item| item["visibility"] == "public") {
            names.insert(format!("fn {path}::{}", item["name"].as_str().unwrap()));
        }
    }
}
