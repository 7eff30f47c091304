//! Compares which codes two lists of classification rules assign.
//!
//! Nothing here decides which rule takes precedence: the first rule in the list that matches wins.
//! The list comes from the program.

use super::ChangeClass::{Additive, Breaking, Cosmetic};
use super::{Change, Contract};
use agent_error_rules::phrase::{Phrase, Words};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The path of the type whose errors `io` rules match, too.
const IO_ERROR: &str = "std::io::Error";

/// A kind of I/O error that no rule names.
const OTHER_KIND: &str = "..";

/// A classification rule, and the code that it assigns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Rule {
    pub(super) code: String,
    /// The keyword in `classify(...)`, such as `io`.
    pub(super) kind: String,
    /// The argument of the keyword. Empty if it has none.
    pub(super) value: String,
}

/// Formats the rule as a line of a lock file, such as `NOT_FOUND: status 404`.
impl From<Rule> for String {
    fn from(rule: Rule) -> Self {
        format!("{}: {}", rule.code, Evidence::of(&rule))
    }
}

impl TryFrom<String> for Rule {
    type Error = String;

    fn try_from(line: String) -> Result<Self, String> {
        let Some((code, rule)) = line.split_once(": ") else {
            return Err(format!("`{line}` is not a rule such as `CODE: status 404`"));
        };
        let (kind, value) = rule.split_once(' ').unwrap_or((rule, ""));
        Ok(Self {
            code: code.to_owned(),
            kind: kind.to_owned(),
            value: value.to_owned(),
        })
    }
}

impl Rule {
    fn matches(&self, evidence: &Evidence) -> bool {
        let same_kind = self.kind == evidence.kind;
        match self.kind.as_str() {
            "fallback" => true,
            "io" if self.value == ".." => same_kind,
            "status" => same_kind && self.accepts_status(&evidence.value),
            "message" => same_kind && Words::of(&evidence.value).contain(&Phrase::of(&self.value)),
            "type" if self.value == IO_ERROR && evidence.kind == "io" => true,
            _ => same_kind && self.value == evidence.value,
        }
    }

    fn accepts_status(&self, status: &str) -> bool {
        let status: Option<u16> = status.parse().ok();
        let range = self.statuses();
        status
            .zip(range)
            .is_some_and(|(status, (first, last))| (first..=last).contains(&status))
    }

    /// Returns the first and the last status that a `status` rule matches.
    fn statuses(&self) -> Option<(u16, u16)> {
        if self.value == ".." {
            return Some((0, u16::MAX));
        }
        let (first, last) = self
            .value
            .split_once("..=")
            .unwrap_or((&self.value, &self.value));
        Some((first.parse().ok()?, last.parse().ok()?))
    }

    /// Whether the rule matches an error's type or data. The outermost error that matches such a
    /// rule wins. All other rules apply to the whole chain.
    fn is_for_data(&self) -> bool {
        !["message", "fallback"].contains(&self.kind.as_str())
    }
}

/// Something that an error says about itself, in the notation of the rule that matches only it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence {
    kind: String,
    value: String,
}

impl Evidence {
    fn new(kind: &str, value: impl Into<String>) -> Self {
        Self {
            kind: kind.to_owned(),
            value: value.into(),
        }
    }

    fn of(rule: &Rule) -> Self {
        Self::new(&rule.kind, rule.value.as_str())
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if !self.value.is_empty() {
            write!(f, " {}", self.value)?;
        }
        Ok(())
    }
}

/// Returns everything that the rules distinguish, sorted. For statuses, returns one status of each
/// range that all rules treat alike.
fn evidence(rules: &[&Rule]) -> BTreeSet<Evidence> {
    let mut all = BTreeSet::new();
    for rule in rules {
        match (rule.kind.as_str(), rule.statuses()) {
            ("status", Some((first, last))) => {
                all.insert(Evidence::new("status", first.to_string()));
                let next = last.checked_add(1);
                all.extend(next.map(|next| Evidence::new("status", next.to_string())));
            }
            ("type", _) if rule.value == IO_ERROR => {
                all.insert(Evidence::new("io", OTHER_KIND));
            }
            _ => {
                all.insert(Evidence::of(rule));
            }
        }
    }
    all
}

/// Two pieces of evidence, by their places: in two errors of a chain, or in the same error.
#[derive(Clone, Copy)]
struct Pair {
    outer: usize,
    inner: usize,
    is_chain: bool,
}

