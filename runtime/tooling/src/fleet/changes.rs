//! Compares two releases of a fleet.

use crate::contract::{Change, ChangeClass, Changes, Contract};
use crate::pretty::some;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// The changes between two releases of a fleet, by program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FleetChanges {
    /// The programs that only the newer release contains, sorted.
    pub added: Vec<String>,
    /// The programs that only the older release contains, sorted.
    pub removed: Vec<String>,
    /// The programs whose catalogs differ, sorted by name.
    pub changed: Vec<ProgramChanges>,
    /// The number of programs whose catalogs don't differ.
    pub unchanged: usize,
}

/// The changes between two releases of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgramChanges {
    /// The name of the program.
    pub program: String,
    /// The older version, if known.
    pub old_version: Option<String>,
    /// The newer version, if known.
    pub new_version: Option<String>,
    /// The changes. Never empty.
    pub changes: Changes,
}

impl FleetChanges {
    /// Compares the contracts of two releases, by program.
    ///
    /// ```
    /// # use agent_error::{AgentError, Catalog};
    /// use agent_error_tooling::{Contract, FleetChanges};
    /// use std::collections::BTreeMap;
    ///
    /// # #[derive(Debug, thiserror::Error, AgentError)]
    /// # #[error("no such user")]
    /// # #[code("USER_NOT_FOUND", exit = 5)]
    /// # struct NoUser;
    /// let contract: Contract = Catalog::of::<NoUser>().document().parse().unwrap();
    /// let old = BTreeMap::from([("api", &contract), ("worker", &contract)]);
    /// let new = BTreeMap::from([("api", &contract), ("cli", &contract)]);
    ///
    /// let changes = FleetChanges::between(&old, &new);
    /// assert_eq!((changes.added[0].as_str(), changes.removed[0].as_str()), ("cli", "worker"));
    /// assert!(!changes.are_compatible());
    /// ```
    pub fn between(old: &BTreeMap<&str, &Contract>, new: &BTreeMap<&str, &Contract>) -> Self {
        let only_in = |these: &BTreeMap<&str, &Contract>, others: &BTreeMap<&str, &Contract>| {
            these.keys().filter(|name| !others.contains_key(*name)).map(|name| (*name).to_owned()).collect()
        };
        let mut found =
            Self { added: only_in(new, old), removed: only_in(old, new), changed: Vec::new(), unchanged: 0 };
        for (program, before) in old {
            let Some(after) = new.get(program) else { continue };
            let changes = before.changes_to(after);
            if changes.is_empty() {
                found.unchanged += 1;
                continue;
            }
            found.changed.push(ProgramChanges {
                program: (*program).to_owned(),
                old_version: before.version().map(str::to_owned),
                new_version: after.version().map(str::to_owned),
                changes,
            });
        }
        found
    }

    /// Returns all changes, breaking changes first. The code of each change is prefixed with the program, such as `api:
    /// ORDER_NOT_FOUND`.
    ///
    /// If a program was added or removed, the code is the name of the program. Removing a program is breaking, and
    /// adding a program is additive.
    pub fn flattened(&self) -> Changes {
        let of_fleet = |class, what: &'static str| move |program: &String| Change::new(class, program, what);
        let removed = self.removed.iter().map(of_fleet(ChangeClass::Breaking, "program removed"));
        let added = self.added.iter().map(of_fleet(ChangeClass::Additive, "program added"));
        let of_programs = self.changed.iter().flat_map(|changed| {
            let program = &changed.program;
            changed.changes.iter().map(move |change| Change { code: in_fleet(program, change), ..change.clone() })
        });
        let mut changes: Vec<Change> = removed.chain(added).chain(of_programs).collect();
        // The sort is stable, so programs and codes remain in order within a class.
        changes.sort_by_key(|change| change.class);
        changes.into_iter().collect()
    }

