//! Tests of every kind of type that can be an error.

use crate::{codes, records, same};
use agent_error::{AgentError, Catalog, catalog};
use snapbox::file;

#[derive(Debug, thiserror::Error, AgentError)]
enum Variants {
    #[error("unit")]
    #[code("SHAPE_UNIT")]
    Unit,
    #[error("empty tuple")]
    #[code("SHAPE_EMPTY_TUPLE")]
    EmptyTuple(),
    #[error("empty braces")]
    #[code("SHAPE_EMPTY_BRACES")]
    EmptyBraces {},
    #[error("tuple {0} {1}")]
    #[code("SHAPE_TUPLE", suggest = "not {1} but {0}")]
    Tuple(#[context(rename = "first")] u8, &'static str),
    #[error("named {left}")]
    #[code("SHAPE_NAMED", suggest = "go {right}")]
    Named { right: u8, left: u8 },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("unit struct")]
#[code("SHAPE_UNIT_STRUCT", exit = 4)]
struct UnitStruct;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("tuple struct {0}")]
#[code(
    "SHAPE_TUPLE_STRUCT",
    suggest = "see {0:?}",
    instance = "/pages/{page}"
)]
struct TupleStruct(#[context(rename = "page")] std::path::PathBuf);

/// A struct.
///
/// With two paragraphs.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("named struct {name}")]
#[agent_error(docs = "https://example.com/{code}", exit = 9)]
#[code("SHAPE_NAMED_STRUCT")]
struct NamedStruct {
    name: String,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(non_camel_case_types, reason = "keywords as names")]
enum r#Raw {
    #[error("raw {move}")]
    #[code("SHAPE_RAW", suggest = "not {move}", retry_after = r#move)]
    r#loop { r#move: u64 },
}

macro_rules! declare {
    ($(#[$meta:meta])* $name:ident, $code:literal, $exit:expr, $field:ident: $ty:ty, $advice:expr) => {
        $(#[$meta])*
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("declared")]
        #[code($code, exit = $exit, suggest = $advice, fix = "fix {port}")]
        struct $name { $field: $ty, port: u16 }
    };
}

declare!(
    /// Declared by example.
    Declared, "SHAPE_DECLARED", agent_error::exit::CONFLICT, host: Option<&'static str>, "ping {host:?} {port}"
);

macro_rules! declare_expression {
    ($code:expr, $advice:expr) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("declared")]
        #[code($code, suggest = $advice)]
        struct FromExpression;
    };
}

declare_expression!("SHAPE_FROM_EXPRESSION", "try again");

mod other {
    use agent_error::AgentError;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[non_exhaustive]
    #[repr(u8)]
    pub(super) enum Repr {
        #[error("one")]
        #[code("SHAPE_REPR_ONE")]
        #[allow(dead_code, reason = "only its declaration matters")]
        One = 1,
        #[cfg(any())]
        #[code("not even a code", exit = 0)]
        Absent,
        #[cfg_attr(all(), error("two"), code("SHAPE_REPR_TWO", exit = 5))]
        Two = 5,
    }
}

#[test]
fn every_kind_of_type_is_an_error() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("local {0}")]
    #[code("SHAPE_LOCAL", suggest = "move {0}")]
    struct Local(u8);

    let errors: [&dyn AgentError; 13] = [
        &Variants::Unit,
        &Variants::EmptyTuple(),
        &Variants::EmptyBraces {},
        &Variants::Tuple(1, "b"),
        &Variants::Named { right: 1, left: 2 },
        &UnitStruct,
        &TupleStruct("a b.txt".into()),
        &NamedStruct { name: "n".into() },
        &r#Raw::r#loop { r#move: 3 },
        &Declared {
            host: Some("a"),
            port: 2,
        },
        &FromExpression,
        &other::Repr::Two,
        &Local(3),
    ];
    same(records(errors), file!["snapshots/shapes.jsonl"]);
    let all = catalog![
        Variants,
        UnitStruct,
        TupleStruct,
        NamedStruct,
        r#Raw,
        Declared,
        FromExpression,
        other::Repr,
        Local
    ];
    same(codes(&all), file!["snapshots/shapes.catalog.jsonl"]);
    assert!(
        errors
            .iter()
            .all(|error| Catalog::linked().unwrap().get(error.code()).is_some())
    );
    assert_eq!(
        all.__entry("SHAPE_RAW").unwrap().path(),
        "derive::shapes::Raw::loop"
    );
    assert_eq!(
        all.__entry("SHAPE_UNIT_STRUCT").unwrap().path(),
        "derive::shapes::UnitStruct"
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Never {}

#[test]
fn an_empty_enum_is_an_empty_catalog() {
    assert!(Catalog::of::<Never>().is_empty());
    let none: Option<Never> = None;
    assert!(none.is_none_or(|never| never.code().is_empty()));
}
