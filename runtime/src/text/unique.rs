//! Makes names unique within an object.

/// Makes a name unique. If the name exists, appends a number greater than the number of earlier names.
pub(crate) fn unique(name: String, earlier: usize, mut exists: impl FnMut(&str) -> bool) -> String {
    if !exists(&name) {
        return name;
    }
    let mut number = earlier;
    loop {
        number += 1;
        let numbered = format!("{name}_{number}");
        if !exists(&numbered) {
            return numbered;
        }
    }
}
