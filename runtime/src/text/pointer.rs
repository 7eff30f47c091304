//! Converts field paths to JSON Pointers (RFC 6901) and back.

/// Returns the pointer to a field as a URI fragment: `#/items/0` for `items.0`. An empty path becomes `#`, which refers
/// to the whole document.
pub(crate) fn pointer_to(path: &str) -> String {
    let mut pointer = if path.is_empty() { "#" } else { "#/" }.to_owned();
    for byte in path.bytes() {
        match byte {
            b'.' => pointer.push('/'),
            b'~' => pointer.push_str("~0"),
            b'/' => pointer.push_str("~1"),
            byte if byte.is_ascii_alphanumeric() || b"-_".contains(&byte) => pointer.push(byte.into()),
            byte => pointer.push_str(&format!("%{byte:02X}")),
        }
    }
    pointer
}

/// Converts a pointer or a URI fragment that contains one to a field path. Returns `None` if the string isn't a
/// pointer.
#[cfg(feature = "parse")]
pub(crate) fn path(pointer: &str) -> Option<String> {
    let names = match pointer.strip_prefix('#') {
        Some(fragment) => super::uri::decoded(fragment),
        None => pointer.to_owned(),
    };
    let Some(names) = names.strip_prefix('/') else { return names.is_empty().then_some(names) };
    let names: Vec<_> = names.split('/').map(|name| name.replace("~1", "/").replace("~0", "~")).collect();
    Some(names.join("."))
}

#[cfg(all(test, feature = "parse"))]
mod tests {
    use super::{path, pointer_to};

    #[test]
    fn a_pointer_leads_to_the_field_that_it_was_made_of() {
        for (field, pointer) in [
            ("", "#"),
            ("age", "#/age"),
            ("items.0.name", "#/items/0/name"),
            ("a/b~c", "#/a~1b~0c"),
            ("größe in %", "#/gr%C3%B6%C3%9Fe%20in%20%25"),
            ("a[0]", "#/a%5B0%5D"),
            ("a..b", "#/a//b"),
        ] {
            assert_eq!(pointer_to(field), pointer);
            assert_eq!(path(pointer).as_deref(), Some(field));
        }
    }

    #[test]
    fn pointers_of_others_are_read() {
        assert_eq!(path("/a/~01").as_deref(), Some("a.~1"));
        assert_eq!(path("/a%20b").as_deref(), Some("a%20b"));
        assert_eq!(path("#/%zz%4").as_deref(), Some("%zz%4"));
        assert_eq!(path("#/%FF").as_deref(), Some("\u{fffd}"));
        assert_eq!([path("age"), path("#age"), path("$.age")], [const { None }; 3]);
    }
}
