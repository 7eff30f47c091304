//! Compares the facts of a code.
//!
//! One rule covers all facts: a fact is the set of its values over all declarations of a code, and absent is a value. The
//! [`FactClass`] says whether a new value or a newly absent fact breaks callers.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use super::compare::Differences;
use super::{Change, CodeContract, Values};
use agent_error::definition::{FACTS, Fact, FactClass, FactType};
use serde_json::{Value, json};

/// The classes of a new value, of a newly absent value, and of a value that's no longer possible.
const fn classes(class: FactClass) -> [ChangeClass; 3] {
    match class {
        FactClass::Behavior | FactClass::Severity => [Breaking, Breaking, Additive],
        FactClass::Promise | FactClass::Presence | FactClass::Choice => [Additive, Breaking, Breaking],
        FactClass::Variable => [Breaking, Additive, Additive],
        FactClass::Notice => [Additive, Cosmetic, Cosmetic],
        _ => [Cosmetic; 3],
    }
}

impl Values {
    fn absent() -> Self {
        Self(vec![Value::Null])
    }

    fn may_be_absent(&self) -> bool {
        self.0.contains(&Value::Null)
    }

    /// Returns what callers distinguish: the value, whether it's a warning, or whether the fact is present.
    fn distinguished(&self, class: FactClass) -> Vec<Value> {
        let distinguished = self.0.iter().map(|value| match class {
            FactClass::Behavior => value.clone(),
            FactClass::Severity => (value == "warning").into(),
            _ if value.is_null() => Value::Null,
            _ => true.into(),
        });
        distinguished.collect()
    }

    /// Returns the class of the change to other values.
    fn class_of_change(&self, new: &Self, class: FactClass) -> ChangeClass {
        let [new_value, newly_absent, lost] = classes(class);
        let (old, new) = (self.distinguished(class), new.distinguished(class));
        let added = new.iter().filter(|value| !old.contains(value));
        let added = added.map(|value| if value.is_null() { newly_absent } else { new_value });
        let removed = old.iter().filter(|value| !new.contains(value));
        let removed = removed.map(|value| if value.is_null() { lost.max(Additive) } else { lost });
        added.chain(removed).min().unwrap_or(Cosmetic)
    }

