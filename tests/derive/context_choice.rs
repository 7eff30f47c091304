//! Tests of which fields are context.

use crate::context;
use agent_error::{AgentError, Catalog, FieldError, Format, render};
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// A number by another name, and a tree that nobody wants to publish.
type Line = u32;

#[derive(Debug, Serialize)]
struct Tree {
    children: Vec<Tree>,
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree of {}", self.children.len())
    }
}

fn tree() -> Tree {
    Tree {
        children: Vec::new(),
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("unexpected {token} in {tree} on line {line}")]
#[code("CHOICE_SYNTAX", suggest = "Remove {token}", detail = "{tree}")]
struct SyntaxError<'a> {
    path: PathBuf,
    name: Option<Cow<'a, str>>,
    columns: [u16; 2],
    hosts: Vec<IpAddr>,
    timeout: Duration,
    field: FieldError,
    line: Line,
    tree: Tree,
    trees: Vec<Tree>,
    pair: (u8, u8),
    // A token of a lexer isn't context, so its name doesn't matter.
    token: Tree,
    #[context]
    marked: Tree,
    #[context(display)]
    shown: Tree,
    #[context(rename = "other")]
    renamed: Line,
}

#[test]
fn only_plain_types_and_marked_fields_are_context() {
    let error = SyntaxError {
        path: "a.toml".into(),
        name: Some("parser".into()),
        columns: [1, 4],
        hosts: vec!["::1".parse().unwrap()],
        timeout: Duration::from_secs(2),
        field: FieldError::new("port", "too high"),
        line: 3,
        tree: tree(),
        trees: vec![tree()],
        pair: (1, 2),
        token: tree(),
        marked: tree(),
        shown: tree(),
        renamed: 7,
    };
    let shown = context(&error);
    let members: Vec<&str> = shown
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut expected = [
        "path", "name", "columns", "hosts", "timeout", "field", "marked", "shown", "other",
    ];
    expected.sort_unstable();
    let mut members = members;
    members.sort_unstable();
    assert_eq!(members, expected);
    assert_eq!(shown["marked"], json!({"children": []}));
    assert_eq!(shown["shown"], "tree of 0");
    assert_eq!((error.line, error.pair, error.trees.len()), (3, (1, 2), 1));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, context = explicit)]
#[error("{host} is down")]
enum Explicit {
    #[code(
        "CHOICE_EXPLICIT",
        suggest = "Ping {host}",
        fix = "probe --port={port}"
    )]
    Down {
        host: String,
        #[context]
        port: u16,
        password: String,
    },
}

#[test]
fn explicit_context_has_only_marked_fields_and_templates_use_all() {
    let error = Explicit::Down {
        host: "a.example".into(),
        port: 80,
        password: "hunter2".into(),
    };
    assert_eq!(context(&error), json!({"port": 80}));
    let envelope = render(&error, Format::ENVELOPE);
    assert!(envelope.contains("Ping a.example") && envelope.contains("probe --port=80"));
    assert!(!envelope.contains("hunter2"), "{envelope}");
    let Explicit::Down { password, .. } = error;
    assert_eq!(password, "hunter2");
    let document = Catalog::of::<Explicit>().document();
    let fields: serde_json::Value = serde_json::from_str(&document).unwrap();
    let fields = fields["errors"][0]["context"].as_array().unwrap().len();
    assert_eq!(fields, 1);
}

/// The `Error` impl is written by hand, and the field is no error.
#[derive(Debug, AgentError)]
#[agent_error(unregistered)]
#[code("CHOICE_COPY")]
struct CopyFailed {
    source: PathBuf,
    target: PathBuf,
}

impl fmt::Display for CopyFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot copy")
    }
}

impl std::error::Error for CopyFailed {}

#[test]
fn a_field_named_source_with_a_plain_type_is_context() {
    let error = CopyFailed {
        source: "a".into(),
        target: "b".into(),
    };
    assert_eq!(context(&error), json!({"source": "a", "target": "b"}));
}
