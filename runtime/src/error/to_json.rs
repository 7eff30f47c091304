//! Any value that serde can write, as JSON only.

use serde::Serialize;
use serde_json::Value;
use std::io;

/// A value that can be written as JSON; implemented for every type that implements `Serialize`.
///
/// A trait object costs a program one function per type. A trait for any serializer would need the code for serde's
/// whole data model.
pub trait ToJson {
    /// Writes the value at the end of `out`, as `serde_json` does.
    ///
    /// # Errors
    ///
    /// Those of the `Serialize` implementation; `out` then contains a part of the value.
    fn push_json(&self, out: &mut String) -> serde_json::Result<()>;
}

impl<T: Serialize + ?Sized> ToJson for T {
    fn push_json(&self, out: &mut String) -> serde_json::Result<()> {
        serde_json::to_writer(Sink(out), self)
    }
}

/// The JSON of a value, on one line. `Display` of a `Value` would link a second writer, and one for indented JSON.
pub(crate) fn compact(value: &Value) -> String {
    // The keys of a `Value` are texts, so nothing in it can fail to be written.
    compact_of(value)
}

/// The JSON of a value up to the first part that can't be written.
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
