//! Proofs: for each error, follows the advice as an agent would until a request succeeds.

use crate::client;
use crate::server::Server;
use agent_error_testing::{Call, Proof, Proofs};
use serde_json::{Value, json};
use std::rc::Rc;

const ORDERS: &str = env!("CARGO_BIN_EXE_orders");

fn orders(proof: &Proof, flags: &[&str]) -> Rc<Server> {
    let ledger = proof.folder().join("ledger.txt");
    std::fs::write(&ledger, "1200\n").unwrap();
    Rc::new(Server::start(&[&["--ledger", ledger.to_str().unwrap()], flags].concat()))
}

/// Creates a request. If `body` is null, the request has no body.
fn request(server: &Rc<Server>, name: &str, body: Value) -> Call {
    let (server, called, sent) = (Rc::clone(server), name.to_owned(), body.clone());
    Call::new(name, body, move || {
        let (method, path) = called.split_once(' ').unwrap();
        let (headers, body) = match &sent {
            Value::Null => (&[][..], String::new()),
            body => (&[("Content-Type", "application/json")][..], body.to_string()),
        };
        let answer = client::call(&server, method, path, headers, &body);
        if answer.status.is_success() { Ok(answer.json()) } else { Err(agent_error::parse(&answer.body).unwrap()) }
    })
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(ORDERS)
        .prove("ORDER_NOT_FOUND", |proof| {
            let server = orders(proof, &[]);
            proof.fails(request(&server, "GET /orders/77", Value::Null))?;
            let all = proof.call(request(&server, "GET /orders", Value::Null))?;
            proof.again_with(request(&server, &format!("GET /orders/{}", all[0]["id"]), Value::Null)).map(drop)
        })
        .prove("ORDER_NOT_CANCELLABLE", |proof| {
            let server = orders(proof, &[]);
            proof.fails(request(&server, "POST /orders/2/cancel", Value::Null))?;
            let order = proof.call(request(&server, "GET /orders/2", Value::Null))?;
            assert_eq!(order["state"], "shipped");
            proof.settled("the order is shipped")
        })
        .prove("ROUTE_UNKNOWN", |proof| {
            let server = orders(proof, &[]);
            proof.fails(request(&server, "GET /order", Value::Null))?;
            let all = proof.call(request(&server, "GET /orders", Value::Null))?;
            let new = json!({"item": all[0]["item"], "quantity": all[0]["quantity"]});
            let added = proof.call(request(&server, "POST /orders", new))?;
            proof.call(request(&server, &format!("GET /orders/{}", added["id"]), Value::Null))?;
            proof.call(request(&server, &format!("POST /orders/{}/cancel", added["id"]), Value::Null))?;
            proof.call(request(&server, "GET /revenue", Value::Null))?;
            proof.instead(request(&server, "GET /orders", Value::Null)).map(drop)
        })
        .prove("RATE_LIMITED", |proof| {
            let server = orders(proof, &["--rate-limit", "1", "--window-s", "3"]);
            client::get(&server, "/orders");
            proof.fails(request(&server, "GET /orders", Value::Null))?;
            proof.retry()
        })
        .assert("errors.proofs.json");
}
