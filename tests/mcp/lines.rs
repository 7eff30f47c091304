//! What clients in JavaScript write.

use crate::client::OneTool;
use agent_error::mcp::{Lines, Server};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, duplex, split};

/// What comes out of the bytes, which come in through a pipe of this size.
async fn read(bytes: &[u8], pipe: usize) -> Vec<u8> {
    let (mut near, far) = duplex(pipe);
    let bytes = bytes.to_vec();
    let writing = tokio::spawn(async move { near.write_all(&bytes).await });
    let mut out = Vec::new();
    Lines::new(far).read_to_end(&mut out).await.unwrap();
    writing.await.unwrap().unwrap();
    out
}

#[tokio::test]
async fn halves_of_characters_are_replaced_and_nothing_else() {
    let cases: [(&[u8], &[u8]); 6] = [
        (b"{\"a\":\"\\ud83d\"}\n[\"\\uDE00\"]\n", b"{\"a\":\"\\ufffd\"}\n[\"\\ufffd\"]\n"),
        (b"[\"\\ud83d\\ude00\",\"\\\\ud83d\"]\n", b"[\"\\ud83d\\ude00\",\"\\\\ud83d\"]\n"),
        // What is no JSON, no text, or not complete stays as it is.
        (b"hello\r\n\n\n", b"hello\r\n\n\n"),
        (b"\xff\\ud83d\n", b"\xff\\ud83d\n"),
        (b"{\"a\":", b"{\"a\":"),
        (b"", b""),
    ];
    for (bytes, expected) in cases {
        for pipe in [1, 3, 64 * 1024] {
            assert_eq!(read(bytes, pipe).await, expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
    let long = vec![b'x'; 40 * 1024 * 1024];
    assert!(read(&long, 1 << 20).await == long);
}

#[tokio::test]
async fn a_call_with_half_a_character_is_answered() {
    let (near, far) = duplex(1 << 16);
    let (reader, writer) = split(near);
    let server = Server::new(OneTool::echo(json!({"type": "object"}))).serve((Lines::new(reader), writer));
    let client = async {
        let (reader, mut writer) = split(far);
        let mut answers = BufReader::new(reader).lines();
        let client = json!({"name": "test", "version": "0"});
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello});
        let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"cut \ud83d"}}}"#;
        writer
            .write_all(
                format!("{hello}\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}\n{call}\n")
                    .as_bytes(),
            )
            .await
            .unwrap();
        answers.next_line().await.unwrap();
        let answer: Value = serde_json::from_str(&answers.next_line().await.unwrap().unwrap()).unwrap();
        assert_eq!(
            (&answer["id"], &answer["result"]["structuredContent"]),
            (&json!(2), &json!({"text": "cut \u{fffd}"}))
        );
    };
    let serving = async { server.await.unwrap().waiting().await.unwrap() };
    tokio::join!(serving, client);
}
