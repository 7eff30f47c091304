//! Copies JSON, on one line and without control characters.

use super::levels::{Kind, each, read};
use super::redact::{Level, Place};
use super::{JsonText, MAX_DEPTH};
use crate::text::sanitize::{UniqueNames, sanitize};
use crate::text::secret::REDACTED;
use serde_core::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};
use serde_json::value::{RawValue, to_raw_value};

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

    fn is_secret(&self) -> bool {
        self.place.is_some_and(|place| place.hides(self.json))
    }

    /// Returns the level inside of this list or object, unless the copy keeps secrets.
    fn inner_level(&self) -> Option<Level> {
        self.place.map(|place| Level::of(place, self.json))
    }

    /// Copies an element, or a member with this name.
    fn part<'a>(&'a self, level: &mut Option<Level>, name: &str, json: &'a RawValue) -> Copied<'a> {
        Copied {
            json,
            levels: self.levels - 1,
            place: level.as_mut().map(|level| level.next_place(name, json)),
            edit: self.edit,
        }
    }

    fn serialize_number<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.json.get();
        // `serde_json` only reads such numbers exactly with a feature that would also affect the
        // program's own data.
        if !digits.contains(['.', 'e', 'E']) {
            return self.json.serialize(serializer);
        }
        match digits.parse::<f64>() {
            Ok(number) if number.is_finite() => serializer.serialize_f64(number),
            _ => serializer.serialize_str(digits),
        }
    }

    fn serialize_list<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut level = self.inner_level();
        let mut list = serializer.serialize_seq(None)?;
        let mut result = Ok(());
        each(self.json, &mut |_, item| {
            let copied = self.part(&mut level, "", item);
            if result.is_ok() {
                result = list.serialize_element(&copied);
            }
        });
        result?;
        list.end()
    }

    fn serialize_object<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut level = self.inner_level();
        let mut object = serializer.serialize_map(None)?;
        let mut result = Ok(());
        let mut names = UniqueNames::default();
        each(self.json, &mut |name, value| {
            let copied = self.part(&mut level, &name, value);
            let edited_name = names.add(self.edited(name));
            if result.is_ok() {
                result = object.serialize_entry(&edited_name, &copied);
            }
        });
        result?;
        object.end()
    }
}

impl Serialize for Copied<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_secret() {
            return serializer.serialize_str(REDACTED);
        }
        match Kind::of(self.json) {
            Kind::Null | Kind::Bool => self.json.serialize(serializer),
            Kind::Number => self.serialize_number(serializer),
            Kind::Text => {
                let text = read(self.json).unwrap_or_default();
                serializer.serialize_str(&self.edited(text))
            }
            Kind::List | Kind::Object if self.levels == 0 => {
                let json = self.json.get().to_owned();
                serializer.serialize_str(&self.edited(json))
            }
            Kind::List => self.serialize_list(serializer),
            Kind::Object => self.serialize_object(serializer),
        }
    }
}
