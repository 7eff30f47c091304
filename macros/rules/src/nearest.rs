//! Finds similar names for "did you mean" suggestions.

use crate::order::sort_by;

/// Returns the candidates that are similar to `name`, sorted by similarity. Ignores case, separators
/// such as `-` and `_`, and leading zeros: `A1` is the same as `a-01`.
///
/// A candidate matches if its edit distance is at most 1 (for names of up to five characters), 2
/// (for up to eight characters) or 3. A candidate also matches if one of the two names consists of
/// the first or last words of the other, as in `user` and `user_id`, or if the name is an
/// abbreviation of the candidate: a prefix of at least four characters.
///
/// Names of up to three characters have stricter rules, because a wrong suggestion is worse than
/// none. Names of one or two characters only match if they're equal, if two characters are swapped,
/// or if only a digit at the end differs, as in `A3` and `A1`.
///
/// A name of more than 256 bytes matches nothing, because comparing it would take too much time.
#[inline]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let wanted = Name::new(name);
    let mut found: Vec<(Similarity, &str)> = Vec::new();
    for candidate in candidates {
        if let Some(similarity) = similarity(&wanted, &Name::new(candidate)) {
            found.push((similarity, candidate));
        }
    }
    sort_by(&mut found, Ord::cmp);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The maximum length of a name in bytes. A comparison takes time proportional to the product of
/// both lengths.
const LONGEST: usize = 256;

/// The relation, the number of edits, and the length of the name without the common prefix, because
/// typos are rare at the beginning of a word. A smaller value means more similar.
type Similarity = (Relation, usize, usize);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    Misspelt,
    IsEnd,
    IsBeginning,
}

/// A name in lower case.
struct Name {
    characters: Vec<char>,
    /// The name without separators and leading zeros: `a1` for `a-01`.
    bare: Vec<char>,
}

impl Name {
    #[inline]
    fn new(name: &str) -> Self {
        let characters: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
        Self {
            bare: without_separators(&characters),
            characters,
        }
    }
}

/// Removes separators and leading zeros. Two numbers stay apart: `1.10` isn't `11.0`.
fn without_separators(name: &[char]) -> Vec<char> {
    let mut bare: Vec<char> = Vec::new();
    let mut is_separated = true;
    for (place, character) in name.iter().enumerate() {
        if !character.is_alphanumeric() {
            is_separated = true;
            continue;
        }
        let follows_digit = bare.last().is_some_and(char::is_ascii_digit);
        let begins_number = is_separated || !follows_digit;
        let precedes_digit = name.get(place + 1).is_some_and(char::is_ascii_digit);
        if *character == '0' && begins_number && precedes_digit {
            continue;
        }
        if is_separated && follows_digit && character.is_ascii_digit() {
            bare.push('-');
        }
        bare.push(*character);
        is_separated = false;
    }
    bare
}

#[inline]
fn similarity(name: &Name, candidate: &Name) -> Option<Similarity> {
    let (relation, steps) = relation(name, candidate)?;
    let shared = common_prefix(&name.characters, &candidate.characters);
    let rest = name.characters.len() - shared;
    Some((relation, steps, rest))
}

/// Returns how the names are related, and the number of edits between them.
fn relation(name: &Name, candidate: &Name) -> Option<(Relation, usize)> {
    if name.bare == candidate.bare && !name.bare.is_empty() {
        return Some((Relation::Misspelt, 0));
    }
    if let Some(steps) = edits(&name.characters, &candidate.characters) {
        return Some((Relation::Misspelt, steps));
    }
    if let Some(contained) = containment(&name.characters, &candidate.characters) {
        let difference = name.characters.len().abs_diff(candidate.characters.len());
        return Some((contained, difference));
    }
    let steps = edits(&name.bare, &candidate.bare)?;
    // Names that also differ in separators are less similar.
    Some((Relation::Misspelt, steps + 1))
}

