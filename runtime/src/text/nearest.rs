//! Names that a caller probably meant.

/// The candidates close enough to `name` to be meant, in any case, the nearest first.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let length = name.chars().count();
    let limit = (length / 3).max(2);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let contained = contains_word(&lower, &name);
            // Megabytes that somebody sent as a name are near to nothing, and must not be compared letter by letter.
            if !contained && length.abs_diff(lower.chars().count()) > limit {
                return None;
            }
            let distance = distance(&name, &lower);
            (distance <= limit || contained).then_some((distance, candidate))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Whether `name` is a part of the candidate long enough to be meant.
fn contains_word(candidate: &str, name: &str) -> bool {
    name.len() >= 4 && candidate.contains(name)
}

/// The number of insertions, deletions and replacements between two names.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_and_longer_names_are_found_nearest_first() {
        let codes = ["DB_LOCKED", "DB_NOT_FOUND", "NOT_FOUND", "TIMEOUT"];
        assert_eq!(nearest("NOT_FUND", codes), ["NOT_FOUND"]);
        assert_eq!(nearest("NOT_FOUND", codes), ["NOT_FOUND", "DB_NOT_FOUND"]);
        assert!(nearest("QUOTA", codes).is_empty());
        assert_eq!(nearest("LOCK", codes), ["DB_LOCKED"]);
        assert!(nearest(&"NOT_FOUND".repeat(1_000_000), codes).is_empty());
    }
}
