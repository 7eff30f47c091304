//! Sort functions that keep binaries small.

use std::cmp::Ordering;

/// Sorts a slice with a comparison function. The sort is stable.
///
/// The compiler generates a separate copy of `slice::sort_by` for every element type and comparison
/// function, at about 7 KB each. This function inserts indices instead, which suits the thousands
/// of items of a catalog.
#[inline]
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut targets = sorted_places(items.len(), &|a, b| compare(&items[a], &items[b]));
    // Each swap moves an item to its target.
    for place in 0..items.len() {
        while targets[place] != place {
            let target = targets[place];
            items.swap(place, target);
            targets.swap(place, target);
        }
    }
}

/// Sorts a slice by a key. The sort is stable.
#[inline]
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Returns the index of each item after sorting.
#[inline]
fn sorted_places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted_items = Vec::with_capacity(count);
    for item in 0..count {
        let place = sorted_items.partition_point(|other| compare(*other, item).is_le());
        sorted_items.insert(place, item);
    }
    let mut places = vec![0; count];
    for (place, item) in sorted_items.into_iter().enumerate() {
        places[item] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn items_are_sorted_and_equal_ones_keep_their_order() {
        let mut items: Vec<(usize, usize)> =
            (0..500).map(|index| (index * index % 7, index)).collect();
        sort_by_key(&mut items, |(key, _)| *key);
        assert!(items.is_sorted(), "{items:?}");
    }
}
