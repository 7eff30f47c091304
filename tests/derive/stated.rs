//! Tests that a writer loses nothing by only querying the facts that a derived error may have.

use agent_error::error::{ContextValue, Facts, Part};
use agent_error::{AgentError, ErrorRecord, FieldError, Format, Renderer, definition::ErrorDef};
use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

/// Wraps an error without the derived list of possible facts, so that writers query all of them.
#[derive(Debug)]
struct Asked(Box<dyn AgentError>);

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Asked {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl AgentError for Asked {
    fn code(&self) -> &str {
        self.0.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.0.def()
    }

    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after()
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        self.0.visit_text(part, out);
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        self.0.visit_actions(visit);
    }

    fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
        self.0.visit_context(visit);
    }
}

type Problems = Vec<FieldError>;

/// Defines `String` as another type.
mod alias {
    pub(super) type String = Vec<agent_error::FieldError>;
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://stated.example.com/{code}")]
enum StatedError {
    #[error("bare")]
    #[code("STATED_BARE")]
    Bare,
    /// All texts.
    #[error("{path} is locked: {source}")]
    #[code(
        "STATED_TEXTS",
        exit = 1,
        status = 423,
        suggest = "Unlock {path}",
        detail = "by {by:?}",
        fix_required = "unlock {path}",
        fix = "tool unlock {path}",
        replacement = "other-{path}",
        actions("a.b", "c.d")
    )]
    Texts {
        path: String,
        by: String,
        #[context(secret)]
        token: String,
        source: io::Error,
    },
    #[error("wait")]
    #[code("STATED_WAIT", retry_after = "2s", retry = linear)]
    Wait,
    #[error("later")]
    #[code("STATED_FIELDS", retry_after = wait, actions = calls, body = output)]
    Fields { wait: Duration, calls: Vec<String>, output: String },
    #[error("names")]
    #[code("STATED_NAMES")]
    Names {
        #[context(rename = "a \"b\" <c>\n")]
        first: u8,
        #[context(rename = "größe")]
        second: Option<String>,
    },
    #[error("invalid calls")]
    #[code("STATED_ALIAS", exit = 2)]
    Alias { problems: alias::String },
    #[error("invalid input")]
    #[code("STATED_PROBLEMS", exit = 2)]
    Problems { problems: Problems, others: Option<Problems> },
    #[error(transparent)]
    #[code(transparent)]
    Plain(PlainError),
    #[error(transparent)]
    #[code(transparent)]
    Record(Box<ErrorRecord>),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum PlainError {
    #[error("no {name}")]
    #[code("STATED_PLAIN")]
    Plain { name: String },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no {0:?}")]
#[code("STATED_GENERIC")]
struct Generic<T: fmt::Debug + serde::Serialize + 'static>(#[context(rename = "value")] T);

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no {name}")]
#[code("STATED_BORROWED", exit = 2)]
struct Borrowed<'a> {
    name: &'a str,
    problems: &'a [FieldError],
}

fn errors() -> Vec<Box<dyn AgentError>> {
    let problems = || vec![FieldError::new("a<b", "is \"bad\"")];
    let record = ErrorRecord::new("X\n\"Y\"", "from \u{1b}[1mafar").with_body("out").with_instance("urn:1");
    vec![
        Box::new(StatedError::Bare),
        Box::new(StatedError::Wait),
        Box::new(StatedError::Texts {
            path: "a&b".into(),
            by: "\"me\"".into(),
            token: "t".into(),
            source: io::Error::other("in use"),
        }),
        Box::new(StatedError::Fields {
            wait: Duration::from_millis(1500),
            calls: vec!["a, b".into()],
            output: "line\nline".into(),
        }),
        Box::new(StatedError::Names { first: 1, second: None }),
        Box::new(StatedError::Alias { problems: problems() }),
        Box::new(StatedError::Problems { problems: problems(), others: None }),
        Box::new(StatedError::Problems { problems: Vec::new(), others: Some(problems()) }),
        Box::new(StatedError::Plain(PlainError::Plain { name: "x".into() })),
        Box::new(StatedError::Record(Box::new(record))),
        Box::new(Generic(problems())),
        Box::new(Borrowed { name: "x", problems: Vec::leak(problems()) }),
    ]
}

#[test]
fn every_format_writes_the_same_as_when_querying_all_facts() {
    for (error, same) in errors().into_iter().zip(errors()) {
        let asked = Asked(same);
        for format in Format::ALL {
            for cap in [0, 3, 20, usize::MAX] {
                let renderer = Renderer::new(*format).cap(cap);
                assert_eq!(renderer.render(&*error), renderer.render(&asked), "{format} of {error:?} up to {cap}");
            }
        }
    }
}
