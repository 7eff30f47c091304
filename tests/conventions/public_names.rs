//! Collects the public names of a crate from rustdoc's JSON.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The supported format version of rustdoc's JSON.
const FORMAT: u64 = 57;

/// The public names of a crate.
#[derive(Default)]
pub(crate) struct PublicNames {
    /// Every name with its kind, such as `fn error::ErrorRecord::new`.
    pub(crate) names: BTreeSet<String>,
    /// The paths of each item that isn't a member of another, by rustdoc's ID.
    paths: BTreeMap<String, Vec<String>>,
    /// The paths of the types and traits whose pages show no example.
    pub(crate) without_example: Vec<String>,
}

impl PublicNames {
    pub(crate) fn read(document: &Path) -> Self {
        let document: Value = serde_json::from_str(&fs::read_to_string(document).unwrap()).unwrap();
        assert_eq!(
            document["format_version"], FORMAT,
            "rustdoc writes another JSON; read its changes"
        );
        let mut names = Self::default();
        let index = Index(document["index"].as_object().unwrap());
        names.add_module(&index, &document["root"], "");
        names
    }

    /// Returns the paths of the items that can be reached by several paths.
    pub(crate) fn copies(&self) -> Vec<&[String]> {
        let paths = self.paths.values().map(Vec::as_slice);
        paths.filter(|paths| paths.len() > 1).collect()
    }

    fn add_module(&mut self, index: &Index<'_>, id: &Value, path: &str) {
        let module = index.item(id).unwrap();
        for found in index.items(&kind(module).1["items"]) {
            // The guides only exist in the documentation.
            if found["name"] == "_guide" {
                continue;
            }
            let (kind, inner) = kind(found);
            if kind != "use" {
                let name = found["name"].as_str().unwrap_or_default();
                self.add_item(index, found, &found["id"], &format!("{path}{name}"));
                continue;
            }
            let name = inner["name"].as_str().unwrap();
            let source = inner["source"].as_str().unwrap();
            if inner["is_glob"] == true {
                self.add_module(index, &inner["id"], path);
                continue;
            }
            match index.item(&inner["id"]) {
                Some(target) => {
                    self.add_item(index, target, &inner["id"], &format!("{path}{name}"));
                }
                // The item is from another crate.
                None => {
                    self.names.insert(format!("use {path}{name} = {source}"));
                }
            }
        }
    }

    fn add_item(&mut self, index: &Index<'_>, item: &Value, id: &Value, path: &str) {
        let (kind, inner) = kind(item);
        self.names.insert(format!("{kind} {path}"));
        let paths = self.paths.entry(id.to_string()).or_default();
        paths.push(path.to_owned());
        match kind {
            "module" => self.add_module(index, id, &format!("{path}::")),
            "struct" => {
                self.add_members(index, &inner["kind"]["plain"]["fields"], "field", path);
                self.add_methods(index, &inner["impls"], path);
            }
            "enum" => {
                self.add_members(index, &inner["variants"], "variant", path);
                self.add_methods(index, &inner["impls"], path);
            }
            "trait" => self.add_members(index, &inner["items"], "item", path),
            _ => {}
        }
        let is_type = ["struct", "enum", "trait"].contains(&kind);
        if is_type && !has_example(index, item) {
            self.without_example.push(path.to_owned());
        }
    }

    fn add_members(&mut self, index: &Index<'_>, ids: &Value, kind: &str, path: &str) {
        for member in index.items(ids) {
            let name = member["name"].as_str().unwrap();
            self.names.insert(format!("{kind} {path}::{name}"));
        }
    }

    /// Adds a type's inherent public methods and constants.
    fn add_methods(&mut self, index: &Index<'_>, impls: &Value, path: &str) {
        for method in index.inherent(impls) {
            let name = method["name"].as_str().unwrap();
            self.names.insert(format!("fn {path}::{name}"));
        }
    }
}

/// Whether the docs of a type or of its inherent methods contain an example. For a trait, its items
/// count.
fn has_example(index: &Index<'_>, item: &Value) -> bool {
    let (kind, inner) = kind(item);
    if contains_code(item) {
        return true;
    }
    if kind == "trait" {
        return index.items(&inner["items"]).any(contains_code);
    }
    index
        .inherent(&inner["impls"])
        .into_iter()
        .any(contains_code)
}

fn contains_code(item: &Value) -> bool {
    let docs = item["docs"].as_str().unwrap_or_default();
    docs.contains("```")
}

/// All items of the crate that the documentation shows, by rustdoc's ID.
struct Index<'d>(&'d Map<String, Value>);

impl<'d> Index<'d> {
    fn item(&self, id: &Value) -> Option<&'d Value> {
        self.0.get(&id.to_string())
    }

    /// Returns the items of a list of IDs.
    fn items(&self, ids: &'d Value) -> impl Iterator<Item = &'d Value> {
        let ids = ids.as_array().into_iter().flatten();
        ids.filter_map(|id| self.item(id))
    }

    /// Returns the public methods and constants of the inherent blocks in a list of IDs.
    fn inherent(&self, impls: &'d Value) -> Vec<&'d Value> {
        let mut found = Vec::new();
        for block in self.items(impls) {
            let block = kind(block).1;
            if block["trait"].is_null() {
                let members = self.items(&block["items"]);
                found.extend(members.filter(|member| member["visibility"] == "public"));
            }
        }
        found
    }
}

/// Returns the kind of an item, such as `struct`, and what belongs to this kind.
fn kind(item: &Value) -> (&str, &Value) {
    let (kind, inner) = item["inner"].as_object().unwrap().iter().next().unwrap();
    (kind, inner)
}
