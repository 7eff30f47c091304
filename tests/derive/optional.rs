//! Tests of optional fields in templates and as lists of actions.

use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code(
    "OPTIONAL",
    suggest = "Ask {who}",
    fix = "tool ask --user={who}",
    detail = "{who:?} failed",
    actions = next
)]
struct Optional {
    who: Option<String>,
    #[context(skip)]
    next: Option<Vec<&'static str>>,
}

fn actions(error: &dyn AgentError) -> Vec<String> {
    agent_error::ErrorRecord::of(error).actions.clone()
}

#[test]
fn a_template_without_its_value_is_omitted() {
    let error = Optional { who: None, next: None };
    assert_eq!((error.suggestion(), error.fix_command()), (None, None));
    assert_eq!(error.detail().unwrap(), "None failed");
    assert!(actions(&error).is_empty());
    assert!(crate::error_object(&error)["suggestion"].is_null());
}

#[test]
fn a_template_with_its_value_shows_only_the_value() {
    let error = Optional { who: Some("an admin".into()), next: Some(vec!["user.list", "user.ask"]) };
    assert_eq!(error.suggestion().unwrap(), "Ask an admin");
    assert_eq!(error.fix_command().unwrap(), "tool ask --user='an admin'");
    assert_eq!(actions(&error), ["user.list", "user.ask"]);
}

/// A classification rule might not provide the field. Advice can still include it.
#[derive(Debug, thiserror::Error, AgentError)]
enum Classified {
    #[error("not found")]
    #[code(
        "OPTIONAL_CLASSIFIED",
        classify(status(404), fallback),
        suggest = "Check the address; the server answered {status}"
    )]
    NotFound { status: Option<u16> },
}

#[test]
fn advice_of_a_classified_error_shows_the_filled_field() {
    let found = Classified::NotFound { status: Some(404) };
    assert_eq!(found.suggestion().unwrap(), "Check the address; the server answered 404");
    let unknown = <Classified as agent_error::Classify>::classify(std::fmt::Error);
    assert_eq!((unknown.code.as_str(), unknown.suggestion.as_deref()), ("OPTIONAL_CLASSIFIED", None));
}
