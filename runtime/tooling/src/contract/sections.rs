//! Compares the sections of contracts: commands, tools and exit codes.

use super::compare::{Differences, IN_VERSION_1};
use super::facts::noun;
use super::{ChangeClass, Contract, Meaning};
use agent_error::definition::FACTS;
use std::collections::BTreeMap;

impl Differences {
    /// Compares each section. Reports sections that only one of the contracts has.
    pub(super) fn of_sections(&mut self, old: &Contract, new: &Contract) {
        if let Some((old, new)) = self.both("commands", old.commands.as_ref(), new.commands.as_ref()) {
            self.of_sets("command", old, new);
        }
        if let Some((old, new)) = self.both("tools", old.tools.as_ref(), new.tools.as_ref()) {
            self.of_sets("tool", old, new);
        }
        if let Some((old, new)) = self.both("exit codes", old.exits.as_ref(), new.exits.as_ref()) {
            self.of_exits(old, new);
        }
        if !old.whole {
            self.of_version_1(old, new);
        }
    }

    /// Returns the section of both contracts if both have it. If only one of them has it, reports the difference.
    fn both<T>(&mut self, section: &str, old: Option<T>, new: Option<T>) -> Option<(T, T)> {
        match (old, new) {
            (Some(old), Some(new)) => return Some((old, new)),
            (Some(_), None) => {
                self.add(ChangeClass::Breaking, section, "missing in the newer version, so not compared");
            }
            (None, Some(_)) => {
                self.add(ChangeClass::Additive, section, "missing in the older version, so not compared");
            }
            (None, None) => {}
        }
        None
    }

    /// Compares the meanings of exit codes. Skips exit codes that only one contract uses, because the comparison of
    /// codes already reports that difference.
    fn of_exits(&mut self, old: &BTreeMap<u8, Meaning>, new: &BTreeMap<u8, Meaning>) {
        for (exit, before) in old {
            let Some(after) = new.get(exit) else { continue };
            let subject = format!("exit code {exit}");
            if before.name != after.name {
                let what = format!("`{}` became `{}`", before.name, after.name);
                self.add(ChangeClass::Breaking, &subject, what);
            }
            if before.description != after.description {
                let texts = Some((before.description.clone(), after.description.clone()));
                let what = "description changed".to_owned();
                self.0.push(super::Change { class: ChangeClass::Cosmetic, code: subject, what, texts });
            }
        }
    }

    /// Reports the facts that weren't compared because version 1 lock files don't contain them.
    fn of_version_1(&mut self, old: &Contract, new: &Contract) {
        let facts = FACTS.iter().filter(|fact| fact.class.is_locked() && !IN_VERSION_1.contains(&fact.name));
        let lacking = facts.filter(|fact| {
            let lacks = |code: &String| !old.codes.get(code).is_some_and(|code| code.facts.contains_key(fact.name));
            let mut codes = new.codes.iter().filter(|(code, _)| old.codes.contains_key(*code));
            codes.any(|(code, promise)| promise.facts.contains_key(fact.name) && lacks(code))
        });
        let lacking: Vec<String> = lacking.map(noun).collect();
        if !lacking.is_empty() {
            let what = format!("version 1 lacks these facts, so they aren't compared: {}", lacking.join(", "));
            self.add(ChangeClass::Breaking, "lock file", what);
        }
    }
}
