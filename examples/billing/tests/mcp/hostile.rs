//! Clients that violate the protocol or send too much data.

use crate::LEDGER;
use crate::server::Server;
use serde_json::{Value, json};

/// Asserts that the server still works and that the ledger is unchanged.
#[track_caller]
fn assert_unharmed(mut server: Server) {
    assert!(!server.call("invoices_get", json!({"id": "INV-001"})).0);
    assert_eq!(server.end(), serde_json::from_str::<Value>(LEDGER).unwrap());
}

#[test]
fn invalid_lines_are_harmless() {
    let mut server = Server::start();
    let deep = "[".repeat(100_000);
    let nested = format!(
        r#"{{"jsonrpc":"2.0","id":90,"method":"tools/call","params":{{"name":"projects","arguments":{{"action":{deep}"#
    );
    let lines: [&[u8]; 17] = [
        b"",
        b"{",
        b"hello",
        b"\xff\xfe\x00",
        b"null",
        b"5",
        b"[]",
        b"{}",
        deep.as_bytes(),
        nested.as_bytes(),
        br#"{"jsonrpc":"1.0","id":91,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":92}"#,
        br#"{"jsonrpc":"2.0","id":93,"method":7}"#,
        br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":94,"method":"tools/call","params":[]}"#,
        br#"[{"jsonrpc":"2.0","id":95,"method":"ping"}]"#,
        br#"{"jsonrpc":"2.0","id":96,"method":"ping"} and more"#,
    ];
    for line in lines {
        server.line(line);
    }
    let (answer, others) = server.request("ping", &json!({}));
    assert!(answer["result"].is_object(), "{answer}");
    // The server responds to every line except the empty one. Responses to requests have the request's ID.
    assert_eq!(others.len(), lines.len() - 1, "{others:#?}");
    for other in &others {
        let code = other["error"]["code"].as_i64().unwrap_or_default();
        assert!([-32700, -32600].contains(&code) || other["result"]["isError"] == true, "{other}");
    }
    let answered = |id: u64| others.iter().any(|other| other["id"] == id);
    assert!(answered(91) && answered(93) && answered(94), "{others:#?}");
    assert_unharmed(server);
}

