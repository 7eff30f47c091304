//! Reads JSON one level at a time, so that a document takes little more memory than its text.

use serde_core::de::{Deserialize, Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Calls `visit` with each element of a list, or with the name and the value of each member of an
/// object.
#[inline]
pub(crate) fn each<'a>(json: &'a RawValue, visit: &mut dyn FnMut(String, &'a RawValue)) {
    struct Each<'v, 'a>(&'v mut dyn FnMut(String, &'a RawValue));
    impl<'a> Visitor<'a> for Each<'_, 'a> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list or an object")
        }

        fn visit_seq<A: SeqAccess<'a>>(self, mut items: A) -> Result<(), A::Error> {
            while let Some(item) = items.next_element()? {
                (self.0)(String::new(), item);
            }
            Ok(())
        }

        fn visit_map<A: MapAccess<'a>>(self, mut members: A) -> Result<(), A::Error> {
            while let Some((name, value)) = members.next_entry()? {
                (self.0)(name, value);
            }
            Ok(())
        }
    }
    // Only fails for other values, which have neither elements nor members.
    let _ = serde_json::Deserializer::from_str(json.get()).deserialize_any(Each(visit));
}

/// Returns the member with this name. If there are several, the last one wins, as in `serde_json`'s
/// maps.
#[cfg(feature = "parse")]
pub(crate) fn member<'a>(object: &'a RawValue, name: &str) -> Option<&'a RawValue> {
    last_member(object, &|known| known == name)
}

/// Returns the last member whose name satisfies the predicate.
#[cfg(feature = "parse")]
pub(crate) fn last_member<'a>(
    object: &'a RawValue,
    is_such: &dyn Fn(&str) -> bool,
) -> Option<&'a RawValue> {
    let mut found = None;
    each(object, &mut |name, value| {
        if is_such(&name) {
            found = Some(value);
        }
    });
    found
}

/// Returns the number of elements or members. A vector that grows while it's filled takes up to three
/// times as much memory as one that's created for this number.
pub(crate) fn count(json: &RawValue) -> usize {
    let mut count = 0;
    each(json, &mut |_, _| count += 1);
    count
}

/// Converts the elements of a list. Returns `None` if any of them can't be converted.
#[inline]
pub(crate) fn listed<T>(list: &RawValue, convert: fn(&RawValue) -> Option<T>) -> Option<Vec<T>> {
    if Kind::of(list) != Kind::List {
        return None;
    }
    let count = count(list);
    let mut converted = Vec::with_capacity(count);
    each(list, &mut |_, item| converted.extend(convert(item)));
    (converted.len() == count).then_some(converted)
}

/// Returns `None` if the value has another type.
pub(crate) fn read<'a, T: Deserialize<'a>>(json: &'a RawValue) -> Option<T> {
    serde_json::from_str(json.get()).ok()
}

/// The type of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

impl Kind {
    pub(crate) fn of(json: &RawValue) -> Self {
        match json.get().as_bytes() {
            [b'n', ..] => Self::Null,
            [b't' | b'f', ..] => Self::Bool,
            [b'"', ..] => Self::Text,
            [b'[', ..] => Self::List,
            [b'{', ..] => Self::Object,
            _ => Self::Number,
        }
    }
}
