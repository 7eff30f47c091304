//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use crate::ADMIN;
use crate::flaky::{Trouble, lead, listener};
use crate::server::Server;
use agent_error_testing::{CheckError, Proof, Proofs, Tool};
use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::time::Duration;

const CLOUDCTL: &str = env!("CARGO_BIN_EXE_cloudctl");

/// Runs cloudctl in the proof's directory, with an administrator's password in the environment.
fn cloudctl(proof: &Proof, endpoint: &str, arguments: &[&str]) -> Tool {
    let tool = proof.tool(CLOUDCTL).args(arguments.iter().copied());
    tool.env("CLOUDCTL_ENDPOINT", endpoint).env("CLOUDCTL_PASSWORD", ADMIN.1)
}

#[track_caller]
fn log_in(proof: &Proof, endpoint: &str) {
    cloudctl(proof, endpoint, &["auth", "login", "--user", ADMIN.0]).run().assert_exit(0);
}

/// Logs in through a proxy that fails for the first six seconds.
fn trouble(proof: &mut Proof, trouble: Trouble) -> Result<(), CheckError> {
    let server = Server::start(&[]);
    let (listener, endpoint) = listener();
    let repaired = lead(listener, &server.endpoint, trouble);
    proof.outage(Duration::from_secs(6), move || repaired.store(true, Ordering::SeqCst));
    let login = ["auth", "login", "--user", ADMIN.0, "--timeout", "2"];
    proof.fails(cloudctl(proof, &endpoint, &login))?;
    proof.retry()
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(CLOUDCTL)
        .prove("AUTH_ERROR", |proof| {
            let server = Server::start(&["--token-calls", "1"]);
            log_in(proof, &server.endpoint);
            cloudctl(proof, &server.endpoint, &["balance"]).run().assert_exit(0);
            proof.fails(cloudctl(proof, &server.endpoint, &["balance"]))?;
            // Allow the fix to replace the token file, because logging in replaces the expired token.
            proof.allow_replacing();
            proof.fix()?;
            proof.again()
        })
        .prove("RATE_LIMITED", |proof| {
            let server = Server::start(&["--rate-limit", "1", "--retry-after", "1.5"]);
            log_in(proof, &server.endpoint);
            cloudctl(proof, &server.endpoint, &["balance"]).run().assert_exit(0);
            proof.fails(cloudctl(proof, &server.endpoint, &["balance"]))?;
            proof.retry()
        })
        .prove("API_DISCONNECTED", |proof| trouble(proof, Trouble::Closed))
        .prove("API_TIMEOUT", |proof| trouble(proof, Trouble::Unanswered))
        .prove("API_UNAVAILABLE", |proof| trouble(proof, Trouble::Busy))
        .exempt("API_HOST_NOT_FOUND", "a test cannot teach a name server a name")
        .prove("API_UNREACHABLE", |proof| {
            let server = Server::start(&[]);
            let (port, endpoint) = listener();
            let address = port.local_addr().unwrap();
            drop(port);
            let to = server.endpoint.clone();
            proof.outage(Duration::from_secs(6), move || {
                lead(TcpListener::bind(address).unwrap(), &to, Trouble::Closed).store(true, Ordering::SeqCst);
            });
            proof.fails(cloudctl(proof, &endpoint, &["auth", "login", "--user", ADMIN.0]))?;
            proof.retry()
        })
        .prove("NOT_FOUND", |proof| {
            let server = Server::start(&[]);
            log_in(proof, &server.endpoint);
            proof.fails(cloudctl(proof, &server.endpoint, &["instances", "get", "gpu-runer"]))?;
            let listed = proof.call(cloudctl(proof, &server.endpoint, &["instances", "list"]))?;
            let name = listed["instances"][0]["hostname"].as_str().unwrap();
            proof.again_with(cloudctl(proof, &server.endpoint, &["instances", "get", name])).map(drop)
        })
        .prove("CONFLICT", |proof| {
            let server = Server::start(&[]);
            log_in(proof, &server.endpoint);
            let shutdown = ["instances", "shutdown", "inst-1", "--yes"];
            cloudctl(proof, &server.endpoint, &shutdown).run().assert_exit(0);
            proof.fails(cloudctl(proof, &server.endpoint, &shutdown))?;
            let listed = proof.call(cloudctl(proof, &server.endpoint, &["instances", "list"]))?;
            assert_eq!(listed["instances"][0]["status"], "offline");
            proof.settled("the instance is offline")
        })
        .prove("INSUFFICIENT_BALANCE", |proof| {
            let server = Server::start(&["--balance", "13"]);
            log_in(proof, &server.endpoint);
            let create = ["instances", "create", "--instance-type=1V100.6V", "--os=debian-13", "--hostname=builder"];
            proof.fails(cloudctl(proof, &server.endpoint, &create))?;
            let balance = proof.call(cloudctl(proof, &server.endpoint, &["balance"]))?;
            assert_eq!(balance["balance_cents"], 13);
            proof.settled("the user knows the balance and adds funds")
        })
        .assert("errors.proofs.json");
}
