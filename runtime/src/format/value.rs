//! A program's data on its way into JSON.

use std::fmt::{self, Display};
use std::io;

/// A program's data that cannot be serialized, with the reason.
#[derive(Debug)]
pub struct UnserializableData(pub(crate) serde_json::Error);

impl Display for UnserializableData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer cannot be written as JSON")
    }
}

impl std::error::Error for UnserializableData {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Whether the data is an object, an array or null, which the envelope takes as they are.
pub(crate) fn is_structured(data: &dyn erased_serde::Serialize) -> bool {
    struct FirstByte(Option<u8>);
    impl io::Write for FirstByte {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.or(bytes.first().copied());
            // One byte is all there is to know; the error ends the trial.
            if self.0.is_some() { Err(io::ErrorKind::Other.into()) } else { Ok(0) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut first = FirstByte(None);
    let _ = serde_json::to_writer(&mut first, data);
    matches!(first.0, Some(b'{' | b'[' | b'n') | None)
}
