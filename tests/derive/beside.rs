//! Tests of the derive in combination with other derives, in any order, and with handwritten impls.

use crate::{context, def, error_object};
use agent_error::AgentError;
use serde_json::{Value, json};
use snafu::{ResultExt, Snafu};
use std::error::Error;
use std::fmt;

#[derive(AgentError, thiserror::Error, Debug)]
enum First {
    #[error("first {name}", name = .name.trim())]
    #[code("BESIDE_FIRST")]
    Named { name: String },
    #[error("{0:?} {1}", .list, .list.len())]
    #[code("BESIDE_FIRST_LIST")]
    List { list: Vec<u8> },
}

#[test]
fn the_derive_can_come_first() {
    let error = First::Named { name: " n ".into() };
    assert_eq!((error.to_string(), error.code()), ("first n".into(), "BESIDE_FIRST"));
    assert_eq!(
        def::<First>("BESIDE_FIRST").message().map(agent_error::definition::Template::as_str),
        Some("first {name}")
    );
    assert_eq!(First::List { list: vec![1] }.to_string(), "[1] 1");
}

#[derive(Debug, thiserror::Error, AgentError)]
enum WithThiserror {
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
    Boxed { source: Box<dyn Error + Send + Sync> },
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

#[test]
fn sources_are_causes_and_not_context() {
    let error = WithThiserror::from(fmt::Error);
    assert_eq!((context(&error), &error_object(&error)["cause"]), (Value::Null, &json!(fmt::Error.to_string())));
    let error = WithThiserror::Marked { reason: fmt::Error, path: "p".into() };
    assert_eq!(context(&error), json!({"path": "p"}));
    assert_eq!(error_object(&error)["cause"], fmt::Error.to_string());
    let error = WithThiserror::Boxed { source: "why".into() };
    assert_eq!((context(&error), &error_object(&error)["cause"]), (Value::Null, &json!("why")));
}

#[test]
fn a_raw_source_is_not_a_source() {
    let error = WithThiserror::RawSource { r#source: "s".into() };
    assert_eq!(context(&error), json!({"source": "s"}));
    assert_eq!(error_object(&error)["cause"], Value::Null);
}

#[test]
fn a_message_from_a_function_is_the_message() {
    assert_eq!(error_object(&WithThiserror::Function([3; 9]))["message"], format!("function {:?}", [3; 9]));
    assert_eq!(def::<WithThiserror>("BESIDE_FUNCTION").message(), None);
}

#[derive(Debug, Snafu, AgentError)]
enum WithSnafu {
    #[snafu(display("cannot read {path}"))]
    #[code("BESIDE_SNAFU_READ", exit = 5, suggest = "Create {path}")]
    Read { source: std::io::Error, path: String },
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
    let read: Result<(), WithSnafu> = Err(std::io::ErrorKind::NotFound.into()).context(ReadSnafu { path: "p" });
    let error = read.unwrap_err();
    assert_eq!((error.code(), error.to_string()), ("BESIDE_SNAFU_READ", "cannot read p".into()));
    assert_eq!(context(&error), json!({"path": "p"}));
    assert_eq!(
        def::<WithSnafu>("BESIDE_SNAFU_READ").message().map(agent_error::definition::Template::as_str),
        Some("cannot read {path}")
    );
    let error = "x".parse::<u8>().context(ParseSnafu { value: "x" }).unwrap_err();
    assert_eq!(context(&error), json!({"value": "x"}));
    assert_eq!(
        def::<WithSnafu>("BESIDE_SNAFU_PARSE").message().map(agent_error::definition::Template::as_str),
        Some("no number: {value}")
    );
}

#[test]
fn a_snafu_field_that_is_not_a_source_is_context() {
    let error = OddSnafu { source: "s" }.build();
    assert_eq!(context(&error), json!({"source": "s"}));
    let error = WithSnafu::Whatever { message: "m".into() };
    assert_eq!(context(&error), json!({"message": "m"}));
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
    let error = WithDisplaydoc::Open { path: "p".into() };
    assert_eq!(error_object(&error)["suggestion"], "Mount p");
    let definition = def::<WithDisplaydoc>("BESIDE_DISPLAYDOC");
    assert_eq!(definition.message().map(agent_error::definition::Template::as_str), Some("cannot open {path}"));
    assert_eq!(definition.description(), Some("The path is on a volume that is gone."));
    assert_eq!(def::<WithDisplaydoc>("BESIDE_DISPLAYDOC_PLAIN").summary(), Some("plain"));
    assert_eq!(WithDisplaydoc::Plain.to_string(), "plain");
}

#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, AgentError)]
#[serde(rename_all = "camelCase")]
enum ByHand {
    #[serde(rename = "other")]
    #[code("BESIDE_BY_HAND")]
    Failed {
        #[serde(skip)]
        host_name: String,
    },
}

impl fmt::Display for ByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Failed { host_name } = self;
        write!(f, "by hand {host_name}")
    }
}

impl Error for ByHand {}

#[test]
fn handwritten_display_and_serde_attributes_are_compatible() {
    let error = ByHand::Failed { host_name: "h".into() };
    assert_eq!(error_object(&error)["message"], "by hand h");
    assert_eq!(context(&error), json!({"host_name": "h"}));
    assert_eq!(serde_json::to_value(&error).unwrap(), json!({"other": {}}));
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
fn a_message_for_the_whole_enum_is_the_message() {
    assert_eq!(error_object(&OneMessage::Full(3))["message"], "the disk 3 is full");
    assert_eq!(OneMessage::Own(1).to_string(), "own");
    assert_eq!(
        def::<OneMessage>("BESIDE_OWN_MESSAGE").message().map(agent_error::definition::Template::as_str),
        Some("own")
    );
}

#[test]
fn a_message_for_the_whole_enum_is_in_the_catalog() {
    assert_eq!(
        def::<OneMessage>("BESIDE_ONE_MESSAGE").message().map(agent_error::definition::Template::as_str),
        Some("the disk {0} is full")
    );
}
