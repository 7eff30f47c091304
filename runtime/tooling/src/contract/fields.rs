//! Compares the context fields of a code.

use super::Field;
use super::compare::Differences;
use super::schema_compatibility::{accepts_all_of, is_anything};
use super::schema_difference::difference;
use crate::contract::ChangeClass;
use agent_error_rules::nearest::nearest;
use std::collections::{BTreeMap, BTreeSet};

impl Differences {
    pub(super) fn of_context(&mut self, code: &str, old: &BTreeMap<String, Field>, new: &BTreeMap<String, Field>) {
        let added = || new.keys().filter(|name| !old.contains_key(*name));
        for (name, field) in old {
            match new.get(name) {
                Some(changed) => self.of_field(code, name, field, changed),
                None => {
                    let same = added().filter(|name| new.get(*name).is_some_and(|new| new.schema == field.schema));
                    let near = nearest(name, same.map(String::as_str)).into_iter().next();
                    let renamed = near.map(|near| format!("; was it renamed to `{near}`?")).unwrap_or_default();
                    self.add(ChangeClass::Breaking, code, format!("context field `{name}` removed{renamed}"));
                }
            }
        }
        for name in added() {
            self.add(ChangeClass::Additive, code, format!("new context field `{name}`"));
        }
    }

    fn of_field(&mut self, code: &str, name: &str, old: &Field, new: &Field) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        let types = match old.rust_type == new.rust_type {
            true => format!("`{}`", new.rust_type),
            false => format!("`{}` became `{}`", old.rust_type, new.rust_type),
        };
        if old.schema != new.schema {
            let (class, why) = match accepts_all_of(&old.schema, &new.schema) {
                // The schema of this type was missing before, so its values haven't necessarily changed.
                true if is_anything(&old.schema) && old.rust_type == new.rust_type => {
                    (Cosmetic, "now its values are described")
                }
                true if is_anything(&old.schema) => (Breaking, "whether its values are the same is unknown"),
                true if accepts_all_of(&new.schema, &old.schema) => (Cosmetic, "its values are the same"),
                true => (Additive, "all its values were possible before"),
                false => (Breaking, "it has other values"),
            };
            // The type changed but kept its name. Report where the schema differs.
            let place = match class == Breaking && old.rust_type == new.rust_type {
                true => difference(&old.schema, &new.schema).map(|place| format!(": {place}")),
                false => None,
            };
            let place = place.unwrap_or_default();
            self.add(class, code, format!("context field `{name}`: {types}; {why}{place}"));
        } else if old.rust_type != new.rust_type && (is_anything(&old.schema) || !declares_more(old, new)) {
            let (class, why) = match is_anything(&old.schema) {
                true => (Breaking, "whether its values are the same is unknown"),
                false => (Cosmetic, "its values are the same"),
            };
            self.add(class, code, format!("context field `{name}`: {types}; {why}"));
        }
        match (old.always, new.always) {
            (true, false) => self.add(Breaking, code, format!("context field `{name}` may now be missing")),
            (false, true) => self.add(Additive, code, format!("context field `{name}` is now always present")),
            _ => {}
        }
        match (&old.values_from, &new.values_from) {
            (Some(_), None) => self.add(Breaking, code, format!("context field `{name}`: `values_from` removed")),
            (None, Some(command)) => {
                self.add(Additive, code, format!("context field `{name}`: `values_from` `{command}` added"));
            }
            (Some(old), Some(new)) if old != new => {
                self.add(Cosmetic, code, format!("context field `{name}`: `values_from` `{old}` became `{new}`"));
            }
            _ => {}
        }
    }
}

/// Whether the types on one side include all types on the other. If so, a declaration with this field was added or
/// removed, and no type changed.
fn declares_more(old: &Field, new: &Field) -> bool {
    let types = |field: &'_ Field| field.rust_type.split(" or ").map(str::to_owned).collect::<BTreeSet<_>>();
    let (old, new) = (types(old), types(new));
    old.is_subset(&new) || new.is_subset(&old)
}
