//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use crate::mcp_session::Session;
use crate::{BILLING, LEDGER};
use agent_error_testing::{Proof, Proofs};
use serde_json::json;
use std::process::Command;
use std::rc::Rc;

fn billing(proof: &Proof, flags: &[&str]) -> Rc<Session> {
    std::fs::write(proof.folder().join("ledger.json"), LEDGER).unwrap();
    let mut command = Command::new(BILLING);
    command.arg("serve").args(flags).current_dir(proof.folder());
    Session::start(command)
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(BILLING)
        .prove("InvoiceNotFound", |proof| {
            let server = billing(proof, &[]);
            proof.fails(server.call("invoices_get", json!({"id": "INV-100"})))?;
            let invoices = proof.call(server.call("invoices_list", json!({})))?;
            proof.again_with(server.call("invoices_get", json!({"id": invoices[0]["id"]}))).map(drop)
        })
        .prove("ProjectNotFound", |proof| {
            let server = billing(proof, &[]);
            proof.fails(server.call("projects", json!({"action": "get", "id": "shop"})))?;
            let projects = proof.call(server.call("projects", json!({"action": "list"})))?;
            proof.again_with(server.call("projects", json!({"action": "get", "id": projects[0]["id"]}))).map(drop)
        })
        .prove("OverPayment", |proof| {
            let server = billing(proof, &[]);
            let charge = |cents| json!({"id": "INV-003", "amount_cents": cents, "card_token": "tok_visa"});
            proof.fails(server.call("invoices_charge", charge(json!(80_000))))?;
            proof.call(server.call("invoices_get", json!({"id": "INV-003"})))?;
            // The suggestion contains the open amount.
            proof.again_with(server.call("invoices_charge", charge(json!(50_000)))).map(drop)
        })
        .prove("CardDeclined", |proof| {
            let server = billing(proof, &[]);
            let charge = |card| json!({"id": "INV-001", "amount_cents": 100, "card_token": card});
            proof.fails(server.call("invoices_charge", charge("tok_declined")))?;
            proof.learn("tok_visa");
            proof.again_with(server.call("invoices_charge", charge("tok_visa"))).map(drop)
        })
        .prove("PaymentUnconfirmed", |proof| {
            let server = billing(proof, &[]);
            let charge = |card| json!({"id": "INV-003", "amount_cents": 100, "card_token": card});
            proof.fails(server.call("invoices_charge", charge("tok_unconfirmed")))?;
            let invoice = proof.call(server.call("invoices_get", json!({"id": "INV-003"})))?;
            // The payment is recorded, so the charge isn't repeated.
            assert_eq!(invoice["paid_cents"], 30_100);
            proof.settled("the payment is recorded")
        })
        .prove("RATE_LIMITED", |proof| {
            let server = billing(proof, &["--rate-limit", "1", "--window-s", "3"]);
            let charge = json!({"id": "INV-001", "amount_cents": 100, "card_token": "tok_visa"});
            let _ = server.answer("invoices_charge", &charge);
            proof.fails(server.call("invoices_charge", charge))?;
            proof.retry()
        })
        .assert("errors.proofs.json");
}
