//! Tests of the lint, which reports what an agent would miss in a catalog.

use crate::document_of;
use agent_error::{AgentError, Catalog, exit};
use agent_error_tooling::{Document, FindingKind};

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
}

fn kinds(catalog: &Catalog, code: &str) -> (u8, Vec<FindingKind>) {
    let lint = document_of(catalog).lint();
    let linted = lint.codes().iter().find(|linted| linted.code == code).unwrap();
    (linted.score(), linted.findings.iter().map(|finding| finding.kind).collect())
}

#[test]
fn each_code_is_scored_by_what_is_missing() {
    use FindingKind::{MessageEndsWithPeriod, MessageHasNewline, NoContext, NoDocsUrl, NoSuggestion, NoSummary};
    let catalog = Catalog::of::<Bad>();
    let all = vec![NoContext, NoSuggestion, NoDocsUrl, NoSummary, MessageEndsWithPeriod];
    assert_eq!(kinds(&catalog, "NO_USER"), (1, all));
    assert_eq!(kinds(&catalog, "TWO_LINES"), (3, vec![MessageHasNewline]));
    for good in ["BUG", "OTHER", "WAITING"] {
        assert_eq!(kinds(&catalog, good), (3, vec![]), "{good}");
    }
    assert_eq!(document_of(&catalog).lint().score(), 1);
    assert_eq!(document_of(&catalog).lint().findings().count(), 6);
}

#[test]
fn a_moved_code_must_declare_a_replacement() {
    /// The command has a new name.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered, docs = "https://example.com/{code}")]
    #[error("`get` has moved")]
    #[code("MOVED_SILENTLY", exit = 13, suggest = "See the list of commands")]
    struct Silently;

    /// The command has a new name.
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered, docs = "https://example.com/{code}")]
    #[error("`get` has moved")]
    #[code("MOVED", exit = 13, replacement = "tool show")]
    struct Clearly;

    let catalog = agent_error::catalog![Silently, Clearly];
    assert_eq!(kinds(&catalog, "MOVED_SILENTLY"), (2, vec![FindingKind::NoReplacement]));
    assert_eq!(kinds(&catalog, "MOVED"), (3, vec![]));
}

#[test]
fn every_declaration_of_a_shared_code_is_checked() {
    /// One.
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

    let lint = document_of(&agent_error::catalog![Good, Worse]).lint();
    let scores: Vec<u8> = lint.codes().iter().map(agent_error_tooling::LintedCode::score).collect();
    assert_eq!((lint.score(), scores.len()), (2, 2));
    assert!(scores.contains(&3), "{scores:?}");
}

#[test]
fn an_empty_catalog_has_no_points() {
    assert_eq!(document_of(&agent_error::error_set![].catalog()).lint().score(), 0);
}

#[test]
fn missing_pages_are_reported_once() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    #[allow(dead_code, reason = "only its catalog counts")]
    enum NoPages {
        /// One.
        #[error("one")]
        #[code("ONE", suggest = "Do")]
        One,
        /// Two.
        #[error("two")]
        #[code("TWO", suggest = "Do")]
        Two,
    }

    let lint = document_of(&Catalog::of::<NoPages>()).lint();
    let found: Vec<_> = lint.findings().map(|(code, finding)| (code.is_none(), finding.kind)).collect();
    assert_eq!(found, [(true, FindingKind::NoDocsUrl)]);
    assert_eq!(lint.score(), 2);
}

#[test]
fn an_exit_code_of_agent_error_that_means_something_else_in_the_program_is_found() {
    let catalog = Catalog::of::<agent_error::ready::Conflict>().document();
    let other = catalog.replace("\"name\": \"CONFLICT\"", "\"name\": \"BALANCE\"");
    assert_ne!(other, catalog);
    let lint = other.parse::<Document>().unwrap().lint();
    let (code, finding) = lint.findings().next().unwrap();
    assert_eq!((code.is_none(), finding.kind), (true, FindingKind::ExitMeaningDiffers));
    let expected = "exit code 6 means BALANCE in this program, but CONFLICT for CONFLICT; map it with `exit_overrides`";
    assert_eq!(finding.text, expected);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only its catalog counts")]
#[error("failed")]
enum Styled {
    #[code("FIRST_CODE")]
    First,
    #[code("OTHER_CODE")]
    Other,
}

#[test]
fn codes_in_different_styles_are_found() {
    let catalog = Catalog::of::<Styled>().document();
    let lint = |first: &str, other: &str| {
        let document = catalog.replace("\"FIRST_CODE\"", &format!("\"{first}\""));
        let document: Document = document.replace("\"OTHER_CODE\"", &format!("\"{other}\"")).parse().unwrap();
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

#[test]
fn a_code_must_lead_to_the_next_call() {
    use FindingKind::{NoCheck, NoLookup, NoRetryStrategy};
    let stuck = Catalog::of::<Stuck>();
    for (code, kind) in [
        ("ROW_GONE", NoLookup),
        ("NAME_MISSING", NoLookup),
        ("HALF_DONE", NoCheck),
        ("SLOW", NoCheck),
        ("BUSY", NoRetryStrategy),
    ] {
        assert_eq!(kinds(&stuck, code), (3, vec![kind]), "{code}");
    }
    let document = document_of(&Catalog::of::<Led>());
    assert_eq!(document.lint().lines(|_| true), Vec::<String>::new());
}
