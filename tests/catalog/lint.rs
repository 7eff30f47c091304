//! Tests of the lint, which reports what an agent would miss in a catalog.

use crate::{document_of, json_of, same};
use agent_error::format::Terminal;
use agent_error::{AgentError, Catalog, catalog, error_set, exit};
use agent_error_tooling::{Document, FindingKind};
use snapbox::file;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only its catalog counts")]
enum Bad {
    #[error("no user {name}.")]
    #[code("NO_USER", exit = exit::NOT_FOUND)]
    NoUser {
        #[context(skip)]
        name: String,
    },
    /// Two lines.
    #[error("first\nsecond")]
    #[code("TWO_LINES", suggest = "Read both", docs = "https://example.com/TWO_LINES")]
    TwoLines,
    /// Nothing can be done.
    #[error("a bug")]
    #[code("BUG", exit = exit::sysexits::SOFTWARE, docs = "https://example.com/BUG")]
    Bug,
    /// The text is from another crate.
    #[error("{message}")]
    #[code("OTHER", fix = "tool repair", docs = "https://example.com/OTHER", classify(fallback))]
    Other {
        #[context(skip)]
        message: String,
    },
    /// It goes on and on.
    #[error("wait...")]
    #[code("WAITING", actions("tool.wait"), docs = "https://example.com/WAITING")]
    Waiting,
    /// The command has a new name.
    #[error("`get` has moved")]
    #[code("MOVED_SILENTLY", exit = 13, suggest = "See the list", docs = "https://example.com/MOVED_SILENTLY")]
    MovedSilently,
    /// The command has a new name.
    #[error("`get` has moved")]
    #[code("MOVED", exit = 13, replacement = "tool show", docs = "https://example.com/MOVED")]
    Moved,
}

/// Codes whose errors don't tell agents what to call next.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, docs = "https://example.com/{code}")]
#[allow(dead_code, reason = "only its catalog counts")]
#[error("failed")]
enum Stuck {
    /// There is none.
    #[code("ROW_GONE", exit = 5, suggest = "Correct the name")]
    Gone,
    /// It has no name.
    #[code("NAME_MISSING", suggest = "Add the name")]
    Missing,
    /// It may be done.
    #[code("HALF_DONE", side_effects = partial, suggest = "Look first")]
    Half,
    /// It may be done.
    #[code("SLOW", exit = 10, suggest = "Look first")]
    Slow,
    /// Another program works.
    #[code("BUSY", exit = 12, retry_after = "1s", suggest = "Wait")]
    Busy,
}

/// Codes whose errors tell agents what to call next.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, docs = "https://example.com/{code}")]
#[allow(dead_code, reason = "only its catalog counts")]
#[error("failed")]
enum Led {
    /// There is none.
    #[code("ROW_GONE", exit = 5, suggest = "Correct the name")]
    Gone {
        #[context(nearest)]
        nearest: Vec<String>,
    },
    /// It has no name.
    #[code("NAME_MISSING", suggest = "List the names with `tool names`")]
    Missing,
    /// There is no such plan.
    #[code("PLAN_UNKNOWN", suggest = "Choose another one")]
    Plan { valid: agent_error::Listing },
    /// There is no such image.
    #[code("IMAGE_UNKNOWN", suggest = "Choose another one")]
    Image {
        #[context(values_from = "tool images")]
        image: String,
    },
    /// It may be done.
    #[code("HALF_DONE", side_effects = unknown, suggest = "Look first", check = "tool show")]
    Half,
    /// Another program works.
    #[code("BUSY", exit = 12, retry_after = "1s", retry = exponential, suggest = "Wait")]
    Busy,
}

/// One of a shared code's declarations.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("one")]
#[code("SHARED", suggest = "Do", docs = "https://example.com/SHARED", shared)]
struct Good;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("two")]
#[code("SHARED", shared)]
struct Worse;

/// The program has no docs pages.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("one")]
#[allow(dead_code, reason = "only its catalog counts")]
enum NoPages {
    /// One.
    #[code("ONE", suggest = "Do")]
    One,
    /// Two.
    #[code("TWO", suggest = "Do")]
    Two,
}

/// The places of the declarations change with this file.
#[test]
fn each_code_is_scored_by_what_is_missing() {
    let mut text = String::new();
    for catalog in [
        catalog![Bad],
        catalog![Stuck],
        catalog![Led],
        catalog![Good, Worse],
        catalog![NoPages],
        error_set![].catalog(),
    ] {
        let lint = document_of(&catalog).lint();
        let line = |line: &str| line.split(" tests/catalog/lint.rs").next().unwrap().trim_end().to_owned() + "\n";
        text += &lint.text(Terminal::default()).lines().map(line).collect::<String>();
        text += &format!(
            "Score {}; findings: {:?}\n\n",
            lint.score(),
            lint.findings().map(|it| it.1.kind).collect::<Vec<_>>()
        );
    }
    same(text, file!["snapshots/lint.txt"]);
}

#[test]
fn an_exit_code_of_agent_error_that_means_something_else_in_the_program_is_found() {
    let catalog = Catalog::of::<agent_error::ready::Conflict>().document();
    let other = catalog.replace("\"name\": \"CONFLICT\"", "\"name\": \"BALANCE\"");
    let lint = other.parse::<Document>().unwrap().lint();
    let expected = "exit code 6 means BALANCE in this program, but CONFLICT for CONFLICT; map it with `exit_overrides`";
    assert_eq!(lint.lines(|_| true), [expected]);
}

#[test]
fn codes_in_different_styles_are_found() {
    let lint = |first: &str, other: &str| {
        let mut document = json_of(&catalog![NoPages]);
        document["errors"][0]["code"] = first.into();
        document["errors"][1]["code"] = other.into();
        let document: Document = document.to_string().parse().unwrap();
        document.lint().lines(|kind| kind == FindingKind::MixedStyles)
    };
    let styles = ["DB_LOCKED", "DbLocked", "db-locked", "db.locked", "dbLocked", "db_locked"];
    for (index, first) in styles.into_iter().enumerate() {
        for other in &styles[index + 1..] {
            let expected =
                format!("{first} and {other} are written in different styles; choose one style for all codes");
            assert_eq!(lint(first, other), [expected]);
        }
        assert!(lint(first, &format!("{first}2")).is_empty(), "{first}");
    }
    for (first, other) in [("BUSY", "DB_LOCKED"), ("busy", "db.is_locked"), ("busy", "db_locked"), ("busy", "dbLocked")]
    {
        assert!(lint(first, other).is_empty(), "{first} {other}");
    }
    assert!(!lint("BUSY", "DbLocked").is_empty() && !lint("BUSY", "busy").is_empty());
}
