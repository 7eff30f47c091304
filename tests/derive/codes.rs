//! Tests of the generated enum of codes, and of converting records back to variants.

use agent_error::catalog::AnyCode;
use agent_error::classify::Decode;
use agent_error::{AgentError, Catalog, Code, ErrorRecord, Format, parse, render};
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = StoreCode, retired("STORE_GONE", "STORE_OLD" = "use STORE_MISSING"))]
pub(crate) enum StoreError {
    /// The item does not exist.
    #[error("no item {id}")]
    #[code("STORE_MISSING", exit = 5, suggest = "List the items")]
    Missing { id: u64, near: Vec<String>, note: Option<String> },
    /// The file cannot be read.
    #[error("cannot read {path}")]
    #[code("STORE_UNREADABLE", exit = 74)]
    Unreadable { path: std::path::PathBuf, source: io::Error },
    /// The store wants a pause.
    #[error("slow down")]
    #[code("STORE_BUSY", exit = 11, retry_after = wait)]
    Busy { wait: Duration, counts: BTreeMap<String, u32> },
    /// The key was refused.
    #[error("bad key")]
    #[code("STORE_KEY", exit = 8)]
    Key {
        #[context(secret)]
        key: String,
    },
    /// A type that is only shown.
    #[error("odd")]
    #[code("STORE_ODD", exit = 1)]
    Odd {
        #[context(display)]
        shown: std::fmt::Error,
    },
    /// Nothing else.
    #[error("plain")]
    #[code("STORE_PLAIN", exit = 1)]
    Plain,
    #[error(transparent)]
    #[code(transparent)]
    Inner(Box<InnerError>),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("inner {0}")]
