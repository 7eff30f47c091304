//! Tests of every kind of type that can be an error.

use crate::{context, def, error_object};
use agent_error::definition::{Catalogued, ErrorDef};
use agent_error::{AgentError, Catalog};
use serde_json::{Value, json};

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
    Named { left: u8, right: u8 },
}

#[test]
fn every_kind_of_variant_has_its_own_code() {
    let errors = [
        (Variants::Unit, "SHAPE_UNIT"),
        (Variants::EmptyTuple(), "SHAPE_EMPTY_TUPLE"),
        (Variants::EmptyBraces {}, "SHAPE_EMPTY_BRACES"),
        (Variants::Tuple(1, "b"), "SHAPE_TUPLE"),
        (Variants::Named { left: 1, right: 2 }, "SHAPE_NAMED"),
    ];
    for (error, code) in errors {
        assert_eq!(error.code(), code);
        assert_eq!(error.def().unwrap().code(), code);
        assert_eq!(error_object(&error)["code"], code);
    }
}

#[test]
fn tuple_fields_appear_by_their_new_name_only() {
    let error = Variants::Tuple(7, "b");
    assert_eq!(context(&error), json!({"first": 7}));
    assert_eq!(error.suggestion().unwrap(), "not b but 7");
}

#[test]
fn named_fields_appear_in_the_order_of_their_declaration() {
    let error = Variants::Named { left: 1, right: 2 };
    assert_eq!(context(&error).to_string(), r#"{"left":1,"right":2}"#);
    assert_eq!(error.suggestion().unwrap(), "go 2");
}

#[test]
fn a_variant_without_fields_has_no_context() {
    assert_eq!(context(&Variants::Unit), Value::Null);
    assert!(Variants::Unit.suggestion().is_none());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("unit struct")]
#[code("SHAPE_UNIT_STRUCT", exit = 4)]
struct UnitStruct;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("tuple struct {0}")]
#[code("SHAPE_TUPLE_STRUCT", suggest = "see {0:?}")]
struct TupleStruct(#[context(rename = "page")] String);

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

#[test]
fn structs_are_errors_of_one_code() {
    assert_eq!((UnitStruct.code(), UnitStruct.exit_code()), ("SHAPE_UNIT_STRUCT", 4));
    let tuple = TupleStruct("a".into());
    assert_eq!(tuple.suggestion().unwrap(), r#"see "a""#);
    assert_eq!(context(&tuple), json!({"page": "a"}));
    let named = NamedStruct { name: "n".into() };
    assert_eq!(context(&named), json!({"name": "n"}));
    assert_eq!(named.exit_code(), 9);
    assert_eq!(named.docs_url().unwrap(), "https://example.com/SHAPE_NAMED_STRUCT");
    let def = def::<NamedStruct>("SHAPE_NAMED_STRUCT");
    assert_eq!((def.summary(), def.description()), (Some("A struct."), Some("With two paragraphs.")));
    assert_eq!(def.variant(), "", "a struct has no variant");
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Never {}

#[test]
fn an_empty_enum_is_an_empty_catalog() {
    assert!(Catalog::of::<Never>().is_empty());
    let none: Option<Never> = None;
    assert!(none.is_none_or(|never| never.code().is_empty()));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(non_camel_case_types, reason = "keywords as names")]
enum r#Raw {
    #[error("raw {type}")]
    #[code("SHAPE_RAW", suggest = "not {type} {fn}", fix = "use {type}", detail = "{type:?}")]
    r#struct { r#type: String, r#fn: u8 },
    #[error("raw, later")]
    #[code("SHAPE_RAW_LATER", retry_after = r#move)]
    r#loop { r#move: u64 },
}

#[test]
fn raw_names_are_shown_and_used_without_their_prefix() {
    let error = r#Raw::r#struct { r#type: "a b".into(), r#fn: 2 };
    assert_eq!(error.suggestion().unwrap(), "not a b 2");
    assert_eq!(error.fix_command().unwrap(), "use 'a b'");
    assert_eq!(error.detail().unwrap(), r#""a b""#);
    assert_eq!(context(&error), json!({"type": "a b", "fn": 2}));
    let later = r#Raw::r#loop { r#move: 3 };
    assert_eq!(error_object(&later)["retry_after_ms"], 3000);
    assert_eq!(context(&later), json!({"move": 3}));
    let entry = *Catalog::of::<r#Raw>().entry("SHAPE_RAW").unwrap();
    assert_eq!(entry.path(), "derive::shapes::Raw::struct");
}

#[test]
fn an_enum_inside_a_function_is_an_error() {
    #[derive(Debug, thiserror::Error, AgentError)]
    enum Local {
        #[error("local {0}")]
        #[code("SHAPE_LOCAL", suggest = "move {0}")]
        Inside(u8),
    }
    let error = Local::Inside(3);
    assert_eq!(error.suggestion().unwrap(), "move 3");
    assert!(Catalog::linked().unwrap().get("SHAPE_LOCAL").is_some());
}

macro_rules! declare {
    ($(#[$meta:meta])* $name:ident, $variant:ident, $code:literal, $exit:expr, $field:ident: $ty:ty, $advice:literal) => {
        $(#[$meta])*
        #[derive(Debug, thiserror::Error, AgentError)]
        enum $name {
            #[error("declared")]
            #[code($code, exit = $exit, suggest = $advice, fix = "fix {port}")]
            $variant { $field: $ty, port: u16 },
        }
    };
}

declare!(
    /// Declared by example.
    Declared, Variant, "SHAPE_DECLARED", agent_error::exit::CONFLICT, host: Option<&'static str>, "ping {host:?} {port}"
);

#[test]
fn a_macro_by_example_can_pass_codes_fields_and_templates() {
    let error = Declared::Variant { host: Some("a"), port: 2 };
    assert_eq!((error.code(), error.exit_code()), ("SHAPE_DECLARED", 6));
    assert_eq!(error.suggestion().unwrap(), r#"ping Some("a") 2"#);
    assert_eq!(error.fix_command().unwrap(), "fix 2");
    assert_eq!(context(&error), json!({"host": "a", "port": 2}));
    assert_eq!(def::<Declared>("SHAPE_DECLARED").fields().next().unwrap().ty, "Option<&'static str>");
}

macro_rules! declare_expression {
    ($code:expr, $advice:expr) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("declared")]
        #[code($code, suggest = $advice)]
        struct FromExpression;
    };
}

declare_expression!("SHAPE_FROM_EXPRESSION", "try again");

#[test]
fn a_code_and_a_text_may_be_expression_fragments() {
    assert_eq!(FromExpression.code(), "SHAPE_FROM_EXPRESSION");
    assert_eq!(FromExpression.suggestion().unwrap(), "try again");
}

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
fn discriminants_cfg_and_cfg_attr_are_respected() {
    assert_eq!(other::Repr::Two.exit_code(), 5);
    let codes: Vec<&str> = other::Repr::TYPE.defs.iter().map(ErrorDef::code).collect();
    assert_eq!(codes, ["SHAPE_REPR_ONE", "SHAPE_REPR_TWO"]);
}

#[test]
fn a_declaration_knows_its_file_and_line() {
    let (ty, unit, named) = (Variants::TYPE, def::<Variants>("SHAPE_UNIT"), def::<Variants>("SHAPE_NAMED"));
    assert!(ty.file.ends_with("derive/shapes.rs"), "{}", ty.file);
    let source = include_str!("shapes.rs");
    let line = |text: &str| u32::try_from(source.lines().position(|line| line == text).unwrap() + 1).unwrap();
    assert_eq!(ty.line, line("enum Variants {"));
    assert_eq!(unit.line(), line("    Unit,"));
    assert_eq!(named.line(), line("    Named { left: u8, right: u8 },"));
}
