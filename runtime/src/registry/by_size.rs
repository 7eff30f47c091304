//! Values indexed by the size of a type.

/// Values that belong to types, indexed by the type's size. Comparing sizes is cheaper than trying a downcast for each
/// type.
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

    /// Returns the values for types of this size, in insertion order.
    pub(crate) fn of(&self, size: usize) -> &[T] {
        let found = self.0.binary_search_by_key(&size, |(size, _)| *size);
        found.map_or(&[], |at| self.0[at].1.as_slice())
    }

    /// Returns the values for types larger than `above`, up to the size `most`.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) fn between(&self, above: usize, most: usize) -> impl Iterator<Item = &T> {
        let first = self.0.partition_point(|(size, _)| *size <= above);
        self.0[first..].iter().take_while(move |(size, _)| *size <= most).flat_map(|(_, known)| known)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|(_, known)| known.len()).sum()
    }
}
