//! Tests of hints for one kind of caller.

use agent_error::{AgentError, Catalog, Format, render};
use rmcp::model::CallToolResponse;
use serde_json::Value;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("no crate {id}")]
enum CrateError {
    #[code(
        "HINTS_BESIDE",
        exit = 5,
        suggest = "Ask for the ID",
        suggest(
            cli = "Find {id} with `crates list`",
            mcp = "Call `crates_list`",
            http = "Send `GET /crates?near={id}`",
            grpc = "Call ListCrates"
        )
    )]
    Beside { id: u8 },
    #[code("HINTS_ALONE", exit = 5, suggest(http = "Send `GET /crates`"))]
    Alone { id: u8 },
    #[code(
        "HINTS_OF_SERVER",
        status = 500,
        suggest(http = "Send {id} again", mcp = "Call again"),
        suggest = "Wait",
        actions("crates show {id}")
    )]
    Server { id: u8 },
    #[code(
        "HINTS_OPTIONAL",
        exit = 5,
        suggest(cli = "Look near {near}", mcp = "Look around")
    )]
    Optional { id: u8, near: Option<u8> },
}

/// Returns the suggestion for each kind of caller.
fn suggestions(error: &dyn AgentError) -> [Option<String>; 4] {
    let cli: Value = serde_json::from_str(&render(error, Format::ENVELOPE)).unwrap();
    let body = agent_error::http::response::<String>(error).into_body();
    let http: Value = serde_json::from_str(&body).unwrap();
    let CallToolResponse::Complete(result) = agent_error_mcp::result(error).unwrap() else {
        panic!("the call is complete");
    };
    let mcp = serde_json::to_value(&result).unwrap();
    let mcp: Value = serde_json::from_str(mcp["content"][0]["text"].as_str().unwrap()).unwrap();
    let grpc = agent_error_tonic::record(&agent_error_tonic::status(error));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    [
        text(&cli["error"]["suggestion"]),
        text(&mcp["error"]["suggestion"]),
        text(&http["suggestion"]),
        grpc.suggestion().map(str::to_owned),
    ]
}

#[test]
fn each_caller_sees_its_own_hint_after_those_for_all() {
    let expected = [
        "Ask for the ID\nFind 7 with `crates list`",
        "Ask for the ID\nCall `crates_list`",
        "Ask for the ID\nSend `GET /crates?near=7`",
        "Ask for the ID\nCall ListCrates",
    ];
    let error = CrateError::Beside { id: 7 };
    assert_eq!(
        suggestions(&error),
        expected.map(|hint| Some(hint.to_owned()))
    );
    let error = CrateError::Alone { id: 7 };
    let http = Some("Send `GET /crates`".to_owned());
    assert_eq!(suggestions(&error), [None, None, http, None]);
}

#[test]
fn a_hint_without_one_of_its_values_is_omitted() {
    let mcp = Some("Look around".to_owned());
    let error = CrateError::Optional { id: 7, near: None };
    assert_eq!(suggestions(&error), [None, mcp.clone(), None, None]);
    let error = CrateError::Optional {
        id: 7,
        near: Some(6),
    };
    let cli = Some("Look near 6".to_owned());
    assert_eq!(suggestions(&error), [cli, mcp, None, None]);
}

#[test]
fn server_errors_withhold_hints_with_values() {
    let error = CrateError::Server { id: 7 };
    let [_, mcp, http, _] = suggestions(&error);
    assert_eq!(mcp.as_deref(), Some("Wait\nCall again"));
    assert_eq!(http.as_deref(), Some("Wait"));
}

#[test]
fn the_catalog_has_all_hints() {
    let catalog = Catalog::of::<CrateError>();
    let document: Value = serde_json::from_str(&catalog.document()).unwrap();
    let code = &document["errors"][1];
    assert_eq!(code["suggestion"], "Ask for the ID");
    assert_eq!(code["suggestion_cli"], "Find {id} with `crates list`");
    let explained = catalog.explain("HINTS_ALONE").unwrap();
    let explained = explained.render(Format::HUMAN);
    assert!(
        explained.contains("for http  Send `GET /crates`"),
        "{explained}"
    );
}
