//! Joins strings. The `join` of std would add 2 kB to a program.

/// Joins the strings with a separator.
pub(crate) fn joined<T: AsRef<str>>(texts: &[T], separator: &str) -> String {
    let mut joined = String::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            joined.push_str(separator);
        }
        joined.push_str(text.as_ref());
    }
    joined
}
