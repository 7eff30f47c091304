//! Tests of `ErrorSet` without clap.

use crate::catalogs::{NetError, StoreError, SyncError};
use agent_error::definition::Catalogued;
use agent_error::{AgentError, ErrorSet, error_set};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("{inner} twice")]
#[code("TWICE", exit = 1)]
struct Twice<E: std::fmt::Debug + std::fmt::Display + 'static> {
    #[context(skip)]
    inner: E,
}

#[test]
fn a_type_adds_its_whole_catalog_and_a_code_only_itself() {
    const SET: ErrorSet = error_set![NetError, "STORE_LOCKED" in SyncError];
    assert_eq!(SET.codes(), ["NET_DOWN", "STORE_LOCKED"]);
    assert_eq!(error_set![SyncError,].codes(), ["CANCELLED", "STORE_GONE", "STORE_LOCKED"]);
    assert_eq!(error_set!["STORE_GONE" | "STORE_LOCKED" in StoreError].codes(), ["STORE_GONE", "STORE_LOCKED"]);
    assert_eq!(ErrorSet::of::<StoreError>().codes(), error_set![StoreError].codes());
}

#[test]
fn a_set_has_the_facts_of_its_codes_and_of_no_others() {
    let catalog = error_set!["STORE_LOCKED" in SyncError, NetError].catalog();
    let found: Vec<(&str, u8)> = catalog.iter().map(|entry| (entry.def.code(), entry.def.exit_code())).collect();
    assert_eq!(found, [("NET_DOWN", 12), ("STORE_LOCKED", 12)]);
    assert!(catalog.get("STORE_GONE").is_none());
    assert!(error_set![].catalog().is_empty() && ErrorSet::EMPTY.is_empty());
}

#[test]
fn duplicates_count_once() {
    let set = error_set![SyncError, StoreError, "STORE_GONE" in StoreError].and(&error_set![StoreError]);
    assert_eq!(set.codes().len(), 3);
    assert_eq!(set.catalog().len(), 3);
}

#[test]
fn common_codes_are_allowed_but_not_contained() {
    let set = error_set![NetError];
    for code in ["INTERNAL", "OUTPUT_NOT_WRITTEN", "UNCLASSIFIED_ERROR"] {
        assert!(set.allows(code) && !set.contains(code), "{code}");
    }
    assert!(!set.allows("INTERRUPTED"), "only of programs that handle signals");
    assert!(set.allows("NET_DOWN") && !set.allows("STORE_GONE") && !set.allows(""));
}

#[test]
fn a_generic_function_can_create_a_set() {
    fn of<E: Catalogued>() -> ErrorSet {
        error_set![NetError].and(&ErrorSet::of::<E>())
    }
    assert_eq!(of::<Twice<u8>>().codes(), ["NET_DOWN", "TWICE"]);
}
