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

macro_rules! one_rule {
    ($name:ident, $code:literal, $($rules:tt)*) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("one rule")]
        #[agent_error(unregistered)]
        #[code($code, classify($($rules)*))]
        struct $name;
    };
}

#[test]
fn a_foreign_code_and_a_type_under_two_names_tie() {
    type Alias = std::fmt::Error;
    one_rule!(One, "TYPE_ONE", type(std::fmt::Error));
    one_rule!(Two, "TYPE_TWO", type(Alias));
    one_rule!(Three, "FOREIGN_ONE", code("23505"));
    one_rule!(Four, "FOREIGN_TWO", code("23503"), code("23505"));
    for (result, rule) in [
        (Classifier::new(&catalog![One, Two]), "error type std::fmt::Error is"),
        (Classifier::new(&catalog![Three, Four]), "code \"23505\" is"),
    ] {
        let error = result.map(drop).unwrap_err();
        assert_eq!(error.code(), "CLASSIFY_RULES_TIE");
        assert!(error.to_string().starts_with(rule), "{error}");
    }
}

#[test]
fn a_rule_covered_by_narrower_rules_is_unreachable() {
    one_rule!(Lower, "LOWER", status(400..=449));
    one_rule!(Upper, "UPPER", status(450..=499));
    one_rule!(Wide, "WIDE", status(400..=499));
    one_rule!(Any, "IO_ANY", io(..));
    one_rule!(Whole, "IO_WHOLE", type(io::Error));
    for (result, start, end) in [
        (
            Classifier::new(&catalog![Lower, Upper, Wide]),
            "HTTP status 400 to 499 of derive::classify::",
            "cover it: LOWER, UPPER",
        ),
        (Classifier::new(&catalog![Any, Whole]), "any I/O error of derive::classify::", "cover it: IO_WHOLE"),
    ] {
        let error = result.map(drop).unwrap_err();
        assert_eq!(error.code(), "CLASSIFY_RULE_NEVER_APPLIES");
        assert!(error.to_string().starts_with(start) && error.to_string().ends_with(end), "{error}");
    }
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
    macro_rules! linked {
        ($name:ident, $code:literal) => {
            #[derive(Debug, thiserror::Error, AgentError)]
            #[error("linked")]
            #[code($code, classify(fallback))]
            struct $name;
        };
    }
    linked!(One, "LINKED_FALLBACK_ONE");
    linked!(Two, "LINKED_FALLBACK_TWO");
    assert!(agent_error::Catalog::linked().is_ok());
    assert_eq!(Classifier::linked().unwrap_err().code(), "CLASSIFY_RULES_TIE");
    assert_eq!(agent_error::Report::new("what?").classify().code, "UNCLASSIFIED_ERROR");
}
