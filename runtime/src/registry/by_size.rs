//! Functions of types, by the size of the type.

/// Functions of types, found by the size of the type: comparing sizes is cheaper than asking each type.
#[derive(Clone, Debug)]
pub(crate) struct BySize<T>(Vec<(usize, Vec<T>)>);

impl<T> Default for BySize<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> BySize<T> {
    pub(crate) fn push(&mut self, size: usize, value: T) {
        match self.0.binary_search_by_key(&size, |(size, _)| *size) {
            Ok(at) => self.0[at].1.push(value),
            Err(at) => self.0.insert(at, (size, vec![value])),
        }
    }

    /// The functions of types of this size, in the order in which they were added.
    pub(crate) fn of(&self, size: usize) -> &[T] {
        let found = self.0.binary_search_by_key(&size, |(size, _)| *size);
        found.map_or(&[], |at| self.0[at].1.as_slice())
    }

    /// The functions of types that are larger than `above` and at most as large as `most`.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) fn between(&self, above: usize, most: usize) -> impl Iterator<Item = &T> {
        let first = self.0.partition_point(|(size, _)| *size <= above);
        self.0[first..].iter().take_while(move |(size, _)| *size <= most).flat_map(|(_, known)| known)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|(_, known)| known.len()).sum()
    }
}
