//! Tests that the runtime fills templates with the same result as `format!`, and that the context is complete.

use crate::def;
use agent_error::AgentError;
use agent_error::definition::ErrorDef;
use std::fmt;
use std::path::PathBuf;

/// A type that only rustc can recognize as a string.
#[derive(Clone, Debug, serde::Serialize)]
struct Tenant(&'static str);

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("filled")]
enum Filled {
    #[code("FILLED_FIRST", suggest = "ask {tenant} for {path}, {ratio}, {big}, {flag}, {letter}")]
    First { tenant: Tenant, path: PathBuf, ratio: f32, big: i128, flag: bool, letter: char },
    #[code("FILLED_SECOND", suggest = "ask {tenant} for {path}, {ratio}, {big}, {flag}, {letter}")]
    Second { tenant: Tenant, path: PathBuf, ratio: f32, big: i128, flag: bool, letter: char },
    #[code("FILLED_RENAMED", suggest = "{from} to {to}", fix = "mv {from} {to}")]
    Renamed {
        #[context(rename = "source")]
        from: String,
        #[context(rename = "target")]
        to: String,
    },
    #[code("FILLED_CROSSED", suggest = "{a} {b}", fix = "run {a} {b}")]
    Crossed {
        #[context(rename = "b")]
        a: String,
        #[context(skip)]
        b: String,
    },
    #[code("FILLED_BESIDE", suggest = "{hidden} {shown} {hidden}", detail = "{other}", fix = "run -- {hidden} {other}")]
    Beside {
        #[context(secret)]
        password: String,
        shown: u8,
        #[context(skip)]
        other: String,
        #[context(skip)]
        hidden: String,
    },
    #[code("FILLED_TUPLE", suggest = "{1} {0}", fix = "run {0}")]
    Tuple(String, u16),
    #[code("FILLED_DISPLAY", suggest = "{shown}")]
    Display {
        #[context(display)]
        shown: Tenant,
    },
    #[code("FILLED_SECRETS")]
    Secrets {
        #[context(secret)]
        password: String,
        #[context(secret)]
        pin: u16,
    },
    #[code("FILLED_RAW", suggest = "{type} {async}")]
    Raw { r#type: String, r#async: u8 },
    #[code("FILLED_MAYBE", suggest = "ask {owner}", detail = "{at}", fix = "ask {owner}")]
    Maybe { owner: Option<Tenant>, at: Option<u8> },
    #[code("FILLED_MAYBE_AGAIN", suggest = "ask {owner}", detail = "{at}", fix = "ask {owner}")]
    MaybeAgain { owner: Option<Tenant>, at: Option<u8> },
    #[code("FILLED_CONTEXT_NAME", suggest = "{color} {0} {second}", detail = "{1:?} {second}", fix = "run {second}")]
    ContextName(#[context(rename = "color")] String, #[context(rename = "second")] u16),
    #[code("FILLED_FLAG", fix = "sudo -- tool {name}")]
    Flag { name: String },
    #[code("FILLED_BRACES", suggest = "write {{lit}} to {name}")]
    Braces { name: String },
}

fn suggestion(error: &Filled) -> String {
    error.suggestion().unwrap()
}

#[test]
fn a_filled_template_equals_the_formatted_string() {
    let (tenant, path) = (Tenant("acme"), PathBuf::from("a b/c"));
    let (ratio, big, flag, letter) = (0.1, i128::MAX, true, 'x');
    let first = Filled::First { tenant: tenant.clone(), path: path.clone(), ratio, big, flag, letter };
    let second = Filled::Second { tenant, path, ratio, big, flag, letter };
    assert_eq!(suggestion(&first), format!("ask acme for a b/c, 0.1, {}, true, x", i128::MAX));
    assert_eq!(suggestion(&first), suggestion(&second));
}

#[test]
fn a_renamed_field_fills_its_own_place() {
    let error = Filled::Renamed { from: "-a".into(), to: "b c".into() };
    assert_eq!(suggestion(&error), "-a to b c");
    assert_eq!(def::<Filled>("FILLED_RENAMED").suggestion().unwrap().as_str(), "{source} to {target}");
    assert_eq!(error.fix_command(), None, "`-a` would be a flag");
    let error = Filled::Renamed { from: "a".into(), to: "b c".into() };
    assert_eq!(error.fix_command().unwrap(), "mv a 'b c'");
}

#[test]
fn swapped_names_are_not_confused() {
    let error = Filled::Crossed { a: "1".into(), b: "2".into() };
    assert_eq!((suggestion(&error), error.fix_command().unwrap()), ("1 2".into(), "run 1 2".into()));
}

fn context(error: &Filled) -> Vec<(String, String)> {
    let record = agent_error::ErrorRecord::of(error);
    record.context.iter().map(|(name, value)| (name.clone(), format!("{value:?}"))).collect()
}

#[test]
fn fields_beside_the_context_fill_texts_and_stay_out_of_it() {
    let error = Filled::Beside { password: "p".into(), shown: 7, other: "-o".into(), hidden: "-h".into() };
    assert_eq!((suggestion(&error), error.detail().unwrap()), ("-h 7 -h".into(), "-o".into()));
    assert_eq!(error.fix_command().unwrap(), "run -- -h -o");
    let expected = [("password", r#"Json(String("[REDACTED]"))"#), ("shown", "Json(Number(7))")];
    assert_eq!(context(&error), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn a_variant_of_secrets_shows_their_names() {
    let error = Filled::Secrets { password: "p".into(), pin: 1 };
    let expected = [("password", r#"Json(String("[REDACTED]"))"#), ("pin", r#"Json(String("[REDACTED]"))"#)];
    assert_eq!(context(&error), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn tuples_displayed_fields_and_raw_names_fill_places() {
    let tuple = Filled::Tuple("a b".into(), 3);
    assert_eq!((suggestion(&tuple), tuple.fix_command().unwrap()), ("3 a b".into(), "run 'a b'".into()));
    assert_eq!(suggestion(&Filled::Display { shown: Tenant("x") }), "x");
    assert_eq!(suggestion(&Filled::Raw { r#type: "t".into(), r#async: 1 }), "t 1");
}

#[test]
fn a_template_without_the_value_of_an_option_is_omitted() {
    let (tenant, nothing) = (Some(Tenant("a b")), (None, None, None));
    let texts = |error: &Filled| (error.suggestion(), error.detail(), error.fix_command());
    for error in [Filled::Maybe { owner: None, at: None }, Filled::MaybeAgain { owner: None, at: None }] {
        assert_eq!(texts(&error), nothing);
    }
    let expected = (Some("ask a b".to_owned()), Some("3".to_owned()), Some("ask 'a b'".to_owned()));
    for error in
        [Filled::Maybe { owner: tenant.clone(), at: Some(3) }, Filled::MaybeAgain { owner: tenant, at: Some(3) }]
    {
        assert_eq!(texts(&error), expected);
    }
}

#[test]
fn names_of_the_context_fill_places_beside_those_of_fields() {
    let error = Filled::ContextName("red".into(), 3);
    assert_eq!((suggestion(&error), error.detail().unwrap()), ("red red 3".into(), "3 3".into()));
    assert_eq!(error.fix_command().unwrap(), "run 3");
}

#[test]
fn a_filled_command_follows_the_rules_about_flags_and_braces() {
    let flag = Filled::Flag { name: "-x".into() };
    assert_eq!(flag.fix_command(), None, "`--` ends the options of `sudo`, not those of `tool`");
    assert_eq!(suggestion(&Filled::Braces { name: "a".into() }), "write {lit} to a");
}

/// Shadows the names of types.
mod shadowed {
    use agent_error::AgentError;
    use std::fmt;

    #[derive(Debug, serde::Serialize)]
    pub(super) struct String(pub u8);

    impl fmt::Display for String {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "number {}", self.0)
        }
    }

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("shadowed")]
    pub(super) enum Shadowed {
        #[code("FILLED_SHADOWED", suggest = "see {name}", fix = "see {name}")]
        Shadowed { name: String },
    }
}

#[test]
fn a_type_name_is_resolved_in_its_scope() {
    let error = shadowed::Shadowed::Shadowed { name: shadowed::String(1) };
    assert_eq!((error.suggestion().unwrap(), error.fix_command().unwrap()), ("see 1".into(), "see 1".into()));
    assert!(agent_error::render(&error, agent_error::Format::Envelope).contains("\"context\":{\"name\":1}"));
}

/// A handwritten error that uses the definition of a derived one.
#[derive(Debug, thiserror::Error)]
#[error("by hand")]
struct ByHand;

impl AgentError for ByHand {
    fn code(&self) -> &'static str {
        "FILLED_TUPLE"
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        Some(def::<Filled>("FILLED_TUPLE"))
    }
}

#[test]
fn an_error_that_passes_no_fields_shows_the_template_but_no_command() {
    assert_eq!(ByHand.suggestion().unwrap(), "{1} {0}");
    assert_eq!(ByHand.fix_command(), None);
    assert!(agent_error::ErrorRecord::of(&ByHand).context.is_empty());
}
