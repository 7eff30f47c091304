//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use crate::mcp_session::Session;
use crate::{BILLING, LEDGER};
use agent_error_testing::{Proofs, World};
use serde_json::json;
use std::process::Command;
use std::rc::Rc;

fn billing(world: &World, flags: &[&str]) -> Rc<Session> {
    std::fs::write(world.folder().join("ledger.json"), LEDGER).unwrap();
    let mut command = Command::new(BILLING);
    command.arg("serve").args(flags).current_dir(world.folder());
    Session::start(command)
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(BILLING)
        .prove("InvoiceNotFound", |world| {
            let server = billing(world, &[]);
            world.fails(server.call("invoices_get", json!({"id": "INV-100"})))?;
            let invoices = world.call(server.call("invoices_list", json!({})))?;
            world.again_with(server.call("invoices_get", json!({"id": invoices[0]["id"]}))).map(drop)
        })
        .prove("ProjectNotFound", |world| {
            let server = billing(world, &[]);
            world.fails(server.call("projects", json!({"action": "get", "id": "shop"})))?;
            let projects = world.call(server.call("projects", json!({"action": "list"})))?;
            world.again_with(server.call("projects", json!({"action": "get", "id": projects[0]["id"]}))).map(drop)
        })
        .prove("OverPayment", |world| {
            let server = billing(world, &[]);
            let charge = |cents| json!({"id": "INV-003", "amount_cents": cents, "card_token": "tok_visa"});
            world.fails(server.call("invoices_charge", charge(json!(80_000))))?;
            world.call(server.call("invoices_get", json!({"id": "INV-003"})))?;
            // The suggestion contains the open amount.
            world.again_with(server.call("invoices_charge", charge(json!(50_000)))).map(drop)
        })
        .prove("CardDeclined", |world| {
            let server = billing(world, &[]);
            let charge = |card| json!({"id": "INV-001", "amount_cents": 100, "card_token": card});
            world.fails(server.call("invoices_charge", charge("tok_declined")))?;
            world.learn("tok_visa");
            world.again_with(server.call("invoices_charge", charge("tok_visa"))).map(drop)
        })
        .prove("PaymentUnconfirmed", |world| {
            let server = billing(world, &[]);
            let charge = |card| json!({"id": "INV-003", "amount_cents": 100, "card_token": card});
            world.fails(server.call("invoices_charge", charge("tok_unconfirmed")))?;
            let invoice = world.call(server.call("invoices_get", json!({"id": "INV-003"})))?;
            // The payment is recorded, so the charge isn't repeated.
            assert_eq!(invoice["paid_cents"], 30_100);
            world.settled("the payment is recorded")
        })
        .prove("RATE_LIMITED", |world| {
            let server = billing(world, &["--rate-limit", "1", "--window-s", "3"]);
            let charge = json!({"id": "INV-001", "amount_cents": 100, "card_token": "tok_visa"});
            let _ = server.answer("invoices_charge", &charge);
            world.fails(server.call("invoices_charge", charge))?;
            world.retry()
        })
        .assert("errors.proofs.json");
}
