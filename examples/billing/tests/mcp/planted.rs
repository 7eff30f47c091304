//! Secrets in flags, tool arguments and the ledger never appear in output.

use crate::BILLING;
use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden, assert_no_secret};
use crate::server::Server;
use serde_json::{Value, json};

#[test]
fn secrets_on_the_command_line_are_hidden() {
    assert_hidden(
        BILLING,
        &[
            Case::new("UNKNOWN_FLAG", &["serve", "--card-number", CARD]),
            Case::new("UNKNOWN_FLAG", &["serve", &format!("--api-key={API_KEY}")]),
            Case::new("UNEXPECTED_ARGUMENT", &["serve", API_KEY]),
            Case::new("CLIENT_SILENT", &["serve"]).stdin(format!("{{\"token\":\"{TOKEN}\"}}\n")),
        ],
    );
}

#[test]
fn secrets_in_calls_are_hidden() {
    let charge = |more: Value| {
        let mut arguments = json!({"id": "INV-001", "amount_cents": 1, "card_token": "tok_visa"});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    let mut server = Server::start();
    for (tool, arguments) in [
        ("invoices_charge", charge(json!({"card_token": CARD}))),
        ("invoices_charge", charge(json!({"card_number": CARD}))),
        ("invoices_charge", charge(json!({"card": {"card_number": CARD, "cvv": "1234"}}))),
        ("invoices_charge", charge(json!({"note": {"credit_card": CARD}}))),
        ("invoices_charge", charge(json!({"card_token": TOKEN, "id": "INV-404"}))),
        ("invoices_charge", charge(json!({"card_token": TOKEN, "amount_cents": 1_000_000_000_u64}))),
        ("invoices_get", json!({"id": "INV-404", "api_key": API_KEY})),
        ("projects", json!({"action": "get", "id": "x", "password": PASSWORD})),
        ("projects", json!({"action": {"password": PASSWORD}})),
        ("refunds", json!({"token": TOKEN})),
    ] {
        let (failed, text) = server.call(tool, arguments.clone());
        assert!(failed, "{tool} {arguments} is answered with {text}");
        assert_no_secret(&format!("{tool} {arguments}"), &text);
    }
    let (answer, _) = server.request("invoices/burn", &json!({"token": TOKEN}));
    assert_no_secret("an unknown method", &answer.to_string());
    let (answer, _) = server.request("resources/read", &json!({"uri": {"password": PASSWORD}}));
    assert_no_secret("a resource", &answer.to_string());
    assert_no_secret("the log", &server.log());
}

/// The log describes what is wrong with the ledger without quoting it.
#[test]
fn secrets_in_the_ledger_are_hidden() {
    for ledger in [
        json!({"projects": [{"id": "a", "name": "b", "customer": CARD.parse::<u64>().unwrap()}], "invoices": []}),
        json!({"projects": PASSWORD, "invoices": []}),
        json!({"projects": [], "invoices": [{"id": "a", "project": "b", "total_cents": CARD, "paid_cents": 0}]}),
    ] {
        let mut server = Server::start();
        server.write_ledger(&ledger.to_string());
        let (failed, text) = server.call("invoices_get", json!({"id": "INV-001"}));
        assert!(failed && text.contains("LedgerUnreadable"), "{text}");
        assert_no_secret("the answer", &text);
        let log = server.log();
        assert!(log.contains("LedgerUnreadable"), "{log}");
        assert_no_secret("the log", &log);
    }
}
