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
    if old.schema.have_unknown_parts() {
        let old_types = type_names(&old.rust_type);
        let new_types = type_names(&new.rust_type);
        let was_possible = |name: &String| {
            old_types.contains(name) || old_types.contains(&format!("Option<{name}>"))
        };
        if old_types != new_types {
            return match new_types.iter().all(was_possible) {
                true if old.schema.accept_all_of(&new.schema) => (Additive, NARROWER),
                _ => (Breaking, UNKNOWN),
            };
        }
        if old.schema != new.schema && old.schema.accept_all_of(&new.schema) {
            // The schema was missing before, so the values haven't necessarily changed.
            return match new.schema.0.iter().any(is_text) {
                true => (Breaking, UNKNOWN),
                false => (Cosmetic, "now its values are described"),
            };
        }
    }
    if !old.schema.accept_all_of(&new.schema) {
        return (Breaking, "it has other values");
    }
    if new.schema.accept_all_of(&old.schema) {
        (Cosmetic, SAME)
    } else {
        (Additive, NARROWER)
    }
}

/// Whether one of the fields uses `Display` and the other one `Debug`.
fn is_formatted_differently(old: &Field, new: &Field) -> bool {
    let uses = |field: &Field, format: &str| field.rust_type.ends_with(format);
    uses(old, DISPLAY) && uses(new, DEBUG) || uses(old, DEBUG) && uses(new, DISPLAY)
}

/// Returns the names of a field's types, without what doesn't change their JSON: paths, references
/// and pointers.
fn type_names(types: &str) -> BTreeSet<String> {
    let names = types
        .split(" or ")
        .map(|ty| without_pointers(&without_paths(ty)));
    names.collect()
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
