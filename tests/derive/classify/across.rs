//! Tests of classification rules that several types declare.

use agent_error::{AgentError, Classify as _};
use std::io;

declared!(
    #[agent_error(unregistered)]
    FirstError {
        A = ("FIRST_A", classify(status(400..=449), io(NotFound), message("token expired"), code("23505"))),
        B = ("FIRST_B", classify(status(500), type(std::fmt::Error), fallback)),
    }
);

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
    assert_eq!(Around::classify("what?").code(), Around::Other.code());
    assert_eq!(
        Around::classify(io::Error::from(io::ErrorKind::NotFound)).code(),
        "FIRST_A"
    );
}

#[test]
fn no_fallback_applies_if_several_are_linked() {
    declared!(One { One = ("LINKED_FALLBACK_ONE", classify(fallback)) });
    declared!(Two { Two = ("LINKED_FALLBACK_TWO", classify(fallback)) });
    assert_eq!(
        agent_error::Report::new("what?").into_record().code(),
        "UNCLASSIFIED_ERROR"
    );
}

#[test]
fn a_longer_phrase_comes_before_a_phrase_that_it_contains() {
    declared!(
        #[agent_error(unregistered)]
        Phrases {
            Short = ("PHRASE_SHORT", classify(message("no such"))),
            Other = ("PHRASE_OTHER", classify(message("timeout"))),
            Long = ("PHRASE_LONG", classify(message("no such host"))),
        }
    );
    let code = |text: &str| Phrases::classify(text.to_owned()).code().to_owned();
    assert_eq!(code("no such host"), "PHRASE_LONG");
    assert_eq!(code("no such file: timeout"), "PHRASE_SHORT");
    assert_eq!(code("timeout: no such host"), "PHRASE_LONG");
}
