//! Compares the values of context fields.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::{Field, Values};
use crate::document::{DEBUG, DISPLAY};
use crate::schema::has_unknown_part;
use agent_error::format::REDACTED;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SAME: &str = "its values are the same";
const NARROWER: &str = "all its values were possible before";
const UNKNOWN: &str = "whether its values are the same is unknown";

/// Returns the class of a change to a field's values or its Rust type, with the reason.
pub(super) fn change_of_values(old: &Field, new: &Field) -> (ChangeClass, &'static str) {
    if is_formatted_differently(old, new) {
        return (Breaking, "its values are formatted differently");
    }
    let is_narrower = old.schema.accept_all_of(&new.schema);
    if old.schema.have_unknown_parts() {
        let old_types = type_names(&old.rust_type);
        let new_types = type_names(&new.rust_type);
        if old_types != new_types {
            let were_possible = new_types.iter().all(|ty| was_possible(ty, &old_types));
            if were_possible && is_narrower {
                return (Additive, NARROWER);
            }
            return (Breaking, UNKNOWN);
        }
        if old.schema != new.schema && is_narrower {
            // The schema was missing before, so the values haven't necessarily changed.
            if new.schema.0.iter().any(is_text) {
                return (Breaking, UNKNOWN);
            }
            return (Cosmetic, "now its values are described");
        }
    }
    if !is_narrower {
        (Breaking, "it has other values")
    } else if new.schema.accept_all_of(&old.schema) {
        (Cosmetic, SAME)
    } else {
        (Additive, NARROWER)
    }
}

/// Whether one of the fields uses `Display` and the other one `Debug`.
fn is_formatted_differently(old: &Field, new: &Field) -> bool {
    let old = &old.rust_type;
    let new = &new.rust_type;
    old.ends_with(DISPLAY) && new.ends_with(DEBUG) || old.ends_with(DEBUG) && new.ends_with(DISPLAY)
}

/// Whether values of a type were possible before, perhaps as an `Option`.
fn was_possible(name: &str, old_types: &BTreeSet<String>) -> bool {
    old_types.contains(name) || old_types.contains(&format!("Option<{name}>"))
}

/// Returns the names of a field's types, without what doesn't change their JSON: paths, references
/// and pointers.
fn type_names(types: &str) -> BTreeSet<String> {
    types
        .split(" or ")
        .map(|ty| without_pointers(&without_paths(ty)))
        .collect()
}

/// Removes the modules from the paths in a type: `a::B<c::D>` becomes `B<D>`.
fn without_paths(ty: &str) -> String {
    let mut name = String::new();
    for part in ty.split_inclusive(['<', '>', ',', ' ', '(', ')', '[', ']', '&', ';']) {
        name += part.rsplit_once("::").map_or(part, |(_, name)| name);
    }
    name
}

fn without_pointers(ty: &str) -> String {
    let mut ty = ty.trim_start_matches(['&', ' ']);
    while let Some(inner) = inside_pointer(ty) {
        ty = inner;
    }
    ty.to_owned()
}

fn inside_pointer(ty: &str) -> Option<&str> {
    let pointers = ["Box<", "Arc<", "Rc<"];
    let inner = pointers
        .iter()
        .find_map(|pointer| ty.strip_prefix(pointer))?;
    inner.strip_suffix('>')
}

fn is_text(schema: &Value) -> bool {
    *schema == json!({"const": REDACTED}) || *schema == json!({"type": "string"})
}

impl Values {
    /// Whether a schema, or a part of it, accepts any value. The contract doesn't contain what the
    /// values are.
    fn have_unknown_parts(&self) -> bool {
        self.0.iter().any(has_unknown_part)
    }
}
