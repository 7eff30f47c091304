//! Tests of classification rules that several types declare.

use agent_error::catalog::CatalogError;
use agent_error::classify::Classifier;
use agent_error::{AgentError, catalog};
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum FirstError {
    #[error("first")]
    #[code("FIRST_A", classify(status(400..=449), io(NotFound), message("token expired")))]
    A,
    #[error("first")]
    #[code("FIRST_B", classify(status(500), fallback))]
    B,
}

macro_rules! second {
    ($code:literal, $($rules:tt)*) => {{
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("second")]
        #[agent_error(unregistered)]
        #[code($code, classify($($rules)*))]
        struct Second;

        Classifier::new(&catalog![FirstError, Second]).map(drop)
    }};
}

#[track_caller]
fn tie(result: Result<(), CatalogError>, rule: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.code(), "CLASSIFY_RULES_TIE");
    let text = error.to_string();
    assert!(text.starts_with(&format!("{rule} is classified by ")), "{text}");
    assert!(text.contains("FirstError::") && text.contains("Second (") && text.contains("across.rs:"), "{text}");
}

#[test]
fn the_same_rule_in_two_types_is_ambiguous() {
    tie(second!("TIE_IO", io(NotFound)), "I/O error NotFound");
    tie(second!("TIE_STATUS", status(500)), "HTTP status 500");
    tie(second!("TIE_MESSAGE", message("Token-Expired")), "message with \"token expired\"");
    tie(second!("TIE_FALLBACK", fallback), "any other error");
}

#[test]
fn partially_overlapping_ranges_are_ambiguous() {
    tie(second!("TIE_RANGE", status(430..=460)), "HTTP status 400 to 449");
    assert!(second!("INSIDE", status(404, 410..=420)).is_ok());
    assert!(second!("OUTSIDE", status(450..=499)).is_ok());
    assert!(second!("ANY", status(..)).is_ok());
}

#[test]
fn a_type_under_two_names_ties() {
    type Alias = std::fmt::Error;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("one")]
    #[agent_error(unregistered)]
    #[code("TYPE_ONE", classify(type(std::fmt::Error)))]
    struct One;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("two")]
    #[agent_error(unregistered)]
    #[code("TYPE_TWO", classify(type(Alias)))]
    struct Two;

    let error = Classifier::new(&catalog![One, Two]).unwrap_err();
    assert_eq!(error.code(), "CLASSIFY_RULES_TIE");
}

#[test]
fn a_rule_covered_by_narrower_rules_is_unreachable() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum Narrow {
        #[error("lower")]
        #[code("LOWER", classify(status(400..=449)))]
        Lower,
        #[error("upper")]
        #[code("UPPER", classify(status(450..=499)))]
        Upper,
    }

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("wide")]
    #[agent_error(unregistered)]
    #[code("WIDE", classify(status(400..=499)))]
    struct Wide;

    let error = Classifier::new(&catalog![Narrow, Wide]).unwrap_err();
    assert_eq!(error.code(), "CLASSIFY_RULE_NEVER_APPLIES");
    let text = error.to_string();
    assert!(text.starts_with("HTTP status 400 to 499 of classify::across::"), "{text}");
    assert!(text.ends_with("cover it: LOWER, UPPER"), "{text}");
}

#[test]
fn the_outermost_fallback_applies() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum Around {
        #[error(transparent)]
        #[code(transparent)]
        First(#[from] FirstError),
        #[error("other")]
        #[code("AROUND_OTHER", classify(fallback))]
        Other,
    }
    assert_eq!(Around::Other.code(), "AROUND_OTHER");
    assert_eq!(Classifier::of::<Around>().unwrap().classify("what?").code, "AROUND_OTHER");
}

#[test]
fn fallbacks_of_linked_types_do_not_conflict() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("one")]
    #[code("LINKED_FALLBACK_ONE", classify(fallback))]
    struct One;
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("two")]
    #[code("LINKED_FALLBACK_TWO", classify(fallback))]
    struct Two;
    assert!(agent_error::Catalog::linked().is_ok());
    assert_eq!(Classifier::linked().unwrap_err().code(), "CLASSIFY_RULES_TIE");
    assert_eq!(agent_error::Report::new("what?").classify().code, "UNCLASSIFIED_ERROR");
}

#[test]
fn rules_of_nested_types_apply() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum Outer {
        #[error(transparent)]
        #[code(transparent)]
        First(#[from] FirstError),
    }
    let classifier = Classifier::of::<Outer>().unwrap();
    assert_eq!(classifier.classify(io::Error::from(io::ErrorKind::NotFound)).code, "FIRST_A");
    assert_eq!(classifier.classify("what?").code, "FIRST_B");
}