#[test]
fn arguments_of_the_wrong_type_are_rejected_with_the_reason() {
    let mut server = Server::start();
    for (name, arguments, expected) in [
        (json!("projects"), json!([1]), r#"<field name="arguments">Wrong type: array. Expected: object.</field>"#),
        (json!("projects"), json!("{}"), r#"<field name="arguments">Wrong type: string. Expected: object.</field>"#),
        (json!(7), json!({}), r#"<field name="name">Wrong type: number. Expected: string (a tool name).</field>"#),
    ] {
        let (failed, text) = server.call(name, arguments);
        assert!(failed && text.starts_with("<validation_error action=") && text.contains(expected), "{text}");
    }
    let (answer, _) = server.request("tools/call", &json!({}));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(r#"<field name="name">Required field is missing."#), "{text}");

    let (answer, _) = server.request("resources/read", &json!({"uri": 7}));
    assert_eq!(
        (&answer["error"]["code"], &answer["error"]["data"]["code"]),
        (&json!(-32602), &json!("VALIDATION_ERROR"))
    );
    let (answer, _) = server.request("invoices/burn", &json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    assert_unharmed(server);
}

/// JavaScript clients send an unpaired surrogate if a string is truncated within an emoji.
#[test]
fn an_unpaired_surrogate_still_gets_a_response() {
    let mut server = Server::start();
    server.line(
        br#"{"jsonrpc":"2.0","id":"cut","method":"tools/call","params":{"name":"invoices_get","arguments":{"id":"\ud83d"}}}"#,
    );
    let (answer, _) = server.answer(&"cut".into());
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("<message>invoice \"\u{fffd}\" does not exist</message>"), "{answer}");
    assert_unharmed(server);
}

#[test]
fn huge_arguments_get_short_errors() {
    const TEN_MB: usize = 10_000_000;
    const SHORT: usize = 8192;
    let huge = "x".repeat(TEN_MB);
    let mut server = Server::start();
    let charge = |name: &str, value: Value| {
        let mut arguments = json!({"id": "INV-001", "amount_cents": 1, "card_token": "tok_visa"});
        arguments[name] = value;
        arguments
    };
    let many: serde_json::Map<String, Value> =
        (0..100_000).map(|index| (format!("field{index}"), index.into())).collect();
    let calls = [
        ("invoices_charge", charge("id", huge.clone().into()), "Too long."),
        ("invoices_charge", charge("card_token", huge.clone().into()), "You sent: [REDACTED]."),
        ("invoices_charge", charge("note", vec![0; 1_000_000].into()), "You sent: 'array of 1000000 items'."),
        ("invoices_charge", charge(&huge, 1.into()), "Unknown field."),
        ("invoices_charge", many.into(), "More fields are invalid; only the first 20 are listed."),
        ("projects", json!({"action": huge}), "UNKNOWN_ACTION"),
        (&huge, json!({}), "UNKNOWN_TOOL"),
    ];
    for (tool, arguments, expected) in calls {
        let (failed, text) = server.call(tool, arguments);
        assert!(failed && text.len() < SHORT && text.contains(expected), "{} bytes: {:.2000}", text.len(), text);
    }
    assert_unharmed(server);
}

/// The server skips a line of more than 16 MiB, then reads the next line.
#[test]
fn an_overlong_line_gets_an_error() {
    let mut server = Server::start();
    server.line(&vec![b'x'; 17 * 1024 * 1024]);
    let (answer, others) = server.answer(&Value::Null);
    assert_eq!((&answer["error"]["code"], others.len()), (&json!(-32600), 0), "{answer}");
    assert_unharmed(server);
}

/// The agent is told that no call helps. The cause is logged for the operators of the server.
#[test]
fn the_cause_of_an_unreadable_ledger_is_logged() {
    let mut server = Server::start();
    server.remove_ledger();
    let (failed, text) = server.call("invoices_get", json!({"id": "INV-001"}));
    assert!(failed && text.contains("LedgerUnreadable") && !text.contains("os error"), "{text}");
    let log = server.log();
    assert_eq!(
        log,
        "invoices_get: LedgerUnreadable: cannot read the ledger: No such file or directory (ENOENT, os error 2)\n"
    );
}

#[test]
fn secrets_in_rejected_arguments_are_not_echoed() {
    const SECRET: &str = "hunter2";
    let mut server = Server::start();
    let charge = |changes: Value| {
        let mut arguments = json!({"id": "INV-001", "amount_cents": 1, "card_token": "tok_visa"});
        arguments.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        arguments
    };
    let text_of_all = charge(json!({"card_token": SECRET})).to_string();
    let calls = [
        charge(json!({"card_token": SECRET})),
        charge(json!({"card_token": [SECRET]})),
        charge(json!({"card_token": {"number": SECRET}})),
        charge(json!({"password": SECRET})),
        charge(json!({"api_key": {"a": [SECRET]}})),
        charge(json!({"note": {"password": SECRET}})),
        charge(json!({"note": [{"deep": {"secret": SECRET}}]})),
        // Deserializing this argument fails, and the message of serde quotes it.
        charge(json!({"card_token": SECRET, "amount_cents": 1e30})),
        json!([SECRET]),
        text_of_all.into(),
    ];
    for arguments in calls {
        let (failed, text) = server.call("invoices_charge", arguments.clone());
        assert!(failed && !text.contains(SECRET), "{arguments} is answered with {text}");
    }
    let (failed, text) = server.call("invoices_charge", charge(json!({"card_token": "tok_declined"})));
    assert!(failed && !text.contains("tok_declined"), "{text}");
    assert_unharmed(server);
}
