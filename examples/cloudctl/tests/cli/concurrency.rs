//! Tests of concurrent calls.

use crate::ADMIN;
use crate::sandbox::Sandbox;
use std::collections::BTreeMap;
use std::process::Stdio;

#[test]
fn concurrent_creates_never_exceed_the_balance() {
    // The balance covers only five of the twelve instances.
    let sandbox = Sandbox::of(ADMIN, &["--balance", "70", "--latency", "50"]);
    let spawn = |number: usize| {
        let hostname = format!("worker-{number}");
        let create = ["--agent", "instances", "create", "--instance-type", "1V100.6V", "--os", "debian-13"];
        let mut command = sandbox.command(&[&create[..], &["--hostname", &hostname]].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..12).map(spawn).collect();
    let mut exits = BTreeMap::new();
    for child in children {
        *exits.entry(child.wait_with_output().unwrap().status.code()).or_insert(0) += 1;
    }
    assert_eq!(exits, BTreeMap::from([(Some(0), 5), (Some(6), 7)]));
    assert_eq!(sandbox.succeeds(&["balance"])["balance_cents"], 0);
    assert_eq!(sandbox.succeeds(&["instances", "list"])["instances"].as_array().unwrap().len(), 7);
}

#[test]
fn concurrent_creates_with_the_same_name_succeed_once() {
    let sandbox = Sandbox::admin();
    let create = ["--agent", "instances", "create", "--instance-type", "CPU.4V.16G", "--os", "debian-13"];
    let create = [&create[..], &["--hostname", "only"]].concat();
    let spawn = || sandbox.command(&create).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let children: Vec<_> = (0..6).map(|_| spawn()).collect();
    let mut exits: Vec<_> = children.into_iter().map(|mut child| child.wait().unwrap().code().unwrap()).collect();
    exits.sort_unstable();
    assert_eq!(exits, [0, 4, 4, 4, 4, 4]);
}

#[test]
fn a_slow_call_does_not_block_others() {
    let sandbox = Sandbox::admin();
    let mut slow =
        sandbox.command(&["--agent", "instances", "get", "inst-slow"]).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..5 {
        sandbox.succeeds(&["--timeout", "20", "balance"]);
    }
    assert!(slow.try_wait().unwrap().is_none(), "the slow call is still waiting");
    slow.kill().unwrap();
    slow.wait().unwrap();
}

#[test]
fn concurrent_logins_leave_a_valid_token_file() {
    let sandbox = Sandbox::new(&[]);
    let login = ["--agent", "auth", "login", "--user", "admin"];
    let spawn = || {
        let mut command = sandbox.command(&login);
        command.env("CLOUDCTL_PASSWORD", ADMIN.1).stdout(Stdio::null()).spawn().unwrap()
    };
    let children: Vec<_> = (0..8).map(|_| spawn()).collect();
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
    sandbox.succeeds(&["balance"]);
}
