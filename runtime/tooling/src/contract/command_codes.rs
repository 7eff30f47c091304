//! Compares retired codes, and the codes that commands and tools can fail with.

use super::compare::Differences;
use super::{ChangeClass, Contract};
use crate::document::Sets;
use std::collections::BTreeSet;

impl Differences {
    pub(super) fn of_retired(&mut self, old: &Contract, new: &Contract) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        for (code, note) in &new.retired {
            match (old.retired.get(code), note) {
                (None, _) if old.codes.contains_key(code) => {
                    self.add(Breaking, code, "retired");
                }
                (None, _) => self.add(Additive, code, "retired"),
                (Some(None), Some(note)) => self.add(Additive, code, format!("what to use instead: {note}")),
                (Some(Some(_)), None) => self.add(Breaking, code, "no longer says what to use instead"),
                (Some(Some(before)), Some(note)) if before != note => {
                    self.add(Cosmetic, code, format!("what to use instead: {note}"));
                }
                (Some(_), _) => {}
            }
        }
        let is_forgotten = |code: &&String| !new.retired.contains_key(*code) && !new.codes.contains_key(*code);
        for code in old.retired.keys().filter(is_forgotten) {
            self.add(Breaking, code, "no longer listed as retired, so it could be declared again");
        }
    }

    /// Compares the codes of each command or tool. `kind` is `command` or `tool`.
    pub(super) fn of_sets(&mut self, kind: &str, old: &Sets, new: &Sets) {
        use ChangeClass::{Additive, Breaking, Cosmetic};
        let subject = |name: &str| match name {
            "" => "the program itself".to_owned(),
            name => format!("{kind} `{name}`"),
        };
        for (name, before) in old {
            let subject = subject(name);
            match (before, new.get(name)) {
                (_, None) => self.add(Breaking, &subject, "removed"),
                (Some(_), Some(None)) => self.add(Breaking, &subject, "no longer lists its errors"),
                (None, Some(Some(_))) => self.add(Cosmetic, &subject, "states its errors now"),
                (None, Some(None)) => {}
                (Some(before), Some(Some(after))) => self.of_set(&subject, before, after),
            }
        }
        for name in new.keys().filter(|name| !old.contains_key(*name)) {
            self.add(Additive, &subject(name), "new");
        }
    }

    fn of_set(&mut self, subject: &str, before: &BTreeSet<String>, after: &BTreeSet<String>) {
        for code in before.difference(after) {
            self.add(ChangeClass::Breaking, subject, format!("no longer fails with {code}"));
        }
        for code in after.difference(before) {
            self.add(ChangeClass::Additive, subject, format!("may end with {code}"));
        }
    }
}
