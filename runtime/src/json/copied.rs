//! Copies JSON, on one line and without control characters.

use super::levels::{Kind, each, read};
use super::redact::{Level, Place};
use super::{JsonText, MAX_DEPTH};
use crate::text::sanitize::{UniqueNames, sanitize};
use crate::text::secret::REDACTED;
use serde_core::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeSet;

/// A JSON value that's being copied. Takes no memory for a tree of values.
pub(super) struct Copied<'a> {
    json: &'a RawValue,
    /// The maximum nesting depth. A list or an object below it becomes a string.
    levels: usize,
    /// `None` if the copy keeps secrets.
    place: Option<Place>,
    /// Edits a string, or the name of a member.
    edit: &'a dyn Fn(&mut String),
}

impl JsonText {
    /// Copies a value. Sanitizes its strings and the names of its members.
    #[cfg(feature = "parse")]
    pub(crate) fn copied(json: &RawValue) -> Self {
        Self::from_copy(&Copied {
            json,
            levels: MAX_DEPTH,
            place: None,
            edit: &|_| {},
        })
    }

    /// Copies a value, but replaces secrets with `[REDACTED]`. A value is secret if its name or its
    /// place says so. `hide` edits all other strings, and the names of members.
    pub(crate) fn redacted(json: &RawValue, place: Place, hide: &dyn Fn(&mut String)) -> Self {
        Self::from_copy(&Copied {
            json,
            levels: MAX_DEPTH,
            place: Some(place),
            edit: hide,
        })
    }

    fn from_copy(copied: &Copied<'_>) -> Self {
        // Never fails, because the keys of all objects are strings.
        let json = to_raw_value(copied).unwrap_or_default();
        read(&json).map_or(Self::Other(json), Self::Text)
    }
}

impl Copied<'_> {
    fn edited(&self, mut text: String) -> String {
        (self.edit)(&mut text);
        sanitize(&mut text, usize::MAX);
        text
    }
}

impl Serialize for Copied<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut level = self.place.map(|place| Level::of(place, self.json));
        let mut inside = |name: &str, json| {
            let place = level.as_mut().map(|level| level.place(name, json));
            Copied {
                json,
                levels: self.levels - 1,
                place,
                edit: self.edit,
            }
        };
        match Kind::of(self.json) {
            _ if self.place.is_some_and(|place| place.hides(self.json)) => {
                serializer.serialize_str(REDACTED)
            }
            // `serde_json` only reads such numbers exactly with a feature that would also affect
            // the program's own data.
            Kind::Number if self.json.get().contains(['.', 'e', 'E']) => {
                match self.json.get().parse::<f64>() {
                    Ok(number) if number.is_finite() => serializer.serialize_f64(number),
                    _ => serializer.serialize_str(self.json.get()),
                }
            }
            Kind::Null | Kind::Bool | Kind::Number => self.json.serialize(serializer),
            Kind::Text => {
                serializer.serialize_str(&self.edited(read(self.json).unwrap_or_default()))
            }
            Kind::List | Kind::Object if self.levels == 0 => {
                serializer.serialize_str(&self.edited(self.json.get().to_owned()))
            }
            Kind::List => {
                let mut list = serializer.serialize_seq(None)?;
                let mut result = Ok(());
                each(self.json, &mut |_, item| {
                    if result.is_ok() {
                        result = list.serialize_element(&inside("", item));
                    }
                });
                result.and_then(|()| list.end())
            }
            Kind::Object => {
                let mut object = serializer.serialize_map(None)?;
                let (mut names, mut result) = (BTreeSet::new(), Ok(()));
                let mut unique = UniqueNames::default();
                each(self.json, &mut |name, value| {
                    let copied = inside(&name, value);
                    let name = unique.name(self.edited(name), names.len(), &mut |name| {
                        names.contains(name)
                    });
                    if result.is_ok() {
                        result = object.serialize_entry(&name, &copied);
                    }
                    names.insert(name);
                });
                result.and_then(|()| object.end())
            }
        }
    }
}
