//! Tests of changes to codes that several types declare.

use crate::contract_of;
use agent_error::definition::Catalogued;
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error::{AgentError, Catalog};
use agent_error_tooling::{ChangeClass, Changes};

#[test]
fn a_field_of_only_some_declarations_is_optional() {
    let one = contract_of(&Catalog::of::<InvalidValue>());
    let both = contract_of(&Catalog::from_types(&[InvalidValue::TYPE, InvalidFields::TYPE]).unwrap());
    let changes = one.changes_to(&both);
    let breaking: Vec<String> = changes.of(ChangeClass::Breaking).map(ToString::to_string).collect();
    assert_eq!(
        breaking,
        [
            "VALIDATION_ERROR: context field `field` may now be missing",
            "VALIDATION_ERROR: context field `reason` may now be missing",
        ]
    );
    let changes = both.changes_to(&one);
    let breaking: Vec<String> = changes.of(ChangeClass::Breaking).map(ToString::to_string).collect();
    assert_eq!(
        breaking,
        ["VALIDATION_ERROR: context field `action` removed", "VALIDATION_ERROR: context field `fields` removed",]
    );
    assert!(changes.iter().any(|change| change.what == "context field `field` is now always present"));
}

#[test]
fn a_field_with_different_declarations_accepts_both() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("disk")]
    #[agent_error(unregistered)]
    #[code("SHOP_FULL", exit = 1, shared)]
    struct Disk {
        at: u32,
    }
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("queue")]
    #[agent_error(unregistered)]
    #[code("SHOP_FULL", exit = 1, shared)]
    struct Queue {
        at: String,
    }
    let one = contract_of(&Catalog::of::<Disk>());
    let both = contract_of(&Catalog::from_types(&[Disk::TYPE, Queue::TYPE]).unwrap());
    let only = |changes: Changes| changes.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        only(one.changes_to(&both)),
        [
            "SHOP_FULL: context field `at`: `u32` became `String or u32`; it has other values",
            "SHOP_FULL: message changed"
        ]
    );
    assert_eq!(
        only(both.changes_to(&one)),
        [
            "SHOP_FULL: context field `at`: `String or u32` became `u32`; all its values were possible before",
            "SHOP_FULL: message changed"
        ]
    );
}
