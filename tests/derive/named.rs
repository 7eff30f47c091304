//! Tests of codes that are made from the names of variants.

use crate::document_of;
use agent_error::{AgentError, Catalog, Code as _, Declares, ErrorDef, Format, code};
use agent_error_tooling::{ExportFormat, FindingKind};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    unregistered,
    rename_all = "SCREAMING_SNAKE_CASE",
    domain = "DEPOT",
    codes = DepotCode,
    exit = 9
)]
#[error("something failed")]
#[allow(dead_code, reason = "only the declarations matter")]
enum DepotError {
    FileNotFound {
        path: String,
    },
    IOError,
    #[code(exit = 3, suggest = "Check the load")]
    HTTPStatus,
    TooManyURLs,
    UTF8Lost,
    r#Yield,
    #[code("DEPOT_RENAMED")]
    Other,
    /// The gate is closed.
    Gate,
    #[code(hidden)]
    ClosedPipe,
    #[code(transparent)]
    Inner(Leaf),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, rename_all = "snake_case", domain = "leaf.")]
#[error("broken")]
struct Leaf;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, rename_all = "snake_case")]
#[error("broken")]
enum Plain {
    NoDomain,
}

#[test]
fn variants_without_a_code_have_their_name_as_code() {
    let codes: Vec<&str> = DepotError::TYPE.defs.iter().map(ErrorDef::code).collect();
    let expected = [
        "DEPOT_FILE_NOT_FOUND",
        "DEPOT_IO_ERROR",
        "DEPOT_HTTP_STATUS",
        "DEPOT_TOO_MANY_URLS",
        "DEPOT_UTF8_LOST",
        "DEPOT_YIELD",
        "DEPOT_RENAMED",
        "DEPOT_GATE",
        "DEPOT_CLOSED_PIPE",
    ];
    assert_eq!(codes, expected);
    assert_eq!(Leaf.code(), "leaf.leaf");
    assert_eq!(Plain::NoDomain.code(), "no_domain");
}

#[test]
fn other_keys_do_not_need_the_code() {
    let record = DepotError::HTTPStatus.record();
    assert_eq!(record.exit_code(), 3);
    assert_eq!(record.suggestion(), Some("Check the load"));
    assert_eq!(DepotError::IOError.record().exit_code(), 9);
    assert_eq!(DepotCode::FileNotFound.as_str(), "DEPOT_FILE_NOT_FOUND");
    assert_eq!(code!("DEPOT_IO_ERROR" in DepotError), "DEPOT_IO_ERROR");
}

#[test]
fn a_name_stands_in_for_a_missing_summary() {
    let catalog = Catalog::of::<DepotError>();
    let list = catalog.list().render(Format::HUMAN);
    let explained = catalog.explain("DEPOT_IO_ERROR").unwrap();
    let pages = document_of(&catalog).export(ExportFormat::Markdown);
    let page = |name: &str| {
        let page = pages.iter().find(|page| page.path.ends_with(name));
        page.unwrap().text.clone()
    };
    // The name `Other` says less than the message.
    for readable in [
        "file not found",
        "HTTP status",
        "too many URLs",
        "The gate is",
        "something failed",
    ] {
        assert!(list.contains(readable), "{readable}: {list}");
    }
    assert!(explained.render(Format::HUMAN).contains("\n  IO error\n"));
    assert!(page("DEPOT_FILE_NOT_FOUND.md").contains("\n\nfile not found\n\n"));
    assert!(page("SUMMARY.md").contains("exit 9: IO error"));
    assert_eq!(catalog.get("DEPOT_IO_ERROR").unwrap().summary(), None);
}

#[test]
fn only_a_name_that_says_too_little_needs_a_summary() {
    let lint = document_of(&Catalog::of::<DepotError>()).lint();
    let without: Vec<&str> = lint
        .findings()
        .filter(|(_, finding)| finding.kind == FindingKind::NoSummary)
        .map(|(code, _)| code.unwrap().code.as_str())
        .collect();
    let expected = [
        "DEPOT_IO_ERROR",
        "DEPOT_RENAMED",
        "DEPOT_YIELD",
        "leaf.leaf",
    ];
    assert_eq!(without, expected);
}