    /// Says whether the fact was added, removed or changed.
    fn change_of_presence(&self, new: &Self) -> &'static str {
        match (self.may_be_absent(), new.may_be_absent()) {
            _ if new.are_absent() => "removed",
            (_, false) if self.are_absent() => "added",
            (_, true) if self.are_absent() => "added to some errors",
            (true, false) => "added to all errors",
            (false, true) => "missing in some errors",
            _ => "changed",
        }
    }

    /// Formats the values for use in a sentence, such as `` `validation` or `execution` ``.
    fn shown(&self) -> String {
        let values: Vec<String> = self.0.iter().filter(|value| !value.is_null()).map(shown).collect();
        let some = if self.may_be_absent() { " in some errors" } else { "" };
        format!("{}{some}", values.join(" or "))
    }

    /// Returns strings as is, and other values as JSON, one per line.
    pub(super) fn lines(&self) -> String {
        let values = self.0.iter().filter(|value| !value.is_null());
        values
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Differences<'_> {
    pub(super) fn of_code(&mut self, code: &str, old: &CodeContract, new: &CodeContract) {
        for fact in FACTS {
            let absent = Values::absent();
            let of = |promise: &'_ CodeContract| promise.facts.get(fact.name).cloned().unwrap_or(absent.clone());
            let (before, after) = (of(old), of(new));
            // By default, the gRPC status code follows from these facts.
            let is_derived = fact.name == "grpc"
                && ["exit_code", "http_status"].into_iter().any(|fact| old.facts.get(fact) != new.facts.get(fact));
            match fact.class {
                FactClass::Parts => self.of_context(code, &old.context, &new.context),
                _ if before == after || is_derived => {}
                FactClass::Choice => self.of_choices(code, fact, &before, &after),
                class if fact.ty == FactType::Text => {
                    let what = format!("{} {}", noun(fact), before.change_of_presence(&after));
                    let change = Change::new(before.class_of_change(&after, class), code, what);
                    let (old, new) = (Some(before.lines()), Some(after.lines()));
                    self.changes.push(Change { old, new, ..change });
                }
                class => self.of_values(code, &noun(fact), class, &before, &after),
            }
        }
    }

    pub(super) fn of_values(&mut self, code: &str, noun: &str, class: FactClass, old: &Values, new: &Values) {
        if old != new {
            let what = match (old.0.as_slice(), new.0.as_slice()) {
                ([Value::Bool(false)], [Value::Bool(true)]) => format!("became {noun}"),
                ([Value::Bool(true)], [Value::Bool(false)]) => format!("is no longer {noun}"),
                ([Value::Null], _) => format!("{noun} {} added", new.shown()),
                (_, [Value::Null]) => format!("{noun} {} removed", old.shown()),
                _ => format!("{noun} {} became {}", old.shown(), new.shown()),
            };
            self.add(old.class_of_change(new, class), code, what);
        }
    }

    /// Compares a list whose elements callers choose from, such as actions. Each element is a fact that may be absent.
    fn of_choices(&mut self, code: &str, fact: &Fact, old: &Values, new: &Values) {
        let lists = |values: &Values| -> Vec<Vec<Value>> {
            values.0.iter().map(|list| list.as_array().cloned().unwrap_or_default()).collect()
        };
        let (old, new) = (lists(old), lists(new));
        let Values(elements) = Values::new(old.iter().chain(&new).flatten().cloned().collect());
        let count = self.changes.len();
        for element in &elements {
            let of = |lists: &[Vec<Value>]| {
                Values::new(lists.iter().map(|list| json!(list.contains(element).then_some(true))).collect())
            };
            let (before, after) = (of(&old), of(&new));
            if before != after {
                let takes_errors =
                    fact.ty == FactType::Rules && before.are_absent() && self.takes_errors(code, element);
                let (class, why) = match takes_errors {
                    true => (Breaking, "; another code covered these errors"),
                    false => (before.class_of_change(&after, fact.class), ""),
                };
                let change = before.change_of_presence(&after);
                self.add(class, code, format!("{}: {} {change}{why}", noun(fact), shown(element)));
            }
        }
        if self.changes.len() == count {
            self.add(Cosmetic, code, format!("{}: another order", noun(fact)));
        }
    }

    /// Whether a new rule of a code takes errors away from another code.
    fn takes_errors(&self, code: &str, rule: &Value) -> bool {
        let others = self.old.errors.iter().filter(|(other, _)| *other != code);
        let mut rules =
            others.filter_map(|(_, promise)| promise.facts.get("classify")?.0.first()?.as_array()).flatten();
        rules.any(|older| precedes(rule, older))
    }
}

/// Whether a rule matches errors that another rule would match. Rules for types precede rules for the content of errors,
/// longer phrases precede shorter ones, and narrower ranges of statuses precede wider ones.
fn precedes(rule: &Value, other: &Value) -> bool {
    let bounds = |rule: &Value| -> Option<(u16, u16)> {
        let range = rule["value"].as_str()?;
        let (from, to) = range.split_once("..=").unwrap_or((range, range));
        Some((from.parse().ok()?, to.parse().ok()?))
    };
    let phrase = |rule: &Value| rule["value"].as_str().unwrap_or_default().to_lowercase();
    match (rule["rule"].as_str(), other["rule"].as_str()) {
        (_, Some("fallback")) | (Some("type"), Some("code" | "status" | "validation" | "message")) => true,
        (Some("message"), Some("message")) => phrase(rule).contains(&phrase(other)),
        (kind, other_kind) if kind != other_kind => false,
        (Some("status"), _) if bounds(rule).zip(bounds(other)).is_some_and(|(a, b)| b.0 <= a.0 && a.1 <= b.1) => true,
        _ => rule == other || other["value"] == "..",
    }
}

/// Formats a value for use in a sentence. Strings and rules are in backticks, such as `` `io NotFound` ``.
fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => format!("`{word}`"),
        Value::Object(rule) => {
            let words: Vec<&str> = ["rule", "value"].iter().filter_map(|name| rule.get(*name)?.as_str()).collect();
            format!("`{}`", words.join(" "))
        }
        other => other.to_string(),
    }
}

/// Returns the name of a fact for use in a sentence, such as `exit code`.
fn noun(fact: &Fact) -> String {
    let is_name = fact.title.chars().nth(1).is_some_and(char::is_uppercase);
    match fact.ty {
        FactType::Boolean => fact.name.to_owned(),
        _ if is_name => fact.title.to_owned(),
        _ => fact.title.to_lowercase().replace("url", "URL"),
    }
}
