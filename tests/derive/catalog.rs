//! Tests of which codes are in a catalog.

use agent_error::__tooling::TypeDef;
use agent_error::Declares;
use agent_error::{AgentError, Catalog, ErrorRecord, catalog};
use upstream::{OuterError, UpstreamError};

#[allow(dead_code, reason = "only its catalog counts")]
#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum Linked {
    #[code("CATALOG_LINKED_B", exit = 5)]
    B,
    #[code("CATALOG_LINKED_A", exit = 12)]
    A,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("failed")]
#[code("CATALOG_UNLINKED")]
struct Unlinked;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("CATALOG_GENERIC")]
struct Parameterised<T>(T);

fn codes(catalog: &Catalog) -> Vec<&'static str> {
    catalog.iter().map(agent_error::ErrorDef::code).collect()
}

#[test]
fn the_linker_collects_what_is_linked() {
    let linked = Catalog::linked().unwrap();
    for code in [
        "CATALOG_LINKED_A",
        "CATALOG_LINKED_B",
        "UPSTREAM_LOST",
        "UPSTREAM_OUTER",
        "UPSTREAM_SHARED",
    ] {
        assert!(linked.get(code).is_some(), "{code} is missing");
    }
    assert!(linked.get(Parameterised(1).code()).is_some() && linked.get(Unlinked.code()).is_none());
    assert!(codes(&linked).is_sorted());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[allow(dead_code, reason = "only the declarations matter")]
enum Diamond {
    #[code(transparent)]
    Left(UpstreamError),
    #[code(transparent)]
    Right(Box<UpstreamError>),
    #[code(transparent)]
    Deep(#[from] OuterError),
}

#[test]
fn types_are_combined_and_each_is_contained_once() {
    assert_eq!(
        codes(&Catalog::of::<Diamond>()),
        ["UPSTREAM_LOST", "UPSTREAM_OUTER", "UPSTREAM_SHARED"]
    );
    let all = catalog![
        Linked,
        Unlinked,
        Parameterised<u8>,
        Diamond,
        UpstreamError,
        Box<Linked>,
        ErrorRecord,
    ];
    let own = [
        "CATALOG_GENERIC",
        "CATALOG_LINKED_A",
        "CATALOG_LINKED_B",
        "CATALOG_UNLINKED",
    ];
    assert_eq!(
        codes(&all),
        [
            &own[..],
            &["UPSTREAM_LOST", "UPSTREAM_OUTER", "UPSTREAM_SHARED"]
        ]
        .concat()
    );
    assert!(Catalog::__from_types(&[]).unwrap().is_empty());
}

/// Redeclares codes of the upstream crate, all but the first `shared`.
macro_rules! redeclared {
    ($name:ident, $($keys:tt)*) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        #[error("again")]
        #[code($($keys)*)]
        #[allow(dead_code, reason = "of most, only the declaration matters")]
        struct $name;
    };
}

redeclared!(Clashing, "UPSTREAM_LOST", exit = 12);
redeclared!(Between, "UPSTREAM_LOST", exit = 12, shared);
redeclared!(Same, "UPSTREAM_SHARED", exit = 6, shared);
redeclared!(Differing, "UPSTREAM_SHARED", exit = 7, shared);
redeclared!(Retryable, "UPSTREAM_SHARED", exit = 6, retryable, shared);
redeclared!(
    Effects,
    "UPSTREAM_SHARED",
    exit = 6,
    side_effects = partial,
    shared
);
redeclared!(
    Severe,
    "UPSTREAM_SHARED",
    exit = 6,
    severity = critical,
    shared
);

#[track_caller]
fn duplicate(types: &[&'static TypeDef], code: &str) -> String {
    let error = Catalog::__from_types(types).unwrap_err();
    assert_eq!(
        (error.code(), error.record().exit_code()),
        ("DUPLICATE_ERROR_CODE", 70)
    );
    let record = error.record();
    let context = record.context();
    assert_eq!(context.get("code").unwrap(), code);
    assert_ne!(context.get("first"), context.get("second"));
    error.to_string()
}

#[test]
fn a_duplicate_is_reported_with_both_files_and_lines() {
    let message = duplicate(
        &[UpstreamError::TYPE, Linked::TYPE, Clashing::TYPE],
        Clashing.code(),
    );
    let line = include_str!("catalog.rs")
        .lines()
        .position(|line| line.starts_with("redeclared!(Clashing"))
        .unwrap();
    let source = include_str!("../support/upstream/lib.rs");
    let upstream = source
        .lines()
        .position(|line| line == "    Lost {")
        .unwrap()
        + 1;
    for part in [
        "`UPSTREAM_LOST`",
        &format!(
            "derive::catalog::Clashing (tests/derive/catalog.rs:{})",
            line + 1
        ),
        &format!(
            "agent_error_tests_upstream::UpstreamError::Lost (tests/support/upstream/lib.rs:{upstream})"
        ),
    ] {
        assert!(message.contains(part), "{message}, not {part}");
    }
}

#[test]
fn a_shared_code_needs_the_same_facts() {
    assert_eq!(catalog![UpstreamError, Same, Between].len(), 2);
    for differing in [
        Differing::TYPE,
        Retryable::TYPE,
        Effects::TYPE,
        Severe::TYPE,
    ] {
        duplicate(&[UpstreamError::TYPE, differing], "UPSTREAM_SHARED");
    }
    // When sorted by path, the shared declaration is between the two conflicting ones.
    assert!(
        Between::TYPE.path < Clashing::TYPE.path && UpstreamError::TYPE.path < Between::TYPE.path
    );
    duplicate(
        &[UpstreamError::TYPE, Between::TYPE, Clashing::TYPE],
        "UPSTREAM_LOST",
    );
}

#[test]
fn types_of_the_same_name_in_two_functions_are_distinct() {
    macro_rules! local {
        ($exit:literal) => {{
            redeclared!(Local, "CATALOG_LOCAL", exit = $exit, shared);
            assert_eq!(Local.record().exit_code(), $exit);
            Local::TYPE
        }};
    }
    fn five() -> &'static TypeDef {
        local!(5)
    }
    fn six() -> &'static TypeDef {
        local!(6)
    }
    duplicate(&[five(), six()], "CATALOG_LOCAL");
}
