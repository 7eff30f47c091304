//! Compares the static facts of a code, such as its exit code.

use super::compare::Differences;
use super::values::Values;
use super::{ChangeClass, rules};
use crate::contract::Change;
use agent_error::definition::{Fact, FactClass, FactType};
use serde_json::Value;

impl Differences {
    /// Compares the values of a fact.
    pub(super) fn of_fact(&mut self, code: &str, fact: &Fact, old: Option<&Values>, new: Option<&Values>) {
        let missing = Values::default();
        let (old, new) = (old.unwrap_or(&missing), new.unwrap_or(&missing));
        if old == new {
            return;
        }
        if fact.class == FactClass::Choice {
            return self.of_choice(code, fact, old, new);
        }
        let is_one = |values: &Values| values.is_empty() || values.single().is_some();
        match is_one(old) && is_one(new) {
            true => self.of_value(code, fact, old.single(), new.single()),
            false if is_prose(fact.class) => self.of_texts(code, fact, old, new),
            false => self.of_values(code, fact, old, new),
        }
    }

    /// Compares a fact that has a single value before and after the change.
    fn of_value(&mut self, code: &str, fact: &Fact, old: Option<&Value>, new: Option<&Value>) {
        let class = class_of(fact.class, old, new);
        let noun = noun(fact);
        match (old, new) {
            (None, Some(Value::String(text))) if fact.class == FactClass::Notice => {
                self.add(class, code, format!("{noun}: {text}"));
            }
            (_, Some(Value::Bool(true))) => self.add(class, code, format!("became {}", fact.name)),
            (_, Some(Value::Bool(false))) => self.add(class, code, format!("is no longer {}", fact.name)),
            (Some(old), Some(new)) if !is_prose(fact.class) => {
                self.add(class, code, format!("{noun} {} became {}", shown(old), shown(new)));
            }
            (old, new) if is_prose(fact.class) => {
                let what = match (old, new) {
                    (None, _) => format!("{noun} added"),
                    (_, None) => format!("{noun} removed"),
                    (Some(_), Some(_)) => format!("{noun} changed"),
                };
                let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
                self.0.push(Change { class, code: code.to_owned(), what, texts: Some((text(old), text(new))) });
            }
            (None, Some(new)) => self.add(class, code, format!("{noun} {} added", shown(new))),
            (Some(old), _) => self.add(class, code, format!("{noun} {} removed", shown(old))),
            (None, None) => {}
        }
    }