    /// Whether callers of the older release can use the newer release.
    pub fn are_compatible(&self) -> bool {
        self.removed.is_empty() && self.changed.iter().all(|changed| changed.changes.are_compatible())
    }

    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Returns the code of a change with the program as a prefix.
fn in_fleet(program: &str, change: &Change) -> String {
    format!("{program}: {}", change.code)
}

impl ProgramChanges {
    /// Returns each change with its prefixed code, as in [`FleetChanges::flattened`].
    pub fn flattened(&self) -> impl Iterator<Item = (String, &Change)> {
        self.changes.iter().map(|change| (in_fleet(&self.program, change), change))
    }
}

impl Serialize for FleetChanges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = self.flattened();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("compatible", &self.are_compatible())?;
        for class in [ChangeClass::Breaking, ChangeClass::Additive, ChangeClass::Cosmetic] {
            map.serialize_entry(class.as_str(), &all.count(class))?;
        }
        map.serialize_entry("added", &self.added)?;
        map.serialize_entry("removed", &self.removed)?;
        map.serialize_entry("unchanged", &self.unchanged)?;
        map.serialize_entry("programs", &self.changed)?;
        map.end()
    }
}

impl Serialize for ProgramChanges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("program", &self.program)?;
        some(&mut map, "old_version", self.old_version.as_ref())?;
        some(&mut map, "new_version", self.new_version.as_ref())?;
        map.serialize_entry("compatible", &self.changes.are_compatible())?;
        map.serialize_entry("changes", &self.changes)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::FleetChanges;
    use crate::contract::Contract;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn contract(version: &str, exit: u8, summary: &str) -> Contract {
        let code = json!({
            "code": "GONE", "summary": summary, "exit_code": exit, "retryable": false, "side_effects": "none",
            "phase": "execution", "severity": "error", "http_status": 404,
        });
        let program = json!({"name": "tool", "version": version});
        let document = json!({"catalog_version": "1.0", "program": program, "errors": [code]});
        document.to_string().parse().unwrap()
    }

    #[test]
    fn a_removed_program_is_breaking_and_an_added_one_is_additive() {
        let tool = contract("1.0.0", 5, "Gone.");
        let (old, new) = (BTreeMap::from([("old", &tool), ("same", &tool)]), BTreeMap::from([("same", &tool)]));
        let changes = FleetChanges::between(&old, &new);
        assert!(!changes.are_compatible());
        assert_eq!(changes.flattened().to_string(), "breaking:\n  old: program removed\n");
        let changes = FleetChanges::between(&new, &old);
        assert!(changes.are_compatible() && !changes.is_empty());
        assert_eq!(changes.flattened().to_string(), "additive:\n  old: program added\n");
        assert_eq!(changes.unchanged, 1);
        let changes = FleetChanges::between(&old, &old);
        assert!(changes.is_empty() && changes.are_compatible());
    }

    #[test]
    fn changes_are_listed_by_program_with_their_class() {
        let [old, broken, reworded] =
            [contract("1.0.0", 5, "Gone."), contract("2.0.0", 6, "Gone."), contract("1.0.1", 5, "It's gone.")];
        let before = BTreeMap::from([("api", &old), ("cli", &old)]);
        let changes = FleetChanges::between(&before, &BTreeMap::from([("api", &reworded), ("cli", &broken)]));
        assert_eq!(
            json!(changes),
            json!({
                "compatible": false, "breaking": 1, "additive": 0, "cosmetic": 1,
                "added": [], "removed": [], "unchanged": 0,
                "programs": [
                    {
                        "program": "api", "old_version": "1.0.0", "new_version": "1.0.1", "compatible": true,
                        "changes": [{
                            "class": "cosmetic", "code": "GONE", "what": "summary changed", "old": "Gone.",
                            "new": "It's gone.",
                        }],
                    },
                    {
                        "program": "cli", "old_version": "1.0.0", "new_version": "2.0.0", "compatible": false,
                        "changes": [{"class": "breaking", "code": "GONE", "what": "exit code 5 became 6"}],
                    },
                ],
            })
        );
        let codes: Vec<String> = changes.flattened().iter().map(|change| change.code.clone()).collect();
        assert_eq!(codes, ["cli: GONE", "api: GONE"], "breaking changes come first");
    }
}
