//! Texts as one; the `join` of std takes 2 kB.

/// The texts with a separator between them.
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