    /// Compares a string if the declarations of a shared code differ.
    fn of_texts(&mut self, code: &str, fact: &Fact, old: &Values, new: &Values) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        let (class, what) = match fact.class {
            FactClass::Notice if old.is_empty() => (Additive, "added to some errors"),
            FactClass::Notice | FactClass::Wording => (Cosmetic, "changed in some errors"),
            _ => match (old.always, new.always) {
                (true, false) if new.is_empty() => (Breaking, "removed"),
                (true, false) => (Breaking, "missing in some errors"),
                (false, true) => (Additive, "added to all errors"),
                (false, false) if new.len() < old.len() => (Breaking, "removed from some errors"),
                (false, false) if new.len() > old.len() => (Additive, "added to some errors"),
                _ => (Cosmetic, "changed in some errors"),
            },
        };
        let (what, texts) = (format!("{} {what}", noun(fact)), Some((old.text(), new.text())));
        self.0.push(Change { class, code: code.to_owned(), what, texts });
    }

    /// Compares any other fact if the declarations of a shared code differ.
    fn of_values(&mut self, code: &str, fact: &Fact, old: &Values, new: &Values) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        let is_promise = fact.class == FactClass::Promise;
        let is_severity = fact.class == FactClass::Severity;
        let warns = |values: &Values, is_warning: bool| values.iter().any(|word| (word == "warning") == is_warning);
        let noun = noun(fact);
        if fact.class == FactClass::Variable {
            return match (old.is_empty(), new.is_empty()) {
                (true, false) => self.add(Breaking, code, format!("{noun} added to some errors")),
                (false, true) => self.add(Additive, code, format!("{noun} removed")),
                _ => self.add(Cosmetic, code, format!("{noun} changed in some errors")),
            };
        }
        for value in new.without(old) {
            let class = match value == "warning" {
                is_warning if is_severity && warns(old, is_warning) => Cosmetic,
                // Callers already had to handle errors without the promise.
                _ if is_promise && !old.always => Additive,
                _ => Breaking,
            };
            self.add(class, code, format!("{noun} may also be {}", shown(value)));
        }
        for value in old.without(new) {
            let class = match value == "warning" {
                is_warning if is_severity && warns(new, is_warning) => Cosmetic,
                // An error with this value may still occur, but without the promise.
                _ if is_promise && !new.always => Breaking,
                _ => Additive,
            };
            self.add(class, code, format!("{noun} can no longer be {}", shown(value)));
        }
        match (old.always, new.always) {
            (true, false) => self.add(Breaking, code, format!("{noun} is missing in some errors")),
            (false, true) if old.is_empty() && !is_promise => {}
            (false, true) => self.add(Additive, code, format!("{noun} is in all errors now")),
            _ => {}
        }
    }

    /// Compares a list whose elements callers choose from, such as actions.
    fn of_choice(&mut self, code: &str, fact: &Fact, old: &Values, new: &Values) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        let noun = noun(fact);
        let are_rules = fact.ty == FactType::Rules;
        let (before, after) = (old.elements(), new.elements());
        let find = |all: &[(&Value, bool)], wanted: &Value| {
            all.iter().find(|(value, _)| *value == wanted).map(|(_, always)| *always)
        };
        let is_among = |value: &Value, all: &[(&Value, bool)]| match are_rules {
            true => rules::cover(all.iter().map(|(rule, _)| *rule), value),
            false => find(all, value).is_some(),
        };
        let count = self.0.len();
        for (value, was_always) in &before {
            match find(&after, value) {
                None if is_among(value, &after) => {}
                None => self.add(Breaking, code, format!("{noun}: {} removed", shown(value))),
                // A rule applies to the code, regardless of which type declares it.
                Some(_) if are_rules => {}
                Some(false) if *was_always => {
                    self.add(Breaking, code, format!("{noun}: {} is missing in some errors", shown(value)));
                }
                Some(true) if !was_always => {
                    self.add(Additive, code, format!("{noun}: {} is in all errors now", shown(value)));
                }
                Some(_) => {}
            }
        }
        for (value, _) in after.iter().filter(|(value, _)| !is_among(value, &before)) {
            self.add(Additive, code, format!("{noun}: {} added", shown(value)));
        }
        if self.0.len() == count {
            let what = match old.single().is_some() && new.single().is_some() && before.len() == after.len() {
                true => "another order",
                false => "the same in another form",
            };
            self.add(Cosmetic, code, format!("{noun}: {what}"));
        }
    }
}

/// Returns the class of a change from one value to another.
fn class_of(class: FactClass, old: Option<&Value>, new: Option<&Value>) -> ChangeClass {
    use ChangeClass::{Additive, Breaking, Cosmetic};
    // Callers of tools don't treat a warning as a failure.
    let is_warning = |value: Option<&Value>| value.is_some_and(|word| word == "warning");
    match (class, old.is_some(), new.is_some()) {
        (FactClass::Presence | FactClass::Promise | FactClass::Notice, false, true)
        | (FactClass::Variable, true, false) => Additive,
        (FactClass::Presence | FactClass::Variable, true, true) | (FactClass::Notice | FactClass::Wording, ..) => {
            Cosmetic
        }
        (FactClass::Severity, ..) if is_warning(old) == is_warning(new) => Cosmetic,
        _ => Breaking,
    }
}

/// Whether the fact is a string whose old and new wording are shown.
fn is_prose(class: FactClass) -> bool {
    matches!(class, FactClass::Wording | FactClass::Presence | FactClass::Notice)
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
pub(super) fn noun(fact: &Fact) -> String {
    let is_name = fact.title.chars().nth(1).is_some_and(char::is_uppercase);
    if is_name { fact.title.to_owned() } else { fact.title.to_lowercase().replace("url", "URL") }
}
