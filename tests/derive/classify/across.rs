//! Tests of classification rules that several types declare.

use agent_error::classify::Classifier;
use agent_error::{AgentError, catalog};
use std::io;

declared!(
    #[agent_error(unregistered)]
    FirstError {
        A = ("FIRST_A", classify(status(400..=449), io(NotFound), message("token expired"), code("23505"))),
        B = ("FIRST_B", classify(status(500), type(std::fmt::Error), fallback)),
    }
);

/// Creates a classifier for another type with these rules beside `FirstError`, and returns the problem.
macro_rules! beside_first {
    ($code:literal, $($rules:tt)*) => {{
        declared!(
            #[agent_error(unregistered)]
            Second { Second = ($code, classify($($rules)*)) }
        );
        Classifier::new(&catalog![FirstError, Second]).map(drop)
    }};
}

#[test]
fn the_same_rule_in_two_types_is_ambiguous() {
    type Alias = std::fmt::Error;
    for (result, rule) in [
        (beside_first!("TIE_IO", io(NotFound)), "I/O error NotFound"),
        (beside_first!("TIE_STATUS", status(500)), "HTTP status 500"),
        (beside_first!("TIE_RANGE", status(430..=460)), "HTTP status 400 to 449"),
        (beside_first!("TIE_MESSAGE", message("Token-Expired")), "message with \"token expired\""),
        (beside_first!("TIE_FALLBACK", fallback), "any other error"),
        (beside_first!("TIE_CODE", code("23503"), code("23505")), "code \"23505\""),
        (beside_first!("TIE_TYPE", type(Alias)), "error type std::fmt::Error"),
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.code(), "CLASSIFY_RULES_TIE");
        let text = error.to_string();
        assert!(text.starts_with(&format!("{rule} is classified by ")), "{text}");
        assert!(
            text.contains("FirstError::") && text.contains("Second::Second (") && text.contains("across.rs:"),
            "{text}"
        );
    }
    assert!(beside_first!("INSIDE", status(404, 410..=420)).is_ok());
    assert!(beside_first!("OUTSIDE", status(450..=499)).is_ok());
    assert!(beside_first!("ANY", status(..)).is_ok());
}

#[test]
fn rules_of_nested_types_apply_after_the_outermost_fallback() {
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
    let classifier = Classifier::of::<Around>().unwrap();
    assert_eq!(classifier.classify("what?").code, Around::Other.code());
    assert_eq!(classifier.classify(io::Error::from(io::ErrorKind::NotFound)).code, "FIRST_A");
}

#[test]
fn fallbacks_of_linked_types_do_not_conflict() {
    declared!(One { One = ("LINKED_FALLBACK_ONE", classify(fallback)) });
    declared!(Two { Two = ("LINKED_FALLBACK_TWO", classify(fallback)) });
    let linked = agent_error::Catalog::linked().unwrap();
    assert_eq!(Classifier::new(&linked).unwrap_err().code(), "CLASSIFY_RULES_TIE");
    assert_eq!(agent_error::Report::new("what?").classify().code, "UNCLASSIFIED_ERROR");
}
