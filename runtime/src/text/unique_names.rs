//! Makes names unique within an object.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The names in an object. Each has the number to try next if the name is repeated.
#[derive(Default)]
pub(crate) struct UniqueNames {
    next: BTreeMap<String, usize>,
}

impl UniqueNames {
    /// Adds a name to the object and returns it. If the object already contains the name, appends a number to make it
    /// unique, as in `size_2`.
    pub(crate) fn add<'a>(&mut self, name: &'a str) -> Cow<'a, str> {
        let Some(mut number) = self.next.get(name).copied() else {
            self.next.insert(name.to_owned(), 2);
            return name.into();
        };
        let unique = loop {
            let numbered = format!("{name}_{number}");
            number += 1;
            if !self.next.contains_key(&numbered) {
                break numbered;
            }
        };
        self.next.insert(name.to_owned(), number);
        self.next.insert(unique.clone(), 2);
        unique.into()
    }
}

#[cfg(test)]
mod tests {
    use super::UniqueNames;

    #[test]
    fn a_name_that_exists_is_numbered() {
        let mut names = UniqueNames::default();
        let added = ["a", "b", "a", "a_2", "a", "a_2", "", ""].map(|name| names.add(name).into_owned());
        assert_eq!(added, ["a", "b", "a_2", "a_2_2", "a_3", "a_2_3", "", "_2"]);
    }
}
