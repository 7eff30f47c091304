//! Tests of lines that rmcp can't parse. Each request still gets a response.

use crate::client::{OneTool, enveloped};
use agent_error_mcp::{InvalidLines, LineTransport, Server};
use rmcp::ServiceExt as _;
use rmcp::model::CallToolResult;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines as TextLines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::sync::oneshot;

/// A client that can send arbitrary lines.
struct Raw {
    writer: WriteHalf<DuplexStream>,
    answers: TextLines<BufReader<ReadHalf<DuplexStream>>>,
    refused: InvalidLines,
    stop: Option<oneshot::Sender<()>>,
}

impl Raw {
    fn connect(server: Server<OneTool>) -> Self {
        let (near, far) = duplex(1 << 16);
        let (reader, writer) = split(near);
        let (stop, stopped) = oneshot::channel::<()>();
        let lines = LineTransport::new(reader, writer).until(async { stopped.await.unwrap_or_default() });
        let refused = lines.refused();
        tokio::spawn(async move { server.serve(lines).await.unwrap().waiting().await.unwrap() });
        let (reader, writer) = split(far);
        Self { writer, answers: BufReader::new(reader).lines(), refused, stop: Some(stop) }
    }

    async fn initialized(server: Server<OneTool>) -> Self {
        Self::initialized_as(server, "2025-11-25").await
    }

    async fn initialized_as(server: Server<OneTool>, version: &str) -> Self {
        let mut raw = Self::connect(server);
        let client = json!({"name": "test", "version": "0"});
        let hello = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        raw.line(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).to_string()).await;
        raw.line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        assert_eq!(raw.answer().await.unwrap()["id"], 1);
        raw
    }

    async fn echo() -> Self {
        Self::initialized(enveloped(OneTool::echo(json!({"type": "object"})))).await
    }

    async fn line(&mut self, line: impl AsRef<[u8]>) {
        self.writer.write_all(line.as_ref()).await.unwrap();
        self.writer.write_all(b"\n").await.unwrap();
    }

    async fn answer(&mut self) -> Option<Value> {
        Some(serde_json::from_str(&self.answers.next_line().await.unwrap()?).unwrap())
    }
}

fn call(id: u64, arguments: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{arguments}}}}}"#)
}

#[tokio::test]
async fn an_unreadable_request_gets_an_error_with_its_id() {
    let mut raw = Raw::echo().await;
    let deep = format!(r#"{{"a":{}1{}}}"#, "[".repeat(200), "]".repeat(200));
    for (line, code, id, message) in [
        (call(2, &deep).into_bytes(), -32600, json!(2), "cannot parse the message: recursion limit exceeded"),
        (call(3, r#"{"a":1e999}"#).into_bytes(), -32600, json!(3), "cannot parse the message: number out of range"),
        (
            call(4, &format!("{:?}", "x".repeat(17 << 20))).into_bytes(),
            -32600,
            json!(4),
            "the message is longer than 16 MiB",
        ),
        (
            br#"{"jsonrpc":"1.0","id":"five","method":"ping"}"#.to_vec(),
            -32600,
            json!("five"),
            "not a valid JSON-RPC 2.0 message",
        ),
        // This line is a response, so its ID belongs to a request of the server, not of the client.
        (br#"{"jsonrpc":"2.0","id":6,"outcome":{}}"#.to_vec(), -32600, Value::Null, "not a valid JSON-RPC 2.0 message"),
        (
            br#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#.to_vec(),
            -32600,
            Value::Null,
            "not a valid JSON-RPC 2.0 message",
        ),
        (b"hello".to_vec(), -32700, Value::Null, "invalid JSON: expected value at line 1 column 1"),
        (b"\xff\xfe\x00".to_vec(), -32700, Value::Null, "invalid JSON"),
        (call(8, "{").into_bytes(), -32700, Value::Null, "invalid JSON: EOF"),
    ] {
        raw.line(&line).await;
        let answer = raw.answer().await.unwrap();
        // If the `id` can't be parsed, the response contains `null`.
        assert_eq!((&answer["error"]["code"], answer.get("id")), (&json!(code), Some(&id)), "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().starts_with(message), "{answer}");
    }
    // These lines need no response.
    for line in ["", "\r", r#"{"jsonrpc":"2.0","method":7}"#, r#"{"method":"textDocument/didOpen","params":5}"#] {
        raw.line(line).await;
    }
    let ping = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
    raw.line(format!("\u{feff}{ping}\r")).await;
    let answers = [raw.answer().await.unwrap(), raw.answer().await.unwrap()];
    assert!(answers.iter().any(|answer| answer["id"] == 9 && answer["result"].is_object()), "{answers:?}");
    assert_eq!(raw.refused.count(), 10);
}

#[tokio::test]
async fn a_call_with_an_unpaired_surrogate_gets_a_response() {
    let mut raw = Raw::echo().await;
    for (id, sent, read) in
        [(2, r#"{"text":"cut \ud83d"}"#, "cut \u{fffd}"), (3, r#"{"text":"\ud83d\ude00"}"#, "\u{1f600}")]
    {
        raw.line(call(id, sent)).await;
        let answer = raw.answer().await.unwrap();
        assert_eq!((&answer["id"], &answer["result"]["structuredContent"]["text"]), (&json!(id), &json!(read)));
    }
}

#[tokio::test]
async fn a_last_line_without_a_newline_gets_a_response() {
    let mut raw = Raw::connect(enveloped(OneTool::echo(json!({"type": "object"}))));
    raw.writer.write_all(b"garbage").await.unwrap();
    raw.writer.shutdown().await.unwrap();
    assert_eq!(raw.answer().await.unwrap()["error"]["code"], -32700);
    assert_eq!(raw.answer().await, None);
}

#[tokio::test]
async fn a_running_call_gets_a_response_after_the_shutdown_signal() {
    let slow = OneTool::new("echo", json!({"type": "object"}), |_| {
        std::thread::sleep(Duration::from_millis(200));
        Ok(CallToolResult::success(Vec::new()).into())
    });
    let mut raw = Raw::initialized(enveloped(slow)).await;
    raw.line(call(2, "{}")).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    raw.stop.take().unwrap().send(()).unwrap();
    let answer = raw.answer().await.unwrap();
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(2), &json!(false)));
    assert_eq!(raw.answer().await, None);
}

/// Version 2026-07-28 added `resultType`, which clients of older versions don't know.
#[tokio::test]
async fn the_response_to_a_malformed_call_matches_the_negotiated_version() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut raw = Raw::initialized_as(enveloped(OneTool::echo(json!({"type": "object"}))), version).await;
        raw.line(call(2, "[1]")).await;
        let result = raw.answer().await.unwrap()["result"].take();
        assert_eq!((&result["isError"], result.get("resultType")), (&json!(true), None), "{version}: {result}");
    }
}
