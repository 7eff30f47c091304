//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use crate::ADMIN;
use crate::flaky::{Trouble, lead, listener};
use crate::server::Server;
use agent_error_testing::{CheckError, Proofs, Tool, World};
use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::time::Duration;

const CLOUDCTL: &str = env!("CARGO_BIN_EXE_cloudctl");

/// Runs cloudctl in the world's directory, with an administrator's password in the environment.
fn cloudctl(world: &World, endpoint: &str, arguments: &[&str]) -> Tool {
    let tool = world.tool(CLOUDCTL).args(arguments.iter().copied());
    tool.env("CLOUDCTL_ENDPOINT", endpoint).env("CLOUDCTL_PASSWORD", ADMIN.1)
}

#[track_caller]
fn log_in(world: &World, endpoint: &str) {
    cloudctl(world, endpoint, &["auth", "login", "--user", ADMIN.0]).run().assert_exit(0);
}

/// Logs in through a proxy that fails for the first six seconds.
fn trouble(world: &mut World, trouble: Trouble) -> Result<(), CheckError> {
    let server = Server::start(&[]);
    let (listener, endpoint) = listener();
    let repaired = lead(listener, &server.endpoint, trouble);
    world.outage(Duration::from_secs(6), move || repaired.store(true, Ordering::SeqCst));
    let login = ["auth", "login", "--user", ADMIN.0, "--timeout", "2"];
    world.fails(cloudctl(world, &endpoint, &login))?;
    world.retry()
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(CLOUDCTL)
        .prove("AUTH_ERROR", |world| {
            let server = Server::start(&["--token-calls", "1"]);
            log_in(world, &server.endpoint);
            cloudctl(world, &server.endpoint, &["balance"]).run().assert_exit(0);
            world.fails(cloudctl(world, &server.endpoint, &["balance"]))?;
            // Allow the fix to replace the token file, because logging in replaces the expired token.
            world.allow_replacing();
            world.fix()?;
            world.again()
        })
        .prove("RATE_LIMITED", |world| {
            let server = Server::start(&["--rate-limit", "1", "--retry-after", "1.5"]);
            log_in(world, &server.endpoint);
            cloudctl(world, &server.endpoint, &["balance"]).run().assert_exit(0);
            world.fails(cloudctl(world, &server.endpoint, &["balance"]))?;
            world.retry()
        })
        .prove("API_DISCONNECTED", |world| trouble(world, Trouble::Closed))
        .prove("API_TIMEOUT", |world| trouble(world, Trouble::Unanswered))
        .prove("API_UNAVAILABLE", |world| trouble(world, Trouble::Busy))
        .exempt("API_HOST_NOT_FOUND", "a test cannot teach a name server a name")
        .prove("API_UNREACHABLE", |world| {
            let server = Server::start(&[]);
            let (port, endpoint) = listener();
            let address = port.local_addr().unwrap();
            drop(port);
            let to = server.endpoint.clone();
            world.outage(Duration::from_secs(6), move || {
                lead(TcpListener::bind(address).unwrap(), &to, Trouble::Closed).store(true, Ordering::SeqCst);
            });
            world.fails(cloudctl(world, &endpoint, &["auth", "login", "--user", ADMIN.0]))?;
            world.retry()
        })
        .prove("NOT_FOUND", |world| {
            let server = Server::start(&[]);
            log_in(world, &server.endpoint);
            world.fails(cloudctl(world, &server.endpoint, &["instances", "get", "gpu-runer"]))?;
            let listed = world.call(cloudctl(world, &server.endpoint, &["instances", "list"]))?;
            let name = listed["instances"][0]["hostname"].as_str().unwrap();
            world.again_with(cloudctl(world, &server.endpoint, &["instances", "get", name])).map(drop)
        })
        .prove("CONFLICT", |world| {
            let server = Server::start(&[]);
            log_in(world, &server.endpoint);
            let shutdown = ["instances", "shutdown", "inst-1", "--yes"];
            cloudctl(world, &server.endpoint, &shutdown).run().assert_exit(0);
            world.fails(cloudctl(world, &server.endpoint, &shutdown))?;
            let listed = world.call(cloudctl(world, &server.endpoint, &["instances", "list"]))?;
            assert_eq!(listed["instances"][0]["status"], "offline");
            world.settled("the instance is offline")
        })
        .prove("INSUFFICIENT_BALANCE", |world| {
            let server = Server::start(&["--balance", "13"]);
            log_in(world, &server.endpoint);
            let create = ["instances", "create", "--instance-type=1V100.6V", "--os=debian-13", "--hostname=builder"];
            world.fails(cloudctl(world, &server.endpoint, &create))?;
            let balance = world.call(cloudctl(world, &server.endpoint, &["balance"]))?;
            assert_eq!(balance["balance_cents"], 13);
            world.settled("the user knows the balance and adds funds")
        })
        .assert("errors.proofs.json");
}