/// A list of rules, and the first of them that matches each piece of evidence.
struct Decisions<'a> {
    rules: &'a [Rule],
    first: Vec<Option<usize>>,
}

impl<'a> Decisions<'a> {
    fn new(rules: &'a [Rule], evidence: &BTreeSet<Evidence>) -> Self {
        let first = evidence
            .iter()
            .map(|evidence| rules.iter().position(|rule| rule.matches(evidence)))
            .collect();
        Self { rules, first }
    }

    /// Returns the code of an error with this evidence.
    fn code(&self, pair: Pair) -> Option<&'a str> {
        let outer = self.first[pair.outer];
        let inner = self.first[pair.inner];
        let wins_as_outer =
            pair.is_chain && outer.is_some_and(|place| self.rules[place].is_for_data());
        let place = if wins_as_outer {
            outer
        } else {
            outer.into_iter().chain(inner).min()
        };
        Some(&self.rules[place?].code)
    }
}

/// The code of an error before and after the change. `None` if no rule matches.
type Move<'a> = (Option<&'a str>, Option<&'a str>);

/// Finds errors that get another code. Returns each move with the evidence of such errors.
///
/// An error in which two rules compete is enough: if an error with more evidence gets another code,
/// so does one with only the evidence of the old and of the new rule.
fn moves<'a>(old: &'a [Rule], new: &'a [Rule]) -> BTreeMap<Move<'a>, Vec<String>> {
    let rules: Vec<&Rule> = old.iter().chain(new).collect();
    let evidence = evidence(&rules);
    let (before, after) = (
        Decisions::new(old, &evidence),
        Decisions::new(new, &evidence),
    );
    let names: Vec<String> = evidence.iter().map(|one| format!("`{one}`")).collect();
    let mut moves: BTreeMap<Move<'_>, Vec<String>> = BTreeMap::new();
    for (place, name) in names.iter().enumerate() {
        let alone = Pair {
            outer: place,
            inner: place,
            is_chain: false,
        };
        let (from, to) = (before.code(alone), after.code(alone));
        if from != to {
            moves.entry((from, to)).or_default().push(name.clone());
        }
    }
    for outer in 0..names.len() {
        for inner in 0..names.len() {
            for is_chain in [false, true] {
                let pair = Pair {
                    outer,
                    inner,
                    is_chain,
                };
                let (from, to) = (before.code(pair), after.code(pair));
                // One example is enough.
                if from != to && !moves.contains_key(&(from, to)) {
                    let link = if is_chain { "around" } else { "and" };
                    let example = format!("{} {link} {}", names[outer], names[inner]);
                    moves.insert((from, to), vec![example]);
                }
            }
        }
    }
    moves
}

/// Returns the changes of the codes that errors of other libraries get.
pub(super) fn changes(old: &Contract, new: &Contract) -> Vec<Change> {
    let moves = moves(&old.rules, &new.rules);
    let mut changes = Vec::new();
    for ((from, to), examples) in &moves {
        let examples = examples.join(", ");
        let (class, code, what) = match (from, to) {
            (Some(from), Some(to)) => {
                let what = format!("errors of other libraries: {examples} becomes {to}");
                (Breaking, from, what)
            }
            // A removed code is reported as such, and so is a new one.
            (Some(from), None) if !new.errors.contains_key(*from) => continue,
            (None, Some(to)) if !old.errors.contains_key(*to) => continue,
            (Some(from), None) => {
                let what = format!("errors of other libraries: {examples} no longer covered");
                (Breaking, from, what)
            }
            (None, Some(to)) => {
                let what = format!("errors of other libraries: {examples} covered");
                (Additive, to, what)
            }
            (None, None) => continue,
        };
        changes.push(Change::new(class, *code, what));
    }
    for code in new.errors.keys() {
        let is_new = !old.errors.contains_key(code);
        let is_reported = changes.iter().any(|change| change.code == *code);
        if !is_new && !is_reported && rules_of(old, code) != rules_of(new, code) {
            let what = "errors of other libraries: other rules for the same errors";
            changes.push(Change::new(Cosmetic, code, what));
        }
    }
    changes
}

fn rules_of<'a>(contract: &'a Contract, code: &str) -> BTreeSet<&'a Rule> {
    let rules = contract.rules.iter();
    rules.filter(|rule| rule.code == code).collect()
}