#[agent_error(codes = InnerCode)]
#[code("STORE_INNER", exit = 3)]
pub(crate) struct InnerError(#[context(rename = "depth")] u8);

/// An error with `'static` references, which can't be filled from a record.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = FixedCode)]
enum FixedError {
    /// A text of the program.
    #[error("no {what}")]
    #[code("FIXED_TEXT")]
    Text { what: &'static str },
    /// Texts of the program.
    #[error("none of {all:?}")]
    #[code("FIXED_TEXTS")]
    Texts { all: Vec<&'static str>, near: Option<&'static str> },
    /// What a command printed.
    #[error("failed")]
    #[code("FIXED_BODY", body = printed)]
    Body { printed: &'static str },
    /// A text of its own.
    #[error("failed: {why}")]
    #[code("FIXED_OWNED")]
    Owned { why: std::borrow::Cow<'static, str> },
}

fn through(format: Format, error: &StoreError) -> Option<StoreError> {
    StoreError::decode(&parse(&render(error, format)).unwrap())
}

#[test]
fn codes_are_an_enum() {
    let codes: Vec<&str> = StoreCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(codes, ["STORE_MISSING", "STORE_UNREADABLE", "STORE_BUSY", "STORE_KEY", "STORE_ODD", "STORE_PLAIN"]);
    assert_eq!(StoreCode::Busy.def().exit_code(), 11);
    assert_eq!(StoreCode::Busy.to_string(), "STORE_BUSY");
    assert_eq!(InnerCode::ALL, [InnerCode::InnerError]);
    assert_eq!(InnerCode::InnerError.def().code(), "STORE_INNER");
}

#[test]
fn an_unknown_code_is_rejected_with_the_nearest() {
    assert_eq!("STORE_KEY".parse::<StoreCode>().unwrap(), StoreCode::Key);
    let error = "STORE_KEYS".parse::<StoreCode>().unwrap_err();
    assert_eq!(error.to_string(), "unknown error code `STORE_KEYS`");
    assert_eq!(error.suggestion().as_deref(), Some("Pass one of the codes that the program lists"));
}

#[test]
fn codes_are_strings_in_serde_and_unknown_ones_are_kept() {
    assert_eq!(serde_json::to_string(&StoreCode::Odd).unwrap(), "\"STORE_ODD\"");
    assert_eq!(serde_json::from_str::<StoreCode>("\"STORE_ODD\"").unwrap(), StoreCode::Odd);
    assert!(serde_json::from_str::<StoreCode>("\"NEWER\"").unwrap_err().to_string().contains("NEWER"));
    let any: Vec<AnyCode<StoreCode>> = serde_json::from_str(r#"["STORE_ODD", "NEWER"]"#).unwrap();
    assert_eq!(any, [AnyCode::Known(StoreCode::Odd), AnyCode::Unknown("NEWER".to_owned())]);
    assert_eq!(serde_json::to_string(&any).unwrap(), r#"["STORE_ODD","NEWER"]"#);
}

#[test]
fn a_variant_is_restored_from_formats_with_context() {
    let missing = || StoreError::Missing { id: 7, near: vec!["8".to_owned()], note: None };
    for format in [Format::Envelope, Format::Nested, Format::Problem] {
        let decoded = through(format, &missing());
        assert!(
            matches!(&decoded, Some(StoreError::Missing { id: 7, near, note: None }) if near == &["8"]),
            "{format:?}: {decoded:?}"
        );
    }
    assert!(through(Format::Flat, &missing()).is_none());
    assert!(matches!(through(Format::Flat, &StoreError::Plain), Some(StoreError::Plain)));
    let busy = StoreError::Busy { wait: Duration::from_millis(1500), counts: BTreeMap::from([("a".to_owned(), 1)]) };
    let decoded = through(Format::Envelope, &busy).unwrap();
    assert_eq!(decoded.retry_after(), Some(Duration::from_millis(1500)));
}

#[test]
fn causes_become_the_source() {
    let error = StoreError::Unreadable { path: "a b".into(), source: io::Error::other("disk failed") };
    let Some(StoreError::Unreadable { path, source }) = through(Format::Envelope, &error) else { panic!() };
    assert_eq!((path.to_str(), source.to_string().as_str()), (Some("a b"), "disk failed"));
}

#[test]
fn nested_types_are_decoded() {
    let error = StoreError::Inner(Box::new(InnerError(3)));
    assert!(matches!(through(Format::Envelope, &error), Some(StoreError::Inner(inner)) if inner.0 == 3));
}

#[test]
fn static_references_cannot_be_restored() {
    let decoded = |error: FixedError| {
        let text = render(&error, Format::Envelope);
        FixedError::decode(&parse(&text).unwrap())
    };
    assert_eq!(FixedCode::ALL.len(), 4);
    assert!(decoded(FixedError::Text { what: "id" }).is_none());
    assert!(decoded(FixedError::Texts { all: vec!["id"], near: None }).is_none());
    assert!(decoded(FixedError::Body { printed: "line" }).is_none());
    assert!(matches!(decoded(FixedError::Owned { why: "no".into() }), Some(FixedError::Owned { why }) if why == "no"));
}

#[test]
fn a_body_is_restored_from_formats_that_support_it() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("the command failed")]
    #[agent_error(codes = PrintedCode, unregistered)]
    #[code("STORE_PRINTED", exit = 1, body = output)]
    struct Printed {
        #[context(skip)]
        output: String,
    }
    let text = render(&Printed { output: "a\nb".to_owned() }, Format::Tagged);
    let Some(Printed { output }) = Printed::decode(&parse(&text).unwrap()) else { panic!("{text}") };
    assert_eq!(output, "a\nb");
}

#[test]
fn missing_values_are_not_invented() {
    assert!(through(Format::Envelope, &StoreError::Key { key: "hunter2".to_owned() }).is_none());
    assert!(through(Format::Envelope, &StoreError::Odd { shown: std::fmt::Error }).is_none());
    assert!(StoreError::decode(&ErrorRecord::new("OTHER", "x")).is_none());
    assert!(StoreError::decode(&ErrorRecord::new("STORE_MISSING", "x").with_context("id", "seven")).is_none());
}

#[test]
fn retired_codes_are_explained_and_not_listed() {
    let catalog = Catalog::of::<StoreError>();
    assert!(catalog.get("STORE_OLD").is_none());
    let retired: Vec<&str> = catalog.retired().iter().map(|retired| retired.def.code).collect();
    assert_eq!(retired, ["STORE_GONE", "STORE_OLD"]);
    let page = catalog.explain("STORE_OLD").unwrap().text(agent_error::format::Terminal::default());
    assert_eq!(
        page,
        "STORE_OLD\n\n  This code is retired. This version no longer uses it.\n\n  \
         instead   use STORE_MISSING\n  declared  derive::codes::StoreError\n"
    );
    let json = serde_json::to_value(catalog.explain("store_gone").unwrap()).unwrap();
    assert_eq!(
        json,
        serde_json::json!({"code": "STORE_GONE", "retired": true, "declared_by": "derive::codes::StoreError"})
    );
}

#[test]
fn a_retired_code_that_another_type_declares_is_an_error_of_the_catalog() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("again")]
    #[agent_error(unregistered)]
    #[code("STORE_AGAIN", shared)]
    struct Again;
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("other")]
    #[agent_error(unregistered, retired("STORE_ELSEWHERE"))]
    #[code("STORE_OTHER")]
    struct Other;
    const TYPE: &agent_error::definition::TypeDef = &agent_error::definition::TypeDef {
        path: "other::Error",
        retired: &[agent_error::definition::RetiredDef { code: "STORE_AGAIN", note: None }],
        ..agent_error::definition::TypeDef::EMPTY
    };

    assert!(
        Catalog::from_types(&[
            <Again as agent_error::definition::Catalogued>::TYPE,
            <Other as agent_error::definition::Catalogued>::TYPE
        ])
        .is_ok()
    );

    let error = Catalog::from_types(&[<Again as agent_error::definition::Catalogued>::TYPE, TYPE]).unwrap_err();
    assert_eq!(error.code(), "DUPLICATE_ERROR_CODE");
    assert!(error.to_string().contains("other::Error (retired)"), "{error}");
}
