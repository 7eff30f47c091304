//! Tests of the derive in combination with other derives, in any order, and with handwritten impls.

use crate::{codes, context, records, same};
use agent_error::{AgentError, Catalog, catalog};
use serde_json::json;
use snafu::{ResultExt, Snafu};
use snapbox::file;
use std::error::Error;
use std::fmt;

#[derive(AgentError, thiserror::Error, Debug)]
enum WithThiserror {
    #[error("first {name}", name = .name.trim())]
    #[code("BESIDE_FIRST")]
    First { name: String },
    #[error("{0:?} {1}", .list, .list.len())]
    #[code("BESIDE_LIST")]
    List { list: Vec<u8> },
    #[error("from")]
    #[code("BESIDE_FROM")]
    From(#[from] fmt::Error),
    #[error("marked")]
    #[code("BESIDE_MARKED")]
    Marked {
        #[source]
        reason: fmt::Error,
        path: String,
    },
    #[error("transparent to thiserror only")]
    #[code("BESIDE_BOXED")]
    Boxed {
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("raw {source}", source = .r#source)]
    #[code("BESIDE_RAW_SOURCE")]
    RawSource { r#source: String },
    #[error(fmt = write_it)]
    #[code("BESIDE_FUNCTION")]
    Function([u8; 9]),
}

fn write_it(value: &[u8; 9], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "function {value:?}")
}

/// The enum declares the message for all variants.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("the disk {0} is full")]
enum OneMessage {
    #[code("BESIDE_ONE_MESSAGE")]
    Full(u8),
    #[error("own")]
    #[code("BESIDE_OWN_MESSAGE")]
    Own(u8),
}

#[test]
fn messages_and_sources_of_thiserror_are_read() {
    let errors = [
        WithThiserror::First { name: " n ".into() },
        WithThiserror::List { list: vec![1] },
        WithThiserror::from(fmt::Error),
        WithThiserror::Marked {
            reason: fmt::Error,
            path: "p".into(),
        },
        WithThiserror::Boxed {
            source: "why".into(),
        },
        WithThiserror::RawSource {
            r#source: "s".into(),
        },
        WithThiserror::Function([3; 9]),
    ];
    let one = [OneMessage::Full(3), OneMessage::Own(1)];
    let errors = errors
        .iter()
        .map(|error| error as &dyn AgentError)
        .chain(one.iter().map(|error| error as _));
    same(records(errors), file!["snapshots/thiserror.jsonl"]);
    same(
        codes(&catalog![WithThiserror, OneMessage]),
        file!["snapshots/thiserror.catalog.jsonl"],
    );
}

#[derive(Debug, Snafu, AgentError)]
enum WithSnafu {
    #[snafu(display("cannot read {path}"))]
    #[code("BESIDE_SNAFU_READ", exit = 5, suggest = "Create {path}")]
    Read {
        source: std::io::Error,
        path: String,
    },
    #[snafu(display("no number: {value}"), visibility(pub(crate)))]
    #[code("BESIDE_SNAFU_PARSE")]
    Parse {
        #[snafu(source)]
        reason: std::num::ParseIntError,
        value: String,
        #[snafu(implicit)]
        location: snafu::Location,
    },
    #[snafu(display("odd source {source}"))]
    #[code("BESIDE_SNAFU_ODD")]
    Odd {
        #[snafu(source(false))]
        source: String,
    },
    #[snafu(whatever, display("{message}"))]
    #[code("BESIDE_SNAFU_WHATEVER")]
    Whatever { message: String },
}

#[test]
fn snafu_selectors_and_attributes_are_supported() {
    let read: Result<(), WithSnafu> =
        Err(std::io::ErrorKind::NotFound.into()).context(ReadSnafu { path: "p" });
    let parse = "x"
        .parse::<u8>()
        .context(ParseSnafu { value: "x" })
        .unwrap_err();
    let whatever = WithSnafu::Whatever {
        message: "m".into(),
    };
    let errors: [&dyn AgentError; 4] = [
        &read.unwrap_err(),
        &parse,
        &OddSnafu { source: "s" }.build(),
        &whatever,
    ];
    same(records(errors), file!["snapshots/snafu.jsonl"]);
    same(
        codes(&Catalog::of::<WithSnafu>()),
        file!["snapshots/snafu.catalog.jsonl"],
    );
}

/// A type of this program that isn't a location in the source.
#[derive(Debug, serde::Serialize)]
struct Location {
    shelf: u8,
}

#[derive(Debug, Snafu, AgentError)]
enum Traced {
    #[snafu(display("no item"))]
    #[code("BESIDE_NO_ITEM")]
    NoItem {
        backtrace: Option<snafu::Backtrace>,
        #[snafu(implicit)]
        caller: snafu::Location,
        #[context]
        location: Location,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("lost")]
#[code("BESIDE_LOST")]
struct Lost {
    #[context]
    location: Location,
    caller: &'static std::panic::Location<'static>,
    origin: Option<std::panic::Location<'static>>,
    trace: std::sync::Arc<std::backtrace::Backtrace>,
}

#[test]
fn backtraces_and_locations_in_the_source_are_not_context() {
    let caller = std::panic::Location::caller();
    let trace = std::sync::Arc::new(std::backtrace::Backtrace::capture());
    let lost = Lost {
        location: Location { shelf: 1 },
        caller,
        origin: Some(*caller),
        trace,
    };
    assert_eq!(context(&lost), json!({"location": {"shelf": 1}}));
    let traced = NoItemSnafu {
        location: Location { shelf: 2 },
    }
    .build();
    assert_eq!(context(&traced), json!({"location": {"shelf": 2}}));
}

#[derive(Debug, displaydoc::Display, AgentError)]
#[ignore_extra_doc_attributes]
enum WithDisplaydoc {
    /// cannot open {path}
    ///
    /// The path is on a volume that is gone.
    #[code("BESIDE_DISPLAYDOC", suggest = "Mount {path}")]
    Open { path: String },
    /// plain
    #[code("BESIDE_DISPLAYDOC_PLAIN")]
    Plain,
}

impl Error for WithDisplaydoc {}

#[test]
fn displaydoc_is_message_and_summary() {
    let errors: [&dyn AgentError; 2] = [
        &WithDisplaydoc::Open { path: "p".into() },
        &WithDisplaydoc::Plain,
    ];
    same(
        records(errors) + &codes(&Catalog::of::<WithDisplaydoc>()),
        file!["snapshots/displaydoc.jsonl"],
    );
}
