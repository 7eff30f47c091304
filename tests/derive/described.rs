//! Tests of templates that consist of a single field. An error shows the field's value, and the catalog its doc
//! comment.

use agent_error::catalog::Fields;
use agent_error::definition::Catalogued as _;
use agent_error::format::Terminal;
use agent_error::{AgentError, Catalog};
use serde_json::json;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum FlagError {
    /// The flag is unknown.
    #[error("unknown flag {flag}")]
    #[code("FLAG_UNKNOWN", detail = "{reason}", suggest = "{advice}", replacement = "{flag}")]
    Unknown {
        flag: String,
        /// Correct the flag; `{}` is not one.
        ///
        /// More about it.
        #[context(skip)]
        advice: String,
        #[context(skip)]
        reason: String,
    },
    /// A tuple.
    #[error("a tuple")]
    #[code("FLAG_TUPLE", suggest = "{0}", fix_required = "{1} is empty")]
    Tuple(
        /// Remove the flag.
        String,
        /// Where it is.
        String,
    ),
}

fn unknown() -> FlagError {
    FlagError::Unknown { flag: "--hsot".into(), advice: "Did you mean `--host`?".into(), reason: "a typo".into() }
}

#[test]
fn an_error_has_the_value_of_the_field() {
    assert_eq!(unknown().suggestion().unwrap(), "Did you mean `--host`?");
    assert_eq!(unknown().detail().unwrap(), "a typo");
    assert_eq!(unknown().replacement().unwrap(), "--hsot");
    let tuple = FlagError::Tuple("Drop it".into(), "x".into());
    assert_eq!((tuple.suggestion().unwrap(), tuple.fix_required().unwrap()), ("Drop it".into(), "x is empty".into()));
}

#[test]
fn the_catalog_has_the_doc_comment_of_the_field() {
    let catalog = Catalog::of::<FlagError>();
    let explained = json!(catalog.explain("FLAG_UNKNOWN").unwrap());
    assert_eq!(explained["suggestion"], "Correct the flag; `{}` is not one");
    assert_eq!(explained["replacement"], "{flag}", "a field of the context is known to readers");
    assert_eq!(json!(catalog.explain("FLAG_TUPLE").unwrap())["suggestion"], "Remove the flag");
    assert_eq!(json!(catalog.explain("FLAG_TUPLE").unwrap())["fix_required"], "{1} is empty");
    let listed = json!(catalog.list(&agent_error::catalog::Filter::default()).with_fields(&Fields::All));
    assert_eq!(listed["errors"][1]["suggestion"], explained["suggestion"]);
    let page = catalog.explain("FLAG_UNKNOWN").unwrap().text(Terminal::default());
    assert!(page.contains("  help      Correct the flag; "), "{page}");
}

#[test]
fn without_a_doc_comment_the_catalog_refers_to_the_error() {
    let explained = json!(Catalog::of::<FlagError>().explain("FLAG_UNKNOWN").unwrap());
    assert_eq!(explained["detail"], "Depends on the call; see the response");
}

#[test]
fn no_template_of_this_crate_shows_an_undocumented_field() {
    let types = [
        agent_error::catalog::CatalogError::TYPE,
        agent_error::clap::ErrorsCommandError::TYPE,
        agent_error::clap::UsageError::TYPE,
        agent_error::ready::UnknownAction::TYPE,
        agent_error::ready::UnknownTool::TYPE,
    ];
    for entry in &Catalog::from_types(&types).unwrap() {
        for text in [entry.def.suggestion(), entry.def.detail()].into_iter().flatten() {
            let text = text.to_string();
            let field = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            let is_known = |field: &str| entry.def.fields().any(|known| known.name == field);
            assert!(field.is_none_or(is_known), "{}: {text}", entry.def.code());
        }
    }
}
