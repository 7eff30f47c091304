//! Tests of the size limit on errors, with every format.

use crate::client::{OneTool, connect, failure, text, try_call};
use agent_error::{ErrorRecord, FieldError, Format};
use agent_error_mcp::{Server, ToolError, error_data};
use rmcp::handler::server::tool::IntoCallToolResult as _;
use rmcp::service::ServiceError;
use serde_json::json;

const DEFAULT: usize = 64 * 1024;

/// Creates an error whose advice must always reach the client.
fn advised() -> ErrorRecord {
    ErrorRecord::new("ROWS_INVALID", "some rows are invalid")
        .with_suggestion("Read the rows again")
        .with_actions(["rows"])
}

/// Creates an error that is larger than the limit.
fn oversized(how: &str, limit: usize) -> ErrorRecord {
    let long = "<row>\"1\" & '2'</row>\n".repeat(limit / 18);
    let many = limit / 32;
    let fields = |count: usize, message: &str| {
        let field = |number: usize| FieldError::new(format!("row{number}"), message);
        (0..count)
            .map(field)
            .fold(advised(), ErrorRecord::with_field_error)
    };
    match how {
        "one value" => advised()
            .with_context("rows", vec![long; 3])
            .with_context("table", "invoices"),
        "many values" => (0..many).fold(advised(), |error, number| {
            error.with_context(format!("row{number}"), "x".repeat(50))
        }),
        "many fields" => fields(many, "Too long.").with_context("table", "invoices"),
        "long fields" => fields(4, &long),
        "output" => advised().with_body(long).with_context("table", "invoices"),
        "causes" => (0..5)
            .fold(advised(), |error, _| error.with_cause(long.clone()))
            .with_context("table", "invoices"),
        "actions" => advised().with_actions((0..many).map(|number| format!("rows_{number}"))),
        _ => advised()
            .with_summary(&long)
            .with_detail(&long)
            .with_fix_required(&long)
            .with_docs_url(&long),
    }
}

const CASES: [&str; 8] = [
    "one value",
    "many values",
    "many fields",
    "long fields",
    "output",
    "causes",
    "actions",
    "texts",
];

/// Creates a server with this limit whose errors are larger.
fn server(limit: usize) -> Server<OneTool> {
    let tool = OneTool::new("rows", json!({"type": "object"}), move |arguments| {
        let how = arguments["how"].as_str().unwrap();
        if arguments.contains_key("protocol") {
            Err(error_data(&oversized(how, limit)))
        } else {
            ToolError::from(oversized(how, limit)).into_call_tool_result()
        }
    });
    let server = Server::new(tool);
    match limit {
        DEFAULT => server,
        _ => server.max_bytes(limit),
    }
}

#[tokio::test]
async fn a_result_never_exceeds_the_limit_and_keeps_its_advice() {
    for limit in [DEFAULT, 4096] {
        for (index, format) in agent_error_formats::ALL.iter().enumerate() {
            // Each limit has half of the formats with structured content, and the other limit has
            // the others.
            let structured = (index % 2 == 0) == (limit == DEFAULT);
            let client = connect(server(limit).format(*format).structured(structured)).await;
            for how in CASES {
                let result = try_call(&client, "rows", json!({"how": how}))
                    .await
                    .unwrap();
                let (bytes, text) = (serde_json::to_vec(&result).unwrap().len(), text(&result));
                assert!(bytes <= limit, "{how} in {format}: {bytes} bytes");
                assert!(
                    text.contains("some rows are invalid"),
                    "{how} in {format}: {text}"
                );
                let is_advised = ["Read the rows again", "rows"]
                    .iter()
                    .any(|advice| text.contains(advice));
                assert!(is_advised, "{how} in {format}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn a_protocol_error_never_exceeds_the_limit() {
    let client = connect(server(DEFAULT)).await;
    for how in CASES {
        let ServiceError::McpError(error) =
            try_call(&client, "rows", json!({"how": how, "protocol": true}))
                .await
                .unwrap_err()
        else {
            panic!()
        };
        let bytes = serde_json::to_vec(&error).unwrap().len();
        assert!(bytes <= DEFAULT, "{how}: {bytes} bytes");
        assert_eq!(error.data.unwrap()["suggestion"], "Read the rows again");
    }
}

#[tokio::test]
async fn the_least_useful_parts_are_omitted_first() {
    let client = connect(server(DEFAULT).format(Format::ENVELOPE)).await;
    let omitted = async |how: &str| {
        let error = failure(&client, "rows", json!({"how": how})).await;
        assert_eq!(error.suggestion(), Some("Read the rows again"));
        error
    };
    let error = omitted("one value").await;
    assert_eq!(error.context().get("table"), Some(json!("invoices")));
    assert_eq!(
        (error.context().get("rows"), error.context().get("omitted")),
        (None, Some(json!("large context values")))
    );
    assert_eq!(
        omitted("many values").await.context().get("omitted"),
        Some(json!("context"))
    );
    let error = omitted("many fields").await;
    assert_eq!(
        (
            error.field_errors().collect::<Vec<_>>().len(),
            error.context().get("table")
        ),
        (20, None)
    );
    assert_eq!(
        error.context().get("omitted"),
        Some(json!("context, some invalid fields"))
    );
    let error = omitted("long fields").await;
    assert_eq!(
        (
            error.field_errors().collect::<Vec<_>>().len(),
            error.actions().len()
        ),
        (0, 1)
    );
    let error = omitted("causes").await;
    assert_eq!(
        (error.context().get("table"), error.context().get("omitted")),
        (Some(json!("invoices")), Some(json!("causes")))
    );
}
