//! Tests of `hidden`, which excludes codes for control flow from every public view.

use crate::document_of;
use agent_error::catalog::{CatalogError, Filter};
use agent_error::definition::Catalogued;
use agent_error::{AgentError, Catalog, Format, error_set, parse, render};
use agent_error_tooling::{Contract, ExportFormat};
use serde_json::json;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, strict)]
enum Pipe {
    #[error("the reader closed the pipe")]
    #[code("PIPE_CLOSED", hidden)]
    Closed,
    /// The pipe is full.
    #[error("the pipe is full")]
    #[code("PIPE_FULL", suggest = "Read from it", docs = "https://example.com/PIPE_FULL")]
    Full,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("closed again")]
#[code("PIPE_CLOSED")]
struct Again;

#[test]
fn no_public_view_shows_a_hidden_code() {
    let catalog = Catalog::of::<Pipe>();
    assert_eq!(catalog.len(), 1);
    assert!(catalog.get("PIPE_CLOSED").is_none() && catalog.explain("PIPE_CLOSED").is_err());
    assert!(!json!(catalog.list(&Filter::default())).to_string().contains("PIPE_CLOSED"));
    assert!(!json!(catalog.exits()).to_string().contains("PIPE_CLOSED"));
    for format in ExportFormat::WORDS {
        for file in document_of(&catalog).export(format.parse().unwrap()) {
            assert!(!file.text.contains("PIPE_CLOSED") && !file.path.contains("PIPE_CLOSED"), "{}", file.path);
        }
    }
    assert!(!Contract::of(&document_of(&catalog)).to_lock().contains("PIPE_CLOSED"), "it is not a promise");
    assert_eq!(document_of(&catalog).lint().codes().len(), 1);
    assert_eq!(error_set![Pipe].codes(), ["PIPE_FULL"]);
    assert!(error_set![Pipe].allows("PIPE_CLOSED"), "a command may end with it all the same");
}

#[test]
fn an_error_still_has_the_hidden_code() {
    assert_eq!(Pipe::Closed.code(), "PIPE_CLOSED");
    assert_eq!(agent_error::find(&Pipe::Full).map(|error| error.code().to_owned()), None, "it is not linked");
    let record = parse(&render(&Pipe::Closed, Format::Envelope)).unwrap();
    assert_eq!(record.code(), "PIPE_CLOSED");
    assert!(Pipe::TYPE.defs[0].is_hidden() && !Pipe::TYPE.defs[1].is_hidden());
}

#[test]
fn no_other_type_may_declare_a_hidden_code() {
    let both = Catalog::from_types(&[Pipe::TYPE, Again::TYPE]);
    assert!(matches!(both, Err(CatalogError::DuplicateCode { code, .. }) if code == "PIPE_CLOSED"));
}
