//! Tests of the catalog that clients can read.

use crate::client::{Client, OneTool, call, connect, enveloped, failure, text};
use agent_error::{AgentError, Catalog, error_set};
use agent_error_mcp::Server;
use rmcp::model::{
    CallToolResult, ErrorCode, ErrorData, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, ServiceError};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[allow(dead_code, reason = "its declarations are all that is read")]
enum ShelfError {
    /// The shelf is full.
    #[error("the shelf is full")]
    #[code(
        "SHELF_FULL",
        exit = 6,
        suggest = "Remove a book",
        suggest(
            cli = "Run `shelf list`",
            mcp = "Call `shelf_list`",
            http = "Send `GET /books`"
        ),
        fix = "shelf sort",
        check = "shelf show",
        actions("shelf_add", "shelf list")
    )]
    Full,
    #[error("no shelf")]
    #[code("SHELF_NOT_FOUND", exit = 5)]
    NotFound,
}

fn server() -> Server<OneTool> {
    let tool = OneTool::new("shelf_add", json!({"type": "object"}), |_| {
        Ok(CallToolResult::success(Vec::new()).into())
    });
    enveloped(tool).catalog(Catalog::of::<ShelfError>())
}

async fn read(client: &Client, uri: &str) -> Result<Value, ServiceError> {
    let result = client
        .read_resource(ReadResourceRequestParams::new(uri))
        .await?;
    let [
        ResourceContents::TextResourceContents {
            text,
            mime_type,
            uri: returned,
            ..
        },
    ] = &*result.contents
    else {
        panic!("{result:?}");
    };
    assert_eq!(
        (mime_type.as_deref(), &**returned),
        (Some("application/json"), uri)
    );
    Ok(serde_json::from_str(text).unwrap())
}

#[tokio::test]
async fn the_catalog_and_each_code_are_resources() {
    let client = connect(server()).await;
    assert!(client.peer_info().unwrap().capabilities.resources.is_some());
    let listed = client.list_all_resources().await.unwrap();
    let uris: Vec<&str> = listed.iter().map(|resource| &*resource.uri).collect();
    for uri in [
        "errors://catalog",
        "errors://SHELF_FULL",
        "errors://SHELF_NOT_FOUND",
        "errors://VALIDATION_ERROR",
    ] {
        assert!(uris.contains(&uri), "{uri} is not in {uris:?}");
    }
    for uri in uris {
        read(&client, uri).await.unwrap();
    }
    let full = listed
        .iter()
        .find(|resource| resource.uri == "errors://SHELF_FULL")
        .unwrap();
    assert_eq!(
        (&*full.name, full.description.as_deref()),
        ("SHELF_FULL", Some("The shelf is full."))
    );
    let templates = client.list_all_resource_templates().await.unwrap();
    assert_eq!(templates[0].uri_template, "errors://{code}");

    // The catalog is lean, and the server's own codes come first.
    let catalog = read(&client, "errors://catalog").await.unwrap();
    let codes: Vec<&Value> = catalog["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["code"])
        .collect();
    assert_eq!(
        catalog["errors"][0],
        json!({"code": "SHELF_FULL", "exit_code": 6, "summary": "The shelf is full."})
    );
    assert_eq!(codes[1], "SHELF_NOT_FOUND");
    let code = read(&client, "errors://shelf_full").await.unwrap();
    assert_eq!(
        (&code["code"], &code["suggestion"]),
        (
            &json!("SHELF_FULL"),
            &json!("Remove a book\nCall `shelf_list`")
        )
    );
    for caller in ["cli", "mcp", "http", "grpc"] {
        assert_eq!(code.get(format!("suggestion_{caller}")), None, "{code}");
    }
    assert_eq!(
        (
            &code["fix_command"],
            &code["check_command"],
            &code["actions"]
        ),
        (&Value::Null, &Value::Null, &json!(["shelf_add"]))
    );
}

#[tokio::test]
async fn an_unknown_resource_is_reported_with_the_nearest_code() {
    let client = connect(server()).await;
    let ServiceError::McpError(error) = read(&client, "errors://SHELF_FUL").await.unwrap_err()
    else {
        panic!()
    };
    assert_eq!(error.code, ErrorCode::RESOURCE_NOT_FOUND);
    let data = error.data.unwrap();
    assert_eq!(
        (&data["code"], &data["context"]["nearest"]),
        (&json!("UNKNOWN_ERROR_CODE"), &json!(["SHELF_FULL"]))
    );
    assert_eq!(
        data["suggestion"],
        "Call `errors_explain` without a code to list all codes"
    );
    let long = format!("errors://{}", "x".repeat(1 << 20));
    let ServiceError::McpError(error) = read(&client, &long).await.unwrap_err() else {
        panic!()
    };
    assert!(json!(error).to_string().len() <= 65_536);
}

/// A server with a resource whose URI has the same prefix as this crate's resources.
struct Recent;

impl ServerHandler for Recent {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match &*request.uri {
            "errors://recent" => {
                let text =
                    ResourceContents::text("[]", request.uri).with_mime_type("application/json");
                Ok(ReadResourceResult::new(vec![text]).into())
            }
            _ => Err(ErrorData::resource_not_found("its own words", None)),
        }
    }
}

