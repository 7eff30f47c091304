//! Tests of the different ways to write codes and defaults.

use crate::def;
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = 7)]
enum Spellings {
    #[error("a")]
    #[code = "SPELL_VALUE"]
    Value,
    #[error("b")]
    #[code("SPELL_FIRST", exit = 5)]
    First,
    #[error("c")]
    #[code(exit = 5, code = "SPELL_KEY")]
    Key,
    #[error("d")]
    #[agent_error(code = "SPELL_NAMESPACED", exit = 6)]
    Namespaced,
    #[error("e")]
    #[code("SPELL_TWO_ATTRIBUTES")]
    #[agent_error(exit = 8)]
    #[code(severity = "warning")]
    TwoAttributes,
}

#[test]
fn every_spelling_of_a_code_means_the_same() {
    let found = [Spellings::Value, Spellings::First, Spellings::Key, Spellings::Namespaced, Spellings::TwoAttributes]
        .map(|error| (error.def().unwrap().code(), error.exit_code()));
    assert_eq!(
        found,
        [
            ("SPELL_VALUE", 7),
            ("SPELL_FIRST", 5),
            ("SPELL_KEY", 5),
            ("SPELL_NAMESPACED", 6),
            ("SPELL_TWO_ATTRIBUTES", 8)
        ]
    );
    assert_eq!(def::<Spellings>("SPELL_TWO_ATTRIBUTES").severity(), agent_error::Severity::Warning);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("struct")]
#[agent_error(code = "SPELL_STRUCT", exit = 5, suggest = "try again")]
struct NamespacedStruct;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("struct")]
#[agent_error(exit = 5)]
#[code("SPELL_STRUCT_OVERRIDES", exit = 6)]
struct OverridingStruct;

#[test]
fn a_struct_can_declare_everything_in_one_attribute() {
    assert_eq!((NamespacedStruct.code(), NamespacedStruct.exit_code()), ("SPELL_STRUCT", 5));
    assert_eq!(NamespacedStruct.suggestion().unwrap(), "try again");
    assert_eq!(OverridingStruct.exit_code(), 6);
}

macro_rules! styled {
    ($name:ident, $domain:literal, $($variant:ident = $code:literal),+) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(domain = $domain, docs = "https://example.com/{code}/{code}")]
        enum $name {
            $(#[error("styled")] #[code($code)] $variant),+
        }
    };
}

styled!(Upper, "SPELL", A = "SPELL_A1", Trailing = "SPELL__B_");
styled!(Snake, "spell", A = "spell_a1", B = "spell_b_c");
styled!(Pascal, "Spell", A = "SpellA1", Same = "Spell");
styled!(Dotted, "spell", A = "spell.a_1", Deep = "spell.a.b.c");
styled!(Separated, "spell_", A = "spell_separated");

#[test]
fn codes_of_every_style_are_accepted() {
    let codes = [
        Upper::A.code(),
        Upper::Trailing.code(),
        Snake::A.code(),
        Snake::B.code(),
        Pascal::A.code(),
        Pascal::Same.code(),
        Dotted::A.code(),
        Dotted::Deep.code(),
        Separated::A.code(),
    ]
    .map(str::to_owned);
    assert_eq!(
        codes,
        [
            "SPELL_A1",
            "SPELL__B_",
            "spell_a1",
            "spell_b_c",
            "SpellA1",
            "Spell",
            "spell.a_1",
            "spell.a.b.c",
            "spell_separated"
        ]
    );
}

#[test]
fn the_docs_template_is_filled_everywhere() {
    assert_eq!(Dotted::Deep.docs_url().unwrap(), "https://example.com/spell.a.b.c/spell.a.b.c");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://example.com/{code}")]
enum Docs {
    #[error("own")]
    #[code("SPELL_DOCS_OWN", docs = "https://other.example/page#{code}")]
    Own,
    #[error("template")]
    #[code("SPELL_DOCS_TEMPLATE")]
    Template,
}

#[test]
fn an_own_page_overrides_the_template() {
    assert_eq!(Docs::Own.docs_url().unwrap(), "https://other.example/page#SPELL_DOCS_OWN");
    assert_eq!(Docs::Template.docs_url().unwrap(), "https://example.com/SPELL_DOCS_TEMPLATE");
}

const OWN_EXIT: u8 = 79;

mod limits {
    pub(super) const fn last() -> u8 {
        125
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = agent_error::exit::sysexits::CONFIG)]
enum Exits {
    #[error("default")]
    #[code("SPELL_EXIT_DEFAULT")]
    Default,
    #[error("constant")]
    #[code("SPELL_EXIT_CONSTANT", exit = OWN_EXIT)]
    Constant,
    #[error("expression")]
    #[code("SPELL_EXIT_EXPRESSION", exit = OWN_EXIT + 1)]
    Expression,
    #[error("call")]
    #[code("SPELL_EXIT_CALL", exit = limits::last())]
    Call,
    #[error("typed")]
    #[code("SPELL_EXIT_TYPED", exit = 0x10u8)]
    Typed,
}

#[test]
fn an_exit_code_is_any_constant_in_the_range() {
    let exits = [Exits::Default, Exits::Constant, Exits::Expression, Exits::Call, Exits::Typed];
    assert_eq!(exits.map(|error| error.exit_code()), [78, 79, 80, 125, 16]);
}

mod errs {
    pub(crate) use agent_error as runtime;
}

#[derive(Debug, thiserror::Error, errs::runtime::AgentError)]
#[agent_error(crate = crate::spelling::errs::runtime)]
enum Renamed {
    #[error("renamed {field}")]
    #[code("SPELL_RENAMED", suggest = "see {field}", fix = "see {field}")]
    Failed {
        field: u8,
        #[context(display)]
        shown: u8,
        #[context(secret)]
        _pin: u8,
    },
    #[error("later")]
    #[code("SPELL_RENAMED_LATER", exit = 12, retry_after = "1s", retry = linear)]
    Later,
    #[error(transparent)]
    #[code(transparent)]
    Inner(NamespacedStruct),
}

#[test]
fn a_renamed_dependency_is_found() {
    assert_eq!((renamed::Lost.code(), renamed::Lost.exit_code()), ("RENAMED_LOST", 5));
}

#[test]
fn the_runtime_path_can_be_set() {
    let error = Renamed::Failed { field: 1, shown: 2, _pin: 3 };
    assert_eq!(error.fix_command().unwrap(), "see 1");
    assert!(Renamed::Later.is_retryable());
    assert_eq!(Renamed::Inner(NamespacedStruct).code(), "SPELL_STRUCT");
    assert_eq!(crate::context(&error), serde_json::json!({"field": 1, "shown": "2", "_pin": "[REDACTED]"}));
}
