//! Tests that a program with miette gets a catalog by adding one derive. `AgentError` isn't
//! imported, because the derive of miette calls the method `code` of its own trait.

use crate::{codes, records, same};
use agent_error::{Catalog, ErrorRecord, render};
use miette::{Diagnostic, NamedSource, SourceSpan, WrapErr as _};
use snapbox::file;
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
#[diagnostic(code(parser::syntax::badToken), url(docsrs), help("Check the file"))]
#[agent_error(docs = "https://example.com/{code}")]
struct ParseError;

#[test]
fn diagnostics_of_miette_are_read_unless_an_own_key_replaces_them() {
    let errors = [
        LoadError::NoKey {
            path: "a.toml".into(),
            key: "name".into(),
        },
        LoadError::NoFile("b.toml".into()),
        LoadError::TooLarge,
        LoadError::Locked,
        LoadError::from(ParseError),
    ];
    same(
        records(errors.iter().map(|error| error as _)),
        file!["snapshots/miette.jsonl"],
    );
    same(
        codes(&Catalog::of::<LoadError>()),
        file!["snapshots/miette.catalog.jsonl"],
    );
}

/// Converts a report as the guide on foreign errors describes.
fn coded(report: miette::Report) -> ErrorRecord {
    let error: &(dyn Error + 'static) = &*report;
    match agent_error::find(error) {
        Some(found) => ErrorRecord::of(found),
        None => {
            agent_error::Report::new(Box::<dyn Error + Send + Sync>::from(report)).into_record()
        }
    }
}

#[test]
fn a_report_of_miette_keeps_its_code() {
    let parsed = || -> miette::Result<()> { Err(ParseError)? };
    assert_eq!(
        coded(parsed().unwrap_err()).code(),
        "PARSER_SYNTAX_BAD_TOKEN"
    );
    let around = coded(parsed().wrap_err("cannot start").unwrap_err());
    assert_eq!(
        (around.code(), around.suggestion()),
        ("PARSER_SYNTAX_BAD_TOKEN", Some("Check the file"))
    );
}

/// Every field that miette shows in a report, except the message's. The password is in the source
/// code and in a related error.
#[derive(Debug, thiserror::Error, Diagnostic, agent_error::AgentError)]
#[agent_error(unregistered)]
enum Snippets {
    #[error("bad key `{key}`")]
    #[code("BAD_KEY")]
    BadKey {
        key: String,
        #[source_code]
        file: NamedSource<String>,
        #[label("this key")]
        at: SourceSpan,
        #[label(collection, "also here")]
        others: Vec<SourceSpan>,
        #[related]
        related: Vec<ParseError>,
        /// Depends on the key.
        #[help]
        advice: Option<String>,
    },
    #[error("bad line {0}")]
    #[diagnostic(code(loader::bad_line))]
    BadLine(
        #[context(rename = "line")] u32,
        #[source_code] String,
        #[label] SourceSpan,
        #[help] String,
    ),
    #[error("bad value")]
    #[code("BAD_VALUE", suggest = "Read the manual")]
    Password {
        #[source_code]
        password: String,
        #[help]
        advice: String,
    },
}

#[test]
fn only_help_leaves_the_presentation_of_miette() {
    let text = "user = root\npassword = hunter2\n";
    let bad_key = |advice: Option<&str>| Snippets::BadKey {
        key: "user".into(),
        file: NamedSource::new("a.toml", text.into()),
        at: (0, 4).into(),
        others: vec![(5, 2).into()],
        related: vec![ParseError],
        advice: advice.map(Into::into),
    };
    let errors = [
        bad_key(Some("Remove `user`")),
        bad_key(None),
        Snippets::BadLine(2, text.into(), (0, 4).into(), "Remove line 2".into()),
        Snippets::Password {
            password: text.into(),
            advice: "Remove it".into(),
        },
    ];
    same(
        records(errors.iter().map(|error| error as _)),
        file!["snapshots/miette_fields.jsonl"],
    );
    for format in crate::ALL {
        let shown: String = errors.iter().map(|error| render(error, *format)).collect();
        assert!(!shown.contains("hunter2"), "{format}: {shown}");
    }
    same(
        codes(&Catalog::of::<Snippets>()),
        file!["snapshots/miette_fields.catalog.jsonl"],
    );
}
