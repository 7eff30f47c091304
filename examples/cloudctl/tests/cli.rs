//! Runs the sessions in `verda.md`, and follows advice. To update the sessions, run
//! `cargo overwrite -p cloudctl`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::format::Stream;
use agent_error_testing::{Lock, Tool};
use agent_error_tooling::Document;
use std::fs;
use tempfile::TempDir;

const CLOUDCTL: &str = env!("CARGO_BIN_EXE_cloudctl");

#[test]
fn the_sessions_show_the_real_output() {
    trycmd::TestCases::new().case("tests/*.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(CLOUDCTL).args(["errors", "catalog"]).run();
    Lock::new("errors.lock.json").document(run.stdout()).check();
}

#[test]
fn errors_for_agents_are_on_standard_error() {
    let folder = logged_in();
    for (arguments, exit) in [("instances create", 2), ("balance --token-file=none", 3)] {
        tool(&folder, &format!("--agent {arguments}"))
            .run()
            .assert_exit(exit)
            .assert_stream(Stream::Stderr);
    }
}

#[test]
fn the_advice_for_missing_credentials_helps() {
    let folder = tempfile::tempdir().unwrap();
    let balance = tool(&folder, "balance");
    balance.fails("AUTH_ERROR");
    tool(&folder, "auth login").run().assert_exit(0);
    balance.run().assert_exit(0);
}

#[test]
fn the_catalog_passes_the_lint() {
    let catalog = tool(&logged_in(), "errors catalog")
        .run()
        .stdout()
        .parse::<Document>()
        .unwrap();
    assert_eq!(
        (catalog.lint().score(), catalog.lint().lines(|_| true)),
        (3, vec![])
    );
}

#[test]
fn the_listed_action_helps() {
    let folder = logged_in();
    let listed = tool(&folder, "instances get gpu-runner")
        .fails("NOT_FOUND")
        .follow_action("instances.list", &[]);
    assert!(
        listed.stdout().contains(r#""inst-1":"gpu-runner "#),
        "{listed}"
    );
}

fn tool(folder: &TempDir, arguments: &str) -> Tool {
    Tool::new(CLOUDCTL)
        .args(arguments.split(' '))
        .current_dir(folder.path())
}

/// Returns a folder with a token file.
fn logged_in() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cloudctl.token"), "t0k3n\n").unwrap();
    folder
}
