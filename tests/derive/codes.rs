//! Tests of the generated enum of codes.

use agent_error::catalog::AnyCode;
use agent_error::{AgentError, Catalog, Code};
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(dead_code, reason = "only their declarations matter")]
#[agent_error(codes = StoreCode, retired("STORE_GONE", "STORE_OLD" = "use STORE_MISSING"))]
pub(crate) enum StoreError {
    /// The item does not exist.
    #[error("no item {id}")]
    #[code("STORE_MISSING", exit = 5, suggest = "List the items")]
    Missing { id: u64 },
    /// The store wants a pause.
    #[error("slow down")]
    #[code("STORE_BUSY", exit = 11, retry_after = wait)]
    Busy { wait: Duration },
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
    Odd,
    #[error(transparent)]
    #[code(transparent)]
    Inner(Box<InnerError>),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("inner {0}")]
#[agent_error(codes = InnerCode)]
#[code("STORE_INNER", exit = 3)]
pub(crate) struct InnerError(#[context(rename = "depth")] u8);

#[test]
fn codes_are_an_enum() {
    let codes: Vec<&str> = StoreCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(codes, ["STORE_MISSING", "STORE_BUSY", "STORE_KEY", "STORE_ODD"]);
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
