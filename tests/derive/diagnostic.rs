//! Tests that a program with miette gets a catalog by adding one derive. Only one of the two traits is imported,
//! because both have a `code` method.

use agent_error::definition::{Catalogued, ErrorDef, Template};
use agent_error::vocabulary::Severity;
use agent_error::{Catalog, Format, render};
use miette::{Diagnostic, WrapErr};
use std::error::Error;

#[derive(Debug, thiserror::Error, Diagnostic, agent_error::AgentError)]
#[agent_error(unregistered)]
enum LoadError {
    /// The file has no such key.
    #[error("no key `{key}` in {path}")]
    #[diagnostic(
        code(loader::key::not_found),
        help("Add `{key}` to {path}"),
        url("https://example.com/keys"),
        severity(Warning)
    )]
    NoKey { path: String, key: String },
    /// The file is not there.
    #[error("no file")]
    #[diagnostic(code = "loader::noFile", severity(Advice), help = "Create {0}")]
    NoFile(#[context(rename = "path")] String),
    /// The code of the variant counts, and nothing of the diagnostic is read.
    #[error("too large")]
    #[diagnostic(code(loader::size), help("Split it"))]
    #[code("TOO_LARGE", exit = 9)]
    TooLarge,
    /// Keys of our own count before those of the diagnostic.
    #[error("locked")]
    #[diagnostic(code(loader::locked), help("Wait"))]
    #[agent_error(exit = 75, suggest = "Run the call again")]
    Locked,
    #[error(transparent)]
    #[diagnostic(transparent)]
    Inner(#[from] ParseError),
}

#[derive(Debug, thiserror::Error, Diagnostic, agent_error::AgentError)]
#[error("cannot parse")]
#[diagnostic(code(parser::failed))]
#[agent_error(unregistered)]
struct ParseError;

#[derive(Debug, thiserror::Error, Diagnostic, agent_error::AgentError)]
#[error("cannot parse")]
#[diagnostic(code(parser::syntax::badToken), url(docsrs))]
#[agent_error(unregistered, docs = "https://example.com/{code}")]
struct BadToken;

fn code(error: &dyn agent_error::AgentError) -> String {
    error.code().to_owned()
}

fn def<E: Catalogued>(code: &str) -> &'static ErrorDef {
    Catalog::of::<E>().get(code).unwrap()
}

#[test]
fn a_variant_takes_code_advice_page_and_severity() {
    let error = LoadError::NoKey { path: "a.toml".into(), key: "name".into() };
    assert_eq!(code(&error), "LOADER_KEY_NOT_FOUND");
    assert!(render(&error, Format::Envelope).contains("Add `name` to a.toml"), "{}", render(&error, Format::Envelope));
    assert_eq!(def::<LoadError>("LOADER_KEY_NOT_FOUND").docs_url(), Some("https://example.com/keys"));
    assert_eq!(def::<LoadError>("LOADER_KEY_NOT_FOUND").severity(), Severity::Warning);
}

#[test]
fn a_code_may_be_a_text_and_a_field_a_number() {
    let error = LoadError::NoFile("b.toml".into());
    assert_eq!(
        (code(&error).as_str(), agent_error::AgentError::def(&error).map(ErrorDef::severity)),
        ("LOADER_NO_FILE", Some(Severity::Warning))
    );
    assert!(render(&error, Format::Envelope).contains("Create b.toml"));
}

#[test]
fn own_keys_take_precedence() {
    assert_eq!(code(&LoadError::TooLarge), "TOO_LARGE");
    assert_eq!(code(&LoadError::Locked), "LOADER_LOCKED");
    assert!(def::<LoadError>("TOO_LARGE").suggestion().is_none());
    let locked = def::<LoadError>("LOADER_LOCKED");
    assert_eq!((locked.exit_code(), locked.suggestion().map(Template::as_str)), (75, Some("Run the call again")));
}

#[test]
fn a_transparent_diagnostic_is_transparent() {
    assert_eq!(code(&LoadError::from(ParseError)), "PARSER_FAILED");
    assert!(Catalog::of::<LoadError>().get("PARSER_FAILED").is_some());
}

#[test]
fn the_words_of_a_path_become_a_code_in_upper_case() {
    assert_eq!(code(&BadToken), "PARSER_SYNTAX_BAD_TOKEN");
    assert_eq!(
        def::<BadToken>("PARSER_SYNTAX_BAD_TOKEN").docs_url(),
        Some("https://example.com/PARSER_SYNTAX_BAD_TOKEN")
    );
}

/// Converts a report as the guide on foreign errors describes.
fn coded(report: miette::Report) -> agent_error::ErrorRecord {
    let error: &(dyn Error + 'static) = &*report;
    match agent_error::find(error) {
        Some(found) => agent_error::ErrorRecord::of(found),
        None => agent_error::Report::new(Box::<dyn Error + Send + Sync>::from(report)).classify(),
    }
}

#[derive(Debug, thiserror::Error, Diagnostic, agent_error::AgentError)]
#[error("cannot read the settings")]
#[diagnostic(code(settings::unreadable), help("Check the file"))]
struct Unreadable;

#[test]
fn a_report_of_miette_keeps_its_code() {
    let settings = || -> miette::Result<()> { Err(Unreadable)? };
    assert_eq!(coded(settings().unwrap_err()).code, "SETTINGS_UNREADABLE");
    let around = coded(settings().wrap_err("cannot start").unwrap_err());
    assert_eq!((around.code.as_str(), around.suggestion.as_deref()), ("SETTINGS_UNREADABLE", Some("Check the file")));
}
