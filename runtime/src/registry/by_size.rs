//! Functions of types, by the size of the type.

/// What is known about types, found by their size: comparing sizes is cheaper than asking each type.
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

    /// What is known about types of this size, in the order in which it came.
    pub(crate) fn of(&self, size: usize) -> &[T] {
        let found = self.0.binary_search_by_key(&size, |(size, _)| *size);
        found.map_or(&[], |at| self.0[at].1.as_slice())
    }

    /// What is known about types that are larger than `above` and no larger than `most`.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) fn between(&self, above: usize, most: usize) -> impl Iterator<Item = &T> {
        let first = self.0.partition_point(|(size, _)| *size <= above);
        self.0[first..].iter().take_while(move |(size, _)| *size <= most).flat_map(|(_, known)| known)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|(_, known)| known.len()).sum()
    }
}
