//! Converts field paths to JSON Pointers (RFC 6901) in URI fragments.

use std::fmt::{self, Display};

/// Displays the pointer to a field: `#/items/0` for `items.0`. An empty path becomes `#`, which refers to the whole
/// document.
pub(crate) struct Pointer<'a>(pub(crate) &'a str);

impl Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "#" } else { "#/" })?;
        self.0.bytes().try_for_each(|byte| match byte {
            b'.' => f.write_str("/"),
            b'~' => f.write_str("~0"),
            b'/' => f.write_str("~1"),
            byte if byte.is_ascii_alphanumeric() || b"-_".contains(&byte) => write!(f, "{}", char::from(byte)),
            byte => write!(f, "%{byte:02X}"),
        })
    }
}
