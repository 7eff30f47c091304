//! Tests the APIs with a real server and real clients, and runs the commands in `orders.md`. The
//! responses are those in `http.txt` and `grpc.txt`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

#[path = "api/grpc.rs"]
mod grpc;
#[path = "api/http.rs"]
mod http;
#[path = "../src/grpc/orders.v1.rs"]
#[allow(
    clippy::all,
    clippy::pedantic,
    unreachable_pub,
    dead_code,
    missing_docs,
    reason = "generated"
)]
mod v1;

use agent_error_testing::{Lock, Tool};
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

const ORDERS: &str = env!("CARGO_BIN_EXE_orders");

/// A running server on ports of its own. Dropping it kills the process.
struct Server {
    child: Child,
    http: String,
    grpc: String,
}

impl Server {
    /// Starts a server and waits until it's listening.
    fn start(flags: &[&str]) -> Self {
        let mut command = Command::new(ORDERS);
        command
            .arg("serve")
            .args(flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map(Result::unwrap);
        let (http, grpc) = (lines.next().unwrap(), lines.next().unwrap());
        assert!(http.starts_with("http://127.0.0.1:"), "{http}");
        let grpc = grpc.replace("grpc://", "http://");
        Self { child, http, grpc }
    }

    /// Stops the server and returns its log.
    fn log(mut self) -> String {
        self.child.kill().unwrap();
        let mut log = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut log)
            .unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/orders.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(ORDERS).args(["errors", "catalog"]).run();
    Lock::new("errors.lock.json").document(run.stdout()).check();
}

#[test]
fn a_port_in_use_is_an_error_of_the_program() {
    let server = Server::start(&[]);
    let port = server.http.rsplit(':').next().unwrap();
    let run = Tool::new(ORDERS).args(["serve", "--port", port]).run();
    run.assert_code("FAILED_TO_LISTEN")
        .assert_exit(12)
        .assert_schema();
}