#[tokio::test]
async fn resources_of_the_server_whose_uris_begin_like_ours_can_be_read() {
    let client = connect(enveloped(Recent).catalog(Catalog::of::<ShelfError>())).await;
    assert_eq!(read(&client, "errors://recent").await.unwrap(), json!([]));
    assert_eq!(
        read(&client, "errors://SHELF_FULL").await.unwrap()["code"],
        "SHELF_FULL"
    );
    for (uri, message) in [
        ("errors://SHELF_FUL", "unknown error code `SHELF_FUL`"),
        ("file:///etc/passwd", "its own words"),
    ] {
        let ServiceError::McpError(error) = read(&client, uri).await.unwrap_err() else {
            panic!()
        };
        assert_eq!(error.message, message);
    }
}

#[tokio::test]
async fn a_tool_explains_codes() {
    let client = connect(server()).await;
    let explained = call(&client, "errors_explain", json!({"code": "SHELF_FULL"})).await;
    let explained: Value = serde_json::from_str(text(&explained)).unwrap();
    assert_eq!(
        explained,
        read(&client, "errors://SHELF_FULL").await.unwrap()
    );
    let all = call(&client, "errors_explain", Value::Null).await;
    let lines: Vec<&str> = text(&all).lines().collect();
    assert_eq!(
        lines[..2],
        ["SHELF_FULL: The shelf is full.", "SHELF_NOT_FOUND"]
    );
    // In English, a token has about four bytes or more, so this limits the cost per code.
    assert!(lines.iter().all(|line| line.len() <= 100), "{lines:#?}");

    let error = failure(&client, "errors_explain", json!({"code": "SHELFFULL"})).await;
    assert_eq!(
        (error.code(), error.context().get("nearest")),
        ("UNKNOWN_ERROR_CODE", Some(json!(["SHELF_FULL"])))
    );
    let error = failure(&client, "errors_explain", json!({"cod": "SHELF_FULL"})).await;
    assert_eq!(
        error.field_errors().next().unwrap().to_string(),
        "Unknown field. You sent: 'SHELF_FULL'. Did you mean `code`? Known fields: `code`."
    );
}

#[tokio::test]
async fn the_codes_of_the_tools_are_listed_if_each_declares_some() {
    let tool = || {
        OneTool::new("shelf_add", json!({"type": "object"}), |_| {
            Ok(CallToolResult::success(Vec::new()).into())
        })
    };
    let all = text(
        &call(
            &connect(enveloped(tool()).catalog(Catalog::complete().unwrap())).await,
            "errors_explain",
            json!({}),
        )
        .await,
    )
    .to_owned();
    assert!(
        all.contains("SHELF_NOT_FOUND") && all.contains("NOTE_LOST"),
        "{all}"
    );
    let server = enveloped(tool())
        .catalog(Catalog::complete().unwrap())
        .tools(&[("shelf_add", error_set!["SHELF_FULL" in ShelfError])]);
    let client = connect(server).await;
    let listed = call(&client, "errors_explain", json!({})).await;
    let codes: Vec<&str> = text(&listed)
        .lines()
        .map(|line| line.split([':', ' ']).next().unwrap())
        .collect();
    assert_eq!(codes[0], "SHELF_FULL");
    assert!(
        ["UNKNOWN_TOOL", "VALIDATION_ERROR", "INTERNAL"]
            .iter()
            .all(|code| codes.contains(code)),
        "{codes:?}"
    );
    assert!(
        !codes.contains(&"SHELF_NOT_FOUND") && !codes.contains(&"NOTE_LOST"),
        "{codes:?}"
    );
    assert_eq!(
        client.list_all_resources().await.unwrap().len(),
        codes.len() + 1
    );
    // Codes that aren't listed can also be explained.
    let explained = call(&client, "errors_explain", json!({"code": "NOTE_LOST"})).await;
    assert!(text(&explained).contains(r#""code":"NOTE_LOST""#));
}

#[tokio::test]
async fn a_tool_of_the_server_with_the_name_of_ours_wins() {
    let own = OneTool::new("errors_explain", json!({"type": "object"}), |_| {
        Ok(CallToolResult::structured(json!({"is": "its own"})).into())
    });
    let client = connect(enveloped(own).catalog(Catalog::complete().unwrap())).await;
    assert_eq!(client.list_all_tools().await.unwrap().len(), 1);
    assert_eq!(
        call(&client, "errors_explain", json!({}))
            .await
            .structured_content,
        Some(json!({"is": "its own"}))
    );
}

#[test]
fn the_program_has_the_codes_with_which_servers_reject_calls() {
    let codes = [
        "VALIDATION_ERROR",
        "MISSING_DISCRIMINATOR",
        "INVALID_DISCRIMINATOR",
        "UNKNOWN_ACTION",
        "UNKNOWN_TOOL",
    ];
    let (program, _) = Catalog::__complete();
    for code in codes {
        let entry = program.__entry(code).unwrap();
        assert!(entry.is_of_this_crate(), "{}", entry.path());
        assert!(
            program.own().__entry(code).is_none()
                && agent_error::__tooling::declared(code).is_none(),
            "{code}"
        );
    }
}
