//! Finds the name that the user probably meant.

/// The candidate closest to `name`, if it is close enough to be a typing error.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `a`, `b`, `c`, each in backticks, the nearest to `name` first.
pub(crate) fn listed(name: &str, candidates: &[&str]) -> String {
    let first = nearest(name, candidates.iter().copied());
    let rest = candidates.iter().copied().filter(|candidate| Some(*candidate) != first);
    let names: Vec<String> = first.into_iter().chain(rest).map(|n| format!("`{n}`")).collect();
    names.join(", ")
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two names.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, listed, nearest};

    #[test]
    fn a_swap_of_neighbours_is_one_step() {
        assert_eq!(distance("exit", "exti"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn a_far_name_is_not_suggested() {
        assert_eq!(nearest("sugest", ["suggest", "status"]), Some("suggest"));
        assert_eq!(nearest("colour", ["suggest", "status"]), None);
    }

    #[test]
    fn the_nearest_name_is_listed_first() {
        assert_eq!(listed("statsu", &["suggest", "status"]), "`status`, `suggest`");
    }
}
