//! Compares which codes two lists of classification rules assign.
//!
//! Rules have no precedence other than their order: the first one that matches wins.
//! The lists come from the program: one of all rules, and one for each type.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::rule::{Condition, Rule};
use super::{Change, Contract};
use std::collections::{BTreeMap, BTreeSet};

/// Returns everything that the rules distinguish, sorted.
fn evidence_for<'a>(rules: impl Iterator<Item = &'a Rule>) -> Vec<Condition> {
    let all: BTreeSet<Condition> = rules.flat_map(|rule| rule.condition.evidence()).collect();
    all.into_iter().collect()
}

/// An error. Evidence is represented by its place in the list.
#[derive(Clone, Copy)]
enum Case {
    /// An error with one piece of evidence.
    Single(usize),
    /// An error with two pieces of evidence.
    Both(usize, usize),
    /// An error whose source has other evidence.
    Around { outer: usize, inner: usize },
}

impl Case {
    /// Returns all cases. Those with a single piece of evidence come first.
    fn all(evidence: usize) -> Vec<Self> {
        let mut cases: Vec<Self> = (0..evidence).map(Self::Single).collect();
        for outer in 0..evidence {
            for inner in 0..evidence {
                cases.push(Self::Both(outer, inner));
                cases.push(Self::Around { outer, inner });
            }
        }
        cases
    }

    /// Describes the error for use in a sentence.
    fn describe(self, evidence: &[Condition]) -> String {
        match self {
            Self::Single(only) => format!("`{}`", evidence[only]),
            Self::Both(one, other) => format!("`{}` and `{}`", evidence[one], evidence[other]),
            Self::Around { outer, inner } => {
                format!("`{}` around `{}`", evidence[outer], evidence[inner])
            }
        }
    }
}

/// A list of rules, and the first of them that matches each piece of evidence.
struct Decisions<'a> {
    rules: &'a [Rule],
    first: Vec<Option<usize>>,
}

impl<'a> Decisions<'a> {
    fn new(rules: &'a [Rule], evidence: &[Condition]) -> Self {
        let mut first = Vec::new();
        for piece in evidence {
            let mut conditions = rules.iter().map(|rule| &rule.condition);
            first.push(conditions.position(|condition| condition.matches(piece)));
        }
        Self { rules, first }
    }

    /// Returns the code of an error.
    fn code(&self, case: Case) -> Option<&'a str> {
        let index_of_rule = match case {
            Case::Single(only) => self.first[only],
            Case::Both(one, other) => self.first_of_both(one, other),
            Case::Around { outer, inner } => {
                if self.is_matched_by_data(outer) {
                    self.first[outer]
                } else {
                    self.first_of_both(outer, inner)
                }
            }
        };
        Some(&self.rules[index_of_rule?].code)
    }

    /// Whether the first rule that matches a piece of evidence is for data.
    fn is_matched_by_data(&self, evidence: usize) -> bool {
        self.first[evidence].is_some_and(|index| self.rules[index].condition.is_for_data())
    }

    /// Returns the first rule that matches one of two pieces of evidence.
    fn first_of_both(&self, one: usize, other: usize) -> Option<usize> {
        let indexes = [self.first[one], self.first[other]];
        indexes.into_iter().flatten().min()
    }
}

/// The code of an error before and after the change. `None` if no rule matches.
type Move<'a> = (Option<&'a str>, Option<&'a str>);

/// Finds errors that get another code. Returns each move with the evidence of such errors.
///
/// An error in which two rules compete is enough: if an error with more evidence gets another code,
/// so does one with only the evidence of the old and of the new rule.
fn find_moves<'a>(old: &'a [Rule], new: &'a [Rule]) -> BTreeMap<Move<'a>, Vec<String>> {
    let evidence = evidence_for(old.iter().chain(new));
    let before = Decisions::new(old, &evidence);
    let after = Decisions::new(new, &evidence);
    let mut moves: BTreeMap<Move<'_>, Vec<String>> = BTreeMap::new();
    for case in Case::all(evidence.len()) {
        let from = before.code(case);
        let to = after.code(case);
        if from == to {
            continue;
        }
        let examples = moves.entry((from, to)).or_default();
        // One example of two competing rules is enough.
        if examples.is_empty() || matches!(case, Case::Single(_)) {
            examples.push(case.describe(&evidence));
        }
    }
    moves
}

/// Returns the changes of the codes that errors of other libraries get.
pub(super) fn compare_rules(old: &Contract, new: &Contract) -> Vec<Change> {
    let mut changes = Vec::new();
    let moves = find_moves(&old.rules, &new.rules);
    for (from_to, examples) in &moves {
        changes.extend(change_of_move(*from_to, &examples.join(", "), old, new));
    }
    for (path, old_rules) in &old.rules_of_types {
        // Nobody can call a type that no longer exists.
        let Some(new_rules) = rules_of_same_type(path, old, new) else {
            continue;
        };
        for (from_to, examples) in find_moves(old_rules, new_rules) {
            let is_reported = moves.contains_key(&from_to);
            if !is_reported {
                let examples = format!("{} in `{path}`", examples.join(", "));
                changes.extend(change_of_move(from_to, &examples, old, new));
            }
        }
    }
    for code in new.errors.keys() {
        let is_reported = changes.iter().any(|change| change.code == *code);
        let is_new = !old.errors.contains_key(code);
        if !is_reported && !is_new && rules_of(old, code) != rules_of(new, code) {
            changes.push(change(Cosmetic, code, "other rules for the same errors"));
        }
    }
    changes
}

/// Returns the new rules of a type, which may have moved to another module. Returns `None` if the type
/// no longer exists, or if it's one of several types of this name that moved.
fn rules_of_same_type<'a>(path: &str, old: &Contract, new: &'a Contract) -> Option<&'a Vec<Rule>> {
    if let Some(rules) = new.rules_of_types.get(path) {
        return Some(rules);
    }
    let mut moved = Vec::new();
    for (new_path, rules) in &new.rules_of_types {
        let is_known = old.rules_of_types.contains_key(new_path);
        if !is_known && name_of(new_path) == name_of(path) {
            moved.push(rules);
        }
    }
    match moved.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// Returns the name of a type, without its modules.
fn name_of(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Describes a move. Returns `None` if its code is new or was removed, because that's another
/// change.
fn change_of_move(
    from_to: Move<'_>,
    examples: &str,
    old: &Contract,
    new: &Contract,
) -> Option<Change> {
    match from_to {
        (Some(from), Some(to)) => {
            let what = format!("{examples} becomes {to}");
            Some(change(Breaking, from, &what))
        }
        (Some(from), None) => {
            let what = format!("{examples} no longer covered");
            let still_exists = new.errors.contains_key(from);
            still_exists.then(|| change(Breaking, from, &what))
        }
        (None, Some(to)) => {
            let what = format!("{examples} covered");
            let existed = old.errors.contains_key(to);
            existed.then(|| change(Additive, to, &what))
        }
        (None, None) => None,
    }
}

fn change(class: ChangeClass, code: &str, what: &str) -> Change {
    Change::new(class, code, format!("errors of other libraries: {what}"))
}

fn rules_of<'a>(contract: &'a Contract, code: &str) -> BTreeSet<&'a Rule> {
    let rules = contract.rules.iter();
    rules.filter(|rule| rule.code == code).collect()
}
