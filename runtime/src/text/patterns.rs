//! Finds all occurrences of many patterns in a single pass.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The minimum length of a pattern that matches within words. Shorter patterns only match whole words, because they
/// occur in many unrelated words.
const SHORTEST_INSIDE: usize = 4;

const ROOT: usize = 0;

/// An Aho-Corasick automaton for long patterns, and a set of short patterns.
///
/// Building takes time linear in the patterns, and searching takes time linear in the text. The `aho-corasick` crate
/// guarantees neither for patterns such as `a`, `aa`, `aaa` and `aaaa…b`. Its leftmost search rescans text after a
/// match, and its overlapping search stores every pattern that ends in a state.
#[derive(Debug)]
pub(super) struct Patterns {
    short: HashSet<String>,
    children: HashMap<(usize, u8), usize>,
    /// The children of the root. Most lookups start at the root, so they use this array instead of the hash map.
    first: [usize; 256],
    /// For each state, the state of its longest proper suffix.
    suffix: Vec<usize>,
    /// For each state, the length of the longest pattern that ends in it, or 0.
    longest: Vec<usize>,
}

impl Patterns {
    pub(super) fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Self {
        let (short, long): (Vec<&str>, Vec<&str>) =
            patterns.into_iter().partition(|pattern| pattern.len() < SHORTEST_INSIDE);
        let mut built = Self {
            short: short.into_iter().filter(|pattern| !pattern.is_empty()).map(str::to_owned).collect(),
            children: HashMap::new(),
            first: [ROOT; 256],
            suffix: vec![ROOT],
            longest: vec![0],
        };
        // Adds the states level by level, because each state needs the suffixes of the previous level.
        let mut growing: Vec<(&[u8], usize)> = long.into_iter().map(|pattern| (pattern.as_bytes(), ROOT)).collect();
        let mut depth = 0;
        while !growing.is_empty() {
            growing.retain_mut(|(pattern, state)| {
                *state = built.child_or_new(*state, pattern[depth]);
                let ends = pattern.len() == depth + 1;
                if ends {
                    built.longest[*state] = pattern.len();
                }
                !ends
            });
            depth += 1;
        }
        built
    }

    fn child(&self, state: usize, byte: u8) -> Option<usize> {
        match state {
            ROOT => Some(self.first[usize::from(byte)]).filter(|child| *child != ROOT),
            _ => self.children.get(&(state, byte)).copied(),
        }
    }

    fn child_or_new(&mut self, state: usize, byte: u8) -> usize {
        if let Some(child) = self.child(state, byte) {
            return child;
        }
        let suffix = if state == ROOT { ROOT } else { self.next(self.suffix[state], byte) };
        let child = self.longest.len();
        self.suffix.push(suffix);
        self.longest.push(self.longest[suffix]);
        match state {
            ROOT => self.first[usize::from(byte)] = child,
            _ => drop(self.children.insert((state, byte), child)),
        }
        child
    }

    fn next(&self, mut state: usize, byte: u8) -> usize {
        loop {
            match self.child(state, byte) {
                Some(child) => return child,
                None if state == ROOT => return ROOT,
                None => state = self.suffix[state],
            }
        }
    }

    /// Returns the ranges of all occurrences. Overlapping and adjacent occurrences are merged.
    pub(super) fn covered(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut state = ROOT;
        for (at, byte) in text.bytes().enumerate() {
            state = self.next(state, byte);
            if self.longest[state] > 0 {
                add(&mut found, at + 1 - self.longest[state]..at + 1);
            }
        }
        if self.short.is_empty() {
            return found;
        }
        found.extend(self.short_words(text));
        // A stable sort merges two sorted lists in linear time.
        found.sort_by_key(|range| range.start);
        let mut merged = Vec::with_capacity(found.len());
        for range in found {
            add(&mut merged, range);
        }
        merged
    }

    fn short_words(&self, text: &str) -> Vec<Range<usize>> {
        let (mut found, mut before) = (Vec::new(), None::<char>);
        for (at, character) in text.char_indices() {
            if !before.is_some_and(char::is_alphanumeric) {
                let is_word = |end: &usize| {
                    text.get(at..*end).is_some_and(|word| self.short.contains(word))
                        && !text[*end..].starts_with(char::is_alphanumeric)
                };
                let longest = (at + 1..at + SHORTEST_INSIDE).rev().find(is_word);
                found.extend(longest.map(|end| at..end));
            }
            before = Some(character);
        }
        found
    }
}

/// Adds a range. Merges it with earlier ranges that it overlaps or touches.
fn add(ranges: &mut Vec<Range<usize>>, mut range: Range<usize>) {
    while let Some(last) = ranges.pop_if(|last| last.end >= range.start) {
        range = last.start.min(range.start)..last.end.max(range.end);
    }
    ranges.push(range);
}

#[cfg(test)]
mod tests {
    use super::Patterns;
    use std::ops::Range;

    fn covered(patterns: &[&str], text: &str) -> Vec<Range<usize>> {
        Patterns::new(patterns.iter().copied()).covered(text)
    }

    /// A naive and slow implementation, used as a reference.
    fn expected(patterns: &[&str], text: &str) -> Vec<Range<usize>> {
        let mut is_covered = vec![false; text.len()];
        for pattern in patterns.iter().filter(|pattern| !pattern.is_empty()) {
            for at in (0..text.len()).filter(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(pattern))) {
                let (before, after) = (&text[..at], &text[at + pattern.len()..]);
                let is_word = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
                if is_word || pattern.len() >= 4 {
                    is_covered[at..at + pattern.len()].fill(true);
                }
            }
        }
        let starts = (0..text.len()).filter(|at| is_covered[*at] && (*at == 0 || !is_covered[at - 1]));
        starts.map(|start| start..(start..text.len()).find(|at| !is_covered[*at]).unwrap_or(text.len())).collect()
    }

    #[test]
    fn every_occurrence_is_covered() {
        let one = |patterns: &[&str], text: &str| match &covered(patterns, text)[..] {
            [range] => Some((range.start, range.end)),
            _ => None,
        };
        assert_eq!(one(&["abcd", "cdefgh"], "xabcdefghx"), Some((1, 9)));
        assert_eq!(one(&["abcd"], "abcdabcd abc"), Some((0, 8)));
        assert_eq!(one(&["-"], " ---b"), Some((1, 3)));
        assert!(covered(&[""], "abc").is_empty());
        assert!(covered(&[], "abc").is_empty());
    }

    #[test]
    fn the_automaton_finds_what_a_search_for_each_pattern_finds() {
        let mut state = 7_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..3000 {
            let mut text = |longest: u32| -> String {
                let length = random(longest);
                (0..length).map(|_| ['a', 'b', 'é', '-'][random(4) as usize]).collect()
            };
            let patterns: Vec<String> = (0..6).map(|_| text(8)).collect();
            let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
            let text = text(40);
            assert_eq!(covered(&patterns, &text), expected(&patterns, &text), "{patterns:?} in {text:?}");
        }
    }
}
