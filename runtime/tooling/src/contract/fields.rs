//! Compares the values of context fields.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::{Field, Values};
use crate::document::DEBUG;
use crate::schema::has_unknown_part;
use agent_error::format::REDACTED;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SAME: &str = "its values are the same";
const NARROWER: &str = "all its values were possible before";
const UNKNOWN: &str = "whether its values are the same is unknown";

/// Returns the class of a change to a field's values or its Rust type, with the reason.
pub(super) fn change_of_values(old: &Field, new: &Field) -> (ChangeClass, &'static str) {
    let has_unknown_parts = old.schema.have_unknown_parts();
    if is_formatted_differently(old, new) {
        (Breaking, "its values are formatted differently")
    } else if has_unknown_parts && type_names(old) != type_names(new) {
        change_of_unknown_type(old, new)
    } else if !old.schema.accept_all_of(&new.schema) {
        (Breaking, "it has other values")
    } else if has_unknown_parts && old.schema != new.schema {
        change_to_described_values(new)
    } else if new.schema.accept_all_of(&old.schema) {
        (Cosmetic, SAME)
    } else {
        (Additive, NARROWER)
    }
}

/// Returns the class of a change from a type without a complete schema to another type.
fn change_of_unknown_type(old: &Field, new: &Field) -> (ChangeClass, &'static str) {
    let old_types = type_names(old);
    let new_types = type_names(new);
    let were_possible = new_types.iter().all(|ty| was_possible(ty, &old_types));
    if were_possible && old.schema.accept_all_of(&new.schema) {
        (Additive, NARROWER)
    } else {
        (Breaking, UNKNOWN)
    }
}

/// Classifies the change of a field that had no schema and now has one. Its values stay the same,
/// unless the schema shows that they're no longer serialized.
fn change_to_described_values(new: &Field) -> (ChangeClass, &'static str) {
    if new.schema.0.iter().any(is_text) {
        (Breaking, UNKNOWN)
    } else {
        (Cosmetic, "now its values are described")
    }
}

/// Whether only one of the fields uses `Debug`, which quotes strings.
fn is_formatted_differently(old: &Field, new: &Field) -> bool {
    old.rust_type.ends_with(DEBUG) != new.rust_type.ends_with(DEBUG)
}

/// Whether values of a type were possible before, perhaps as an `Option`.
fn was_possible(name: &str, old_types: &BTreeSet<String>) -> bool {
    old_types.contains(name) || old_types.contains(&format!("Option<{name}>"))
}

/// Returns the names of a field's types, without what doesn't change their JSON: paths, references
/// and pointers.
fn type_names(field: &Field) -> BTreeSet<String> {
    field
        .rust_type
        .split(" or ")
        .map(|ty| without_pointers(&without_paths(ty)))
        .collect()
}

/// Removes the modules from the paths in a type: `a::B<c::D>` becomes `B<D>`.
fn without_paths(ty: &str) -> String {
    let mut name = String::new();
    for part in ty.split_inclusive(['<', '>', ',', ' ', '(', ')', '[', ']', '&', ';']) {
        name += part.rsplit("::").next().unwrap_or(part);
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
