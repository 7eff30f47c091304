//! Sorts the members of JSON objects. The order is the same with and without `serde_json`'s feature
//! `preserve_order`.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// Members that come first, in this order. All others are sorted by name.
const FIRST: &str = "$schema $id $comment openapi info title version description type const enum required properties \
    additionalProperties items prefixItems code message";

/// Formats a document as the content of a file.
pub(crate) fn pretty(document: &impl Serialize) -> String {
    // Serialization only fails for maps with non-string keys, and documents have none.
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
}

/// Returns the position of a member among those that come first.
fn rank(name: &str) -> usize {
    let mut first = FIRST.split(' ');
    first.position(|known| known == name).unwrap_or(usize::MAX)
}

/// Serializes a value with sorted members. The members in [`FIRST`] come first.
pub(crate) struct Sorted<'a>(pub(crate) &'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(values) => serializer.collect_seq(values.iter().map(Sorted)),
            Value::Object(members) => {
                let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
                sorted.sort_by_key(|(name, _)| (rank(name), *name));
                let mut map = serializer.serialize_map(Some(sorted.len()))?;
                for (name, value) in sorted {
                    map.serialize_entry(name, &Sorted(value))?;
                }
                map.end()
            }
            other => other.serialize(serializer),
        }
    }
}