fn common_prefix(a: &[char], b: &[char]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Returns the edit distance if it's small enough for a misspelling.
#[inline]
fn edits(name: &[char], candidate: &[char]) -> Option<usize> {
    let limit = match name.len() {
        0..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    // The distance is at least the difference of the lengths, and computing it is slow.
    if name.len().abs_diff(candidate.len()) > limit {
        return None;
    }
    let steps = distance(name, candidate);
    let is_equal = steps == 0;
    let is_near = match name.len() {
        0 => false,
        1 => is_equal,
        2 => is_equal || differ_in_number(name, candidate) || is_swap(name, candidate),
        3 => is_equal || (steps == 1 && common_prefix(name, candidate) > 0),
        _ => steps <= limit,
    };
    is_near.then_some(steps)
}

/// Returns how one of the names contains the other, or `None` if neither contains the other.
fn containment(name: &[char], candidate: &[char]) -> Option<Relation> {
    let (long, short) = if name.len() > candidate.len() {
        (name, candidate)
    } else {
        (candidate, name)
    };
    if short.len() < 2 || short.len() == long.len() {
        return None;
    }
    if let Some([.., separator]) = long.strip_suffix(short)
        && !separator.is_alphanumeric()
    {
        return Some(Relation::IsEnd);
    }
    if let Some([separator, ..]) = long.strip_prefix(short)
        && !separator.is_alphanumeric()
    {
        return Some(Relation::IsBeginning);
    }
    let is_abbreviation = name.len() >= SHORTEST_ABBREVIATION && candidate.starts_with(name);
    is_abbreviation.then_some(Relation::IsBeginning)
}

/// The minimum length of an abbreviation.
const SHORTEST_ABBREVIATION: usize = 4;

/// Whether both names consist of the same two characters in opposite order.
fn is_swap(name: &[char], other: &[char]) -> bool {
    matches!((name, other), ([a, b], [c, d]) if a == d && b == c)
}

/// Whether both names consist of the same character and a digit.
fn differ_in_number(name: &[char], other: &[char]) -> bool {
    let ([first, number], [other_first, other_number]) = (name, other) else {
        return false;
    };
    first == other_first && number.is_ascii_digit() && other_number.is_ascii_digit()
}

/// Computes the edit distance. Insertions, deletions, substitutions and swaps of adjacent
/// characters count as one step.
fn distance(a: &[char], b: &[char]) -> usize {
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
    use super::nearest;

    #[test]
    fn similar_names_are_found_most_similar_first() {
        for (name, candidates, found) in [
            (
                "not_found",
                &["DB_LOCKED", "DB_NOT_FOUND", "NOT_FOUND"][..],
                &["NOT_FOUND", "DB_NOT_FOUND"][..],
            ),
            ("fromat", &["rotate", "format"], &["format"]),
            ("statis", &["statics", "status"], &["statics", "status"]),
            ("gradiant", &["gray", "gradient"], &["gradient"]),
            ("TIME", &["TIMEOUT", "LOCK_TIME"], &["LOCK_TIME", "TIMEOUT"]),
            ("LOCK", &["DB_LOCKED"], &[]),
            ("entry_id", &["title", "id", "entry"], &["id", "entry"]),
            ("id", &["entry_id", "idle"], &["entry_id"]),
            ("a_b", &["a", "b"], &[]),
            ("di", &["id", "is"], &["id"]),
            ("A3", &["A1", "A2", "B3", "AB"], &["A1", "A2"]),
            ("nme", &["name", "age"], &["name"]),
            ("get", &["set"], &[]),
            ("q", &["a", "id"], &[]),
            ("", &["id"], &[]),
            ("text", &["context"], &[]),
            ("A1", &["B-02", "A-01"], &["A-01"]),
            ("a-02", &["A3", "A02", "A2"], &["A02", "A2", "A3"]),
            ("ops_7", &["OPS-0007", "OPS-70"], &["OPS-0007", "OPS-70"]),
            ("1.10", &["11.0", "1.010"], &["1.010", "11.0"]),
            (
                "20260115",
                &["2026-01-05", "2026-01-15"],
                &["2026-01-15", "2026-01-05"],
            ),
            ("00", &["0", "1"], &["0"]),
            ("--", &["-", "_"], &[]),
        ] {
            assert_eq!(nearest(name, candidates.iter().copied()), found, "{name}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a long name takes minutes")]
    fn a_long_name_matches_nothing() {
        let long = "NOT_FOUND".repeat(1_000_000);
        assert!(nearest(&long, ["NOT_FOUND", long.as_str()]).is_empty());
        assert!(nearest("NOT_FUND", [long.as_str()]).is_empty());
    }
}
