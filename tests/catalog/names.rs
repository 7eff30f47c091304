//! Tests of the field names in the catalog, if they differ from those in Rust.

use agent_error::{AgentError, Catalog};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "of some only their declarations matter")]
enum NameError {
    /// A user is in the way.
    #[error("{who} blocks page {page_id:>4}")]
    #[code(
        "NAME_RENAMED",
        exit = 6,
        detail = "{page_id:>width$}, {{who}}",
        suggest = "Ask {who:?} to leave within {timeout_ms} ms",
        fix = "unlock --page={page_id}"
    )]
    Renamed {
        #[context(rename = "user")]
        who: String,
        #[context(rename = "page")]
        page_id: u8,
        #[context(rename = "not {a: name")]
        width: usize,
        #[context(skip)]
        timeout_ms: u64,
    },

    /// What was asked for does not exist.
    #[error("{message}")]
    #[code("NAME_SKIPPED", exit = 5, suggest = "{advice}")]
    Skipped {
        #[context(skip)]
        message: String,
        #[context(skip)]
        advice: String,
        status: u16,
    },

    /// A file cannot be read.
    #[error("{0} cannot be read: {1}")]
    #[code("NAME_COUNTED", exit = 74, suggest = "Look at {0}")]
    Counted(#[context(rename = "path")] String, String),

    /// There is too much.
    #[error("{} of {items}", .count, items = .count + 1)]
    #[code("NAME_ARGUED", exit = 6)]
    Argued {
        #[context(rename = "all")]
        items: u8,
        count: u8,
    },
}

fn renamed() -> NameError {
    NameError::Renamed { who: "eve".into(), page_id: 7, width: 3, timeout_ms: 5 }
}

#[test]
fn a_template_names_a_field_as_the_context_does() {
    let catalog = Catalog::of::<NameError>();
    let def = catalog.get("NAME_RENAMED").unwrap();
    assert_eq!(def.message().unwrap().as_str(), "{user} blocks page {page:>4}");
    assert_eq!(def.detail().unwrap().as_str(), "{page:>width$}, {{who}}");
    assert_eq!(def.suggestion().unwrap().as_str(), "Ask {user:?} to leave within {timeout_ms} ms");
    assert_eq!(def.fix_command().unwrap().as_str(), "unlock --page={page}");
    let counted = catalog.get("NAME_COUNTED").unwrap();
    assert_eq!(counted.message().unwrap().as_str(), "{path} cannot be read: {1}");
    assert_eq!(counted.suggestion().unwrap().as_str(), "Look at {path}");
}

#[test]
fn a_placeholder_of_an_argument_names_the_field_in_it() {
    let def = Catalog::of::<NameError>().get("NAME_ARGUED").unwrap();
    assert_eq!(def.message().unwrap().as_str(), "{count} of {items}");
    assert_eq!(NameError::Argued { items: 7, count: 2 }.to_string(), "2 of 3");
}

#[test]
fn an_error_itself_is_reported_as_before() {
    let error = renamed();
    assert_eq!(error.detail().unwrap(), "  7, {who}");
    assert_eq!(error.suggestion().unwrap(), "Ask \"eve\" to leave within 5 ms");
    assert_eq!(error.fix_command().unwrap(), "unlock --page=7");
    assert_eq!(error.to_string(), "eve blocks page    7");
    assert_eq!(NameError::Counted("a".into(), "b".into()).suggestion().unwrap(), "Look at a");
}
