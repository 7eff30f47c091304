//! Tests of the codes in a catalog.

use agent_error::catalog::CatalogError;
use agent_error::definition::{Catalogued, TypeDef};
use agent_error::{AgentError, Catalog, ErrorRecord, catalog, code};
use upstream::{OuterError, UpstreamError};

#[derive(Debug, thiserror::Error, AgentError)]
enum Linked {
    #[error("a")]
    #[code("CATALOG_LINKED_B", exit = 5)]
    B,
    #[error("b")]
    #[code("CATALOG_LINKED_A", exit = 12)]
    A,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Unlinked {
    #[error("a")]
    #[code("CATALOG_UNLINKED")]
    A,
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Parameterised<T> {
    #[error("a")]
    #[code("CATALOG_GENERIC")]
    A(T),
}

fn codes(catalog: &Catalog) -> Vec<&'static str> {
    catalog.iter().map(|entry| entry.def.code()).collect()
}

#[test]
fn the_codes_of_a_type_are_sorted() {
    let catalog = Catalog::of::<Linked>();
    assert_eq!(codes(&catalog), ["CATALOG_LINKED_A", "CATALOG_LINKED_B"]);
    assert_eq!((catalog.len(), catalog.is_empty()), (2, false));
    assert_eq!((Linked::A.code(), Linked::B.code()), ("CATALOG_LINKED_A", "CATALOG_LINKED_B"));
}

#[test]
fn a_code_is_found_with_the_type_that_declares_it() {
    let catalog = Catalog::of::<Linked>();
    assert_eq!(catalog.get("CATALOG_LINKED_A").unwrap().exit_code(), 12);
    let entry = catalog.entry("CATALOG_LINKED_A").unwrap();
    assert_eq!(entry.path(), "derive::catalog::Linked::A");
    assert!(catalog.get("CATALOG_LINKED").is_none() && catalog.get("").is_none());
}

#[test]
fn the_linker_collects_what_is_linked() {
    let linked = Catalog::linked().unwrap();
    for code in ["CATALOG_LINKED_A", "CATALOG_LINKED_B", "UPSTREAM_LOST", "UPSTREAM_OUTER", "UPSTREAM_SHARED"] {
        assert!(linked.get(code).is_some(), "{code} is missing");
    }
    assert!(linked.get(Parameterised::A(1).code()).is_some());
    assert!(linked.get(Unlinked::A.code()).is_none());
    assert!(codes(&linked).is_sorted());
    assert_eq!(Catalog::of::<Unlinked>().len(), 1, "an unregistered type still has a catalog");
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Diamond {
    #[error(transparent)]
    #[code(transparent)]
    Left(UpstreamError),
    #[error(transparent)]
    #[code(transparent)]
    Right(Box<UpstreamError>),
    #[error(transparent)]
    #[code(transparent)]
    Deep(#[from] OuterError),
}

#[test]
fn a_type_nested_twice_is_not_a_duplicate() {
    assert_eq!(codes(&Catalog::of::<Diamond>()), ["UPSTREAM_LOST", "UPSTREAM_OUTER", "UPSTREAM_SHARED"]);
    let lost = || UpstreamError::Lost { host: "h".into() };
    assert_eq!(Diamond::Left(lost()).code(), Diamond::Right(Box::new(lost())).code());
    assert_eq!(Diamond::from(OuterError::Outer).code(), "UPSTREAM_OUTER");
}

#[test]
fn the_macro_combines_types() {
    assert_eq!(catalog![Linked].len(), 2);
    let all = catalog![Linked, Unlinked, Parameterised<u8>, Diamond, UpstreamError, Box<Linked>, ErrorRecord,];
    assert_eq!(
        codes(&all),
        [
            "CATALOG_GENERIC",
            "CATALOG_LINKED_A",
            "CATALOG_LINKED_B",
            "CATALOG_UNLINKED",
            "UPSTREAM_LOST",
            "UPSTREAM_OUTER",
            "UPSTREAM_SHARED"
        ]
    );
}

#[test]
fn a_code_can_be_named_where_the_compiler_checks_it() {
    const LOST: &str = code!("UPSTREAM_LOST" in Diamond);
    assert_eq!(LOST, "UPSTREAM_LOST");
    assert_eq!(code!("CATALOG_GENERIC" in Parameterised<u8>), "CATALOG_GENERIC");
}

/// Redeclares a code of the upstream crate.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Clashing {
    #[error("lost here")]
    #[code("UPSTREAM_LOST", exit = 12)]
    Lost,
}

/// Redeclares a code of the upstream crate as `shared`.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Sharing {
    #[error("shared")]
    #[code("UPSTREAM_SHARED", exit = 6, shared)]
    Same,
    #[error("lost")]
    #[code("UPSTREAM_LOST", exit = 12, shared)]
    OneSided,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Differing {
    #[error("shared")]
    #[code("UPSTREAM_SHARED", exit = 7, shared)]
    Other,
}

#[test]
fn a_duplicate_is_reported_with_both_files_and_lines() {
    let error = Catalog::from_types(&[UpstreamError::TYPE, Linked::TYPE, Clashing::TYPE]).unwrap_err();
    assert_eq!((error.code(), error.exit_code()), ("DUPLICATE_ERROR_CODE", 70));
    let line = include_str!("catalog.rs").lines().position(|line| line == "enum Clashing {").unwrap() + 4;
    let upstream =
        include_str!("../support/upstream/lib.rs").lines().position(|line| line == "    Lost {").unwrap() + 1;
    let message = error.to_string();
    assert!(message.contains("`UPSTREAM_LOST`"), "{message}");
    assert!(message.contains("derive::catalog::Clashing::Lost (tests/derive/catalog.rs:"), "{message}");
    assert!(message.contains(&format!("catalog.rs:{line})")), "{message}, not {line}");
    assert!(
        message.contains("agent_error_tests_upstream::UpstreamError::Lost (tests/support/upstream/lib.rs:"),
        "{message}"
    );
    assert!(message.contains(&format!("lib.rs:{upstream})")), "{message}, not {upstream}");
    let CatalogError::DuplicateCode { code, first, second } = error else { panic!("{error:?}") };
    assert_eq!(code, "UPSTREAM_LOST");
    assert_ne!(first, second);
    assert_eq!(Clashing::Lost.code(), "UPSTREAM_LOST");
}

#[test]
fn a_shared_code_with_the_same_facts_is_listed_once() {
    let catalog = Catalog::from_types(&[UpstreamError::TYPE, Sharing::TYPE]).unwrap();
    assert_eq!(codes(&catalog), ["UPSTREAM_LOST", "UPSTREAM_SHARED"]);
    assert_eq!(catalog![UpstreamError, Sharing].len(), 2);
    assert_eq!(Sharing::Same.code(), UpstreamError::Shared.code());
    assert_eq!(Sharing::OneSided.code(), "UPSTREAM_LOST");
}

#[test]
fn a_shared_code_with_other_facts_is_a_duplicate() {
    let error = Catalog::from_types(&[UpstreamError::TYPE, Differing::TYPE]).unwrap_err();
    assert!(matches!(&error, CatalogError::DuplicateCode { code, .. } if code == "UPSTREAM_SHARED"), "{error:?}");
    assert_eq!(Differing::Other.exit_code(), 7);
}

#[test]
fn the_same_type_given_twice_is_not_a_duplicate() {
    let catalog = Catalog::from_types(&[Linked::TYPE, Linked::TYPE, Diamond::TYPE, OuterError::TYPE]).unwrap();
    assert_eq!(catalog.len(), 5);
    assert!(Catalog::from_types(&[]).unwrap().is_empty());
}

#[test]
fn a_duplicate_is_found_beside_a_shared_declaration() {
    // When sorted by path, the shared declaration is between the two conflicting ones.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum Between {
        #[error("lost")]
        #[code("UPSTREAM_LOST", exit = 12, shared)]
        Lost,
    }
    assert_eq!(Between::Lost.code(), Clashing::Lost.code());
    assert!(Between::TYPE.path < Clashing::TYPE.path && UpstreamError::TYPE.path < Between::TYPE.path);
    let found = Catalog::from_types(&[UpstreamError::TYPE, Between::TYPE, Clashing::TYPE]);
    assert!(matches!(found, Err(CatalogError::DuplicateCode { .. })), "{found:?}");
}

#[test]
fn types_of_the_same_name_in_two_functions_are_distinct() {
    fn five() -> &'static TypeDef {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        #[error("five")]
        #[code("CATALOG_LOCAL", exit = 5, shared)]
        struct Local;
        assert_eq!(Local.exit_code(), 5);
        Local::TYPE
    }
    fn six() -> &'static TypeDef {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        #[error("six")]
        #[code("CATALOG_LOCAL", exit = 6, shared)]
        struct Local;
        assert_eq!(Local.exit_code(), 6);
        Local::TYPE
    }
    let found = Catalog::from_types(&[five(), six()]);
    assert!(matches!(found, Err(CatalogError::DuplicateCode { .. })), "{found:?}");
}
