//! Tests of when arguments are validated: never, after the tool rejected them, or before the call.

use crate::client::{Client, OneTool, call, connect, enveloped, failure, text, try_call};
use agent_error_mcp::{ArgumentChecks, Server};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use rmcp::{ServerHandler, schemars, tool, tool_handler, tool_router};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

const EXPLAIN: ArgumentChecks = ArgumentChecks::Explain;

/// Arguments whose deserialization is more lenient than their schema.
#[derive(Deserialize, schemars::JsonSchema)]
struct Search {
    query: String,
    #[serde(default, deserialize_with = "or_default")]
    tags: Vec<String>,
    #[schemars(range(max = 10))]
    page: Option<u8>,
}

fn or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[derive(Clone)]
struct Library;

#[tool_router]
impl Library {
    #[tool(name = "search")]
    fn search(Parameters(Search { query, tags, page }): Parameters<Search>) -> String {
        format!("{query} {tags:?} {page:?}")
    }
}

#[tool_handler]
impl ServerHandler for Library {}

async fn reason(client: &Client, arguments: Value) -> String {
    let error = failure(client, "search", arguments).await;
    assert_eq!(error.code(), "VALIDATION_ERROR");
    let fields = error
        .field_errors()
        .map(|field| format!("{}: {}", field.field(), field));
    fields.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn only_strict_checks_reject_what_the_tool_accepts() {
    for checks in [
        ArgumentChecks::Off,
        ArgumentChecks::Explain,
        ArgumentChecks::Strict,
    ] {
        let client = connect(enveloped(Library).arguments(checks)).await;
        for (arguments, expected) in [
            (json!({"query": "a", "tags": null}), "a [] None"),
            (json!({"query": "a", "page": 11}), "a [] Some(11)"),
        ] {
            match checks {
                ArgumentChecks::Strict => {
                    assert_eq!(
                        failure(&client, "search", arguments).await.code(),
                        "VALIDATION_ERROR"
                    );
                }
                _ => assert_eq!(text(&call(&client, "search", arguments).await), expected),
            }
        }
    }
    let client = connect(enveloped(Library)).await;
    assert_eq!(
        reason(&client, json!({"page": 1})).await,
        "(root): Invalid arguments: missing field `query`."
    );
}

#[tokio::test]
async fn explaining_lists_the_fields_of_a_call_that_the_tool_rejects() {
    let client = connect(enveloped(Library).arguments(EXPLAIN)).await;
    assert_eq!(
        reason(&client, json!({"qurey": "a", "page": 11})).await,
        "query: Required field is missing. You sent: (missing). Expected: string.\n\
         qurey: Unknown field. You sent: 'a'. Did you mean `query`? Known fields: `page`, `query`, `tags`.\n\
         page: Too large. You sent: 11. Maximum: 10."
    );
}

#[tokio::test]
async fn explaining_passes_on_the_reason_of_a_tool_that_is_stricter_than_its_schema() {
    let client = connect(enveloped(Library).arguments(EXPLAIN)).await;
    // JSON Schema accepts 5.0 as an integer, but serde doesn't.
    assert_eq!(
        reason(&client, json!({"query": "a", "page": 5.0})).await,
        "(root): Invalid arguments: invalid type: floating point `5.0`, expected u8."
    );
}

#[tokio::test]
async fn explaining_reads_protocol_errors_of_handlers() {
    let schema = json!({"type": "object", "properties": {"id": {"type": "integer"}}});
    let tool = OneTool::new("get", schema, |_| {
        Err(ErrorData::invalid_params("bad id", None))
    });
    let client = connect(enveloped(tool).arguments(EXPLAIN)).await;
    let error = failure(&client, "get", json!({"id": "a"})).await;
    assert_eq!(
        error.field_errors().next().unwrap().to_string(),
        "Wrong type. You sent: 'a'. Expected: integer."
    );
    // The arguments match the schema, so the handler's error is passed on.
    let error = try_call(&client, "get", json!({"id": 1}))
        .await
        .unwrap_err();
    assert!(error.to_string().contains("bad id"), "{error}");
}

/// Creates a tool that doesn't deserialize its arguments.
fn open() -> OneTool {
    let schema = json!({
        "type": "object",
        "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["query"],
    });
    OneTool::new("search", schema, |_| {
        Ok(CallToolResult::success(vec![ContentBlock::text("found")]).into())
    })
}

#[tokio::test]
async fn unknown_arguments_are_rejected_on_request_whatever_the_checks() {
    let sent = json!({"query": "a", "limti": 3});
    for checks in [
        ArgumentChecks::Off,
        ArgumentChecks::Explain,
        ArgumentChecks::Strict,
    ] {
        let server = || enveloped(open()).arguments(checks);
        assert_eq!(
            text(&call(&connect(server()).await, "search", sent.clone()).await),
            "found"
        );
        let client = connect(server().reject_unknown_arguments(true)).await;
        assert_eq!(
            reason(&client, sent.clone()).await,
            "limti: Unknown field. You sent: 3. Did you mean `limit`? Known fields: `limit`, `query`.",
            "{checks:?}"
        );
        assert_eq!(
            text(&call(&client, "search", json!({"query": "a"})).await),
            "found"
        );
    }
}

#[tokio::test]
async fn the_guide_shows_the_real_error() {
    let guide = include_str!("../../runtime/mcp/src/guide/mcp.md");
    let schema = json!({
        "type": "object",
        "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
    });
    let tool = OneTool::new("notes_search", schema, |_| {
        Ok(CallToolResult::success(Vec::new()).into())
    });
    let server = Server::new(tool)
        .arguments(ArgumentChecks::Strict)
        .reject_unknown_arguments(true);
    let result = call(
        &connect(server).await,
        "notes_search",
        json!({"limit": "ten", "qurey": "milk"}),
    )
    .await;
    assert!(
        guide.contains(&format!("```text\n{}\n```", text(&result))),
        "{}",
        text(&result)
    );
}

/// Returns the arguments that a server without validation reports as unknown.
async fn unknown(schema: Value, arguments: Value) -> Vec<String> {
    let client = connect(enveloped(OneTool::echo(schema)).reject_unknown_arguments(true)).await;
    let result = call(&client, "echo", arguments.clone()).await;
    if result.is_error != Some(true) {
        assert_eq!(result.structured_content, Some(arguments));
        return Vec::new();
    }
    let error = agent_error::parse(text(&result)).unwrap();
    error
        .field_errors()
        .collect::<Vec<_>>()
        .iter()
        .map(|error| error.field().to_owned())
        .collect()
}

#[tokio::test]
async fn argument_names_come_from_every_part_of_a_schema() {
    let schema = json!({
        "properties": {"a": true},
        "allOf": [{"properties": {"b": true}}, {"$ref": "#/$defs/More"}],
        "oneOf": [{"properties": {"d": true}}, {"properties": {"e": true}}],
        "additionalProperties": false,
        // Without a limit, this schema would have 2^n parts.
        "$defs": {"More": {"properties": {"c": true}, "allOf": [{"$ref": "#/$defs/More"}, {"$ref": "#/$defs/More"}]}},
    });
    let sent = json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "i": 1});
    assert_eq!(unknown(schema, sent).await, ["i"]);
    for schema in [
        json!({"type": "object", "properties": {}}),
        json!({"additionalProperties": false}),
    ] {
        assert_eq!(unknown(schema, json!({"b": 1})).await, ["b"]);
    }
}

#[tokio::test]
async fn no_argument_is_unknown_if_the_schema_allows_others() {
    let properties = json!({"a": {"type": "string"}});
    for schema in [
        json!({}),
        json!({"type": "object"}),
        json!({"properties": properties, "additionalProperties": true}),
        json!({"properties": properties, "additionalProperties": {"type": "string"}}),
        json!({"properties": properties, "unevaluatedProperties": {"type": "string"}}),
        json!({"properties": properties, "patternProperties": {"^x-": true}}),
        json!({"properties": properties, "anyOf": [{"additionalProperties": true}]}),
        json!({"properties": properties, "$ref": "https://example.com/schema.json"}),
        json!({"properties": properties, "$ref": "#/$defs/Missing"}),
        json!({"properties": properties, "if": {"required": ["a"]}}),
    ] {
        assert_eq!(
            unknown(schema.clone(), json!({"b": 1})).await,
            [""; 0],
            "{schema}"
        );
    }
}
