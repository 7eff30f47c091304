//! Follows the advice of each error as an agent would, until the call succeeds.

use crate::ADMIN;
use crate::fixes::codes_with_fix;
use crate::flaky::{Trouble, lead, listener};
use crate::server::Server;
use agent_error_testing::{Run, Tool};
use serde_json::Value;
use std::net::TcpListener;
use std::sync::atomic::Ordering;
use tempfile::TempDir;

/// A home directory with an administrator's password in the environment, and the endpoint that cloudctl calls.
struct Home {
    folder: TempDir,
    endpoint: String,
}

impl Home {
    fn new(endpoint: &str) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), endpoint: endpoint.to_owned() }
    }

    /// Creates a home directory and logs in.
    fn logged_in(server: &Server) -> Self {
        let home = Self::new(&server.endpoint);
        home.call(&["auth", "login", "--user", ADMIN.0]).run().assert_exit(0);
        home
    }

    fn call(&self, arguments: &[&str]) -> Tool {
        let folder = self.folder.path();
        let tool = Tool::new(env!("CARGO_BIN_EXE_cloudctl")).args(arguments).current_dir(folder).env("HOME", folder);
        tool.env("CLOUDCTL_ENDPOINT", &self.endpoint).env("CLOUDCTL_PASSWORD", ADMIN.1)
    }
}

fn data(run: &Run) -> Value {
    serde_json::from_slice::<Value>(&run.stdout).unwrap()["data"].take()
}

#[test]
fn the_fix_for_an_expired_login_renews_it() {
    let server = Server::start(&["--token-calls", "1"]);
    let home = Home::logged_in(&server);
    home.call(&["balance"]).run().assert_exit(0);
    home.call(&["balance"]).fails("AUTH_ERROR").follow_fix();
    assert_eq!(codes_with_fix(env!("CARGO_BIN_EXE_cloudctl")), ["AUTH_ERROR"]);
}

#[test]
fn a_retry_succeeds_after_the_rate_limit() {
    let server = Server::start(&["--rate-limit", "1", "--retry-after", "1.5"]);
    let home = Home::logged_in(&server);
    home.call(&["balance"]).run().assert_exit(0);
    home.call(&["balance"]).fails("RATE_LIMITED").retry();
}

#[test]
fn a_retry_succeeds_once_the_api_works() {
    for (code, trouble) in [
        ("API_DISCONNECTED", Trouble::Closed),
        ("API_TIMEOUT", Trouble::Unanswered),
        ("API_UNAVAILABLE", Trouble::Busy),
    ] {
        let server = Server::start(&[]);
        let (listener, endpoint) = listener();
        let repaired = lead(listener, &server.endpoint, trouble);
        let login = ["auth", "login", "--user", ADMIN.0, "--timeout", "2"];
        let home = Home::new(&endpoint);
        let failure = home.call(&login).fails(code);
        repaired.store(true, Ordering::SeqCst);
        failure.retry();
    }
}

#[test]
fn a_retry_succeeds_once_the_api_is_reachable() {
    let server = Server::start(&[]);
    let (closed, endpoint) = listener();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let home = Home::new(&endpoint);
    let failure = home.call(&["auth", "login", "--user", ADMIN.0]).fails("API_UNREACHABLE");
    lead(TcpListener::bind(address).unwrap(), &server.endpoint, Trouble::Closed).store(true, Ordering::SeqCst);
    failure.retry();
}

#[test]
fn the_list_of_instances_has_the_right_name() {
    let server = Server::start(&[]);
    let home = Home::logged_in(&server);
    let failure = home.call(&["instances", "get", "gpu-runer"]).fails("NOT_FOUND");
    let listed = data(&failure.follow_action("instances.list", &[]));
    let name = listed["instances"][0]["hostname"].as_str().unwrap();
    home.call(&["instances", "get", name]).run().assert_exit(0);
}

#[test]
fn the_list_of_instances_explains_a_conflict() {
    let server = Server::start(&[]);
    let home = Home::logged_in(&server);
    let shutdown = home.call(&["instances", "shutdown", "inst-1", "--yes"]);
    shutdown.run().assert_exit(0);
    let listed = data(&shutdown.fails("CONFLICT").follow_action("instances.list", &[]));
    assert_eq!(listed["instances"][0]["status"], "offline");
}

#[test]
fn the_balance_shows_what_is_missing() {
    let server = Server::start(&["--balance", "13"]);
    let home = Home::logged_in(&server);
    let create = ["instances", "create", "--instance-type=1V100.6V", "--os=debian-13", "--hostname=builder"];
    let failure = home.call(&create).fails("INSUFFICIENT_BALANCE");
    assert_eq!(data(&failure.follow_action("balance", &[]))["balance_cents"], 13);
}
