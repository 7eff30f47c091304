//! Serializes values of any type to JSON.

use serde::Serialize;
use serde_json::Value;
use std::io;

/// A value that can be serialized to JSON. Implemented for every type that implements `Serialize`.
///
/// Each type adds only one function to a program. A trait object that supports every serializer would add code for
/// serde's whole data model.
pub trait ToJson {
    /// Appends the value to `out` as compact JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the `Serialize` impl does. In this case, `out` contains incomplete JSON.
    fn push_json(&self, out: &mut String) -> serde_json::Result<()>;
}

impl<T: Serialize + ?Sized> ToJson for T {
    fn push_json(&self, out: &mut String) -> serde_json::Result<()> {
        serde_json::to_writer(Sink(out), self)
    }
}

/// Returns a value as compact JSON. The `Display` impl of `Value` would link a second serializer, plus one for indented
/// JSON.
pub(crate) fn compact(value: &Value) -> String {
    // Serializing a `Value` can't fail, because its keys are strings.
    compact_of(value)
}

/// Returns a value as compact JSON. If the value can't be serialized, the JSON ends where serialization failed.
pub(crate) fn compact_of(value: &dyn ToJson) -> String {
    let mut json = String::new();
    let _ = value.push_json(&mut json);
    json
}

struct Sink<'a>(&'a mut String);

impl io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // serde_json writes fragments of valid UTF-8.
        self.0.push_str(std::str::from_utf8(bytes).map_err(io::Error::other)?);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
