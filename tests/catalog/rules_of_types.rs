//! Tests that a comparison finds a type that gives errors of other libraries another code, even if the
//! program as a whole doesn't. Each type applies its own rules and those of the types that it nests.
//!
//! The modules are three versions of a program. All have the same codes.

use crate::contract_of;
use agent_error::{Catalog, catalog as catalog_of};
use agent_error_tooling::{ChangeClass, Changes, Contract};
use serde_json::{Value, json};

#[expect(dead_code, reason = "only the declarations are compared")]
mod before {
    use agent_error::AgentError;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("config")]
    #[agent_error(unregistered)]
    pub(super) enum Config {
        #[code("CONFIG_MISSING", exit = 4, classify(io(NotFound)))]
        Missing,
        #[code("CONFIG_BROKEN", exit = 4)]
        Broken,
    }

    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    pub(super) enum Store {
        #[error("io")]
        #[code("STORE_IO", exit = 74, classify(io(..)))]
        Io,
        #[error(transparent)]
        #[code(transparent)]
        Config(#[from] Config),
    }

    /// Only nests other types.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error(transparent)]
    #[agent_error(unregistered)]
    pub(super) enum Root {
        #[code(transparent)]
        Config(#[from] Config),
        #[code(transparent)]
        Cache(#[from] Cache),
    }

    /// Nests nothing, and has the same rule as `Config`.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("cache")]
    #[agent_error(unregistered)]
    pub(super) enum Cache {
        #[code("CACHE_MISSING", exit = 5, classify(io(NotFound)))]
        Missing,
        #[code("CACHE_IO", exit = 74, classify(io(..)))]
        Io,
    }
}

#[expect(dead_code, reason = "only the declarations are compared")]
mod moved {
    use agent_error::AgentError;

    /// No longer has a rule. `Store` has it.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("config")]
    #[agent_error(unregistered)]
    pub(super) enum Config {
        #[code("CONFIG_BROKEN", exit = 4)]
        Broken,
    }

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("store")]
    #[agent_error(unregistered)]
    pub(super) enum Store {
        #[code("CONFIG_MISSING", exit = 4, classify(io(NotFound)))]
        Missing,
        #[code("STORE_IO", exit = 74, classify(io(..)))]
        Io,
    }

    /// Lost the rule for missing files.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("cache")]
    #[agent_error(unregistered)]
    pub(super) enum Cache {
        #[code("CACHE_MISSING", exit = 5)]
        Missing,
        #[code("CACHE_IO", exit = 74, classify(io(..)))]
        Io,
    }
}

mod opaque {
    use agent_error::AgentError;

    /// No longer nests the codes of `Cache`.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error(transparent)]
    #[agent_error(unregistered)]
    pub(super) enum Root {
        #[code(transparent)]
        Config(#[from] super::before::Config),
        #[code(transparent, opaque)]
        Cache(#[from] super::before::Cache),
    }

    /// No longer nests the codes of `Config`.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    pub(super) enum Store {
        #[error("io")]
        #[code("STORE_IO", exit = 74, classify(io(..)))]
        Io,
        #[error(transparent)]
        #[code(transparent, opaque)]
        Config(#[from] super::before::Config),
    }
}

fn contract_before() -> Contract {
    contract_of(&catalog_of![before::Root, before::Store])
}

/// Returns the breaking changes since the first version, or since its lock file. Both must be the same.
fn broken_by(new: &Catalog) -> Vec<String> {
    let before = contract_before();
    let new = contract_of(new);
    let broken = listed(&before.changes_to(&new));
    let locked: Contract = before.to_lock().parse().unwrap();
    assert_eq!(locked, before);
    assert_eq!(listed(&locked.changes_to(&new)), broken);
    broken
}

/// Lists the breaking changes, with the names of types in place of their paths.
fn listed(changes: &Changes) -> Vec<String> {
    let path = concat!(module_path!(), "::before::");
    let broken = changes.of(ChangeClass::Breaking);
    broken
        .map(|change| change.to_string().replace(path, ""))
        .collect()
}

#[test]
fn each_type_of_the_program_has_a_list_with_its_path() {
    let lock: Value = serde_json::from_str(&contract_before().to_lock()).unwrap();
    let rules = lock["rules_of_types"].as_object().unwrap();
    let paths: Vec<&String> = rules.keys().collect();
    let names = ["Cache", "Config", "Root", "Store"];
    assert_eq!(
        paths,
        names
            .map(|name| format!("{}::before::{name}", module_path!()))
            .each_ref()
    );
    let root = format!("{}::before::Root", module_path!());
    assert_eq!(
        rules[&root],
        json!([
            "CACHE_MISSING: io NotFound",
            "CONFIG_MISSING: io NotFound",
            "CACHE_IO: io .."
        ])
    );
}

#[test]
fn the_same_types_change_nothing() {
    let changes = contract_before().changes_to(&contract_before());
    assert_eq!(changes.to_string(), "");
}

#[test]
fn a_rule_that_moves_to_another_type_breaks_the_callers_of_both() {
    assert_eq!(
        broken_by(&catalog_of![moved::Config, moved::Store, moved::Cache]),
        [
            "CACHE_MISSING: errors of other libraries: `io NotFound` becomes CONFIG_MISSING",
            "CACHE_MISSING: errors of other libraries: `io NotFound` in `Cache` becomes CACHE_IO",
            "CONFIG_MISSING: errors of other libraries: `io NotFound` in `Config` no longer covered",
        ]
    );
}

#[test]
fn a_wrapper_that_becomes_opaque_breaks_the_callers_of_the_outer_type() {
    assert_eq!(
        broken_by(&catalog_of![opaque::Root, opaque::Store, before::Cache]),
        [
            "CACHE_IO: errors of other libraries: `io ..` in `Root` no longer covered",
            "CACHE_IO: errors of other libraries: `io ..` around `io NotFound` in `Root` becomes CONFIG_MISSING",
            "CACHE_MISSING: errors of other libraries: `io NotFound` in `Root` becomes CONFIG_MISSING",
            "CONFIG_MISSING: errors of other libraries: `io NotFound` in `Store` becomes STORE_IO",
        ]
    );
}

#[test]
fn a_lock_file_without_the_types_is_reported() {
    let before = contract_before();
    let mut lock: Value = serde_json::from_str(&before.to_lock()).unwrap();
    lock.as_object_mut().unwrap().remove("rules_of_types");
    let without_types: Contract = lock.to_string().parse().unwrap();
    assert_eq!(
        without_types.changes_to(&before).to_string(),
        "additive:\n  rules of types: missing in the older version, so not compared\n"
    );
    assert!(!before.changes_to(&without_types).are_compatible());
}
