//! `agent-error diff`: compatible and breaking changes, revisions of git, annotations, standard input.

use crate::{REPORTS, agent_error, agent_error_in, envelope, text};
use agent_error_testing::Tool;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn git(folder: &Path, arguments: &[&str]) {
    let settings = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
    let mut command = Command::new("git");
    command.current_dir(folder).args(settings).args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null");
    assert!(command.output().unwrap().status.success(), "{arguments:?}");
}

/// A repository whose main branch has exit code 5 for an unknown user, and a working tree with another one.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut lock: Value = serde_json::from_str(&fs::read_to_string(REPORTS).unwrap()).unwrap();
    let mut gone = lock["errors"][0].clone();
    gone["code"] = json!("GROUP_NOT_FOUND");
    lock["errors"].as_array_mut().unwrap().push(gone);
    fs::create_dir(folder.path().join("locks")).unwrap();
    fs::write(folder.path().join("locks/a, b.json"), format!("{lock:#}")).unwrap();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "lock"]);
    // The working tree is not compared.
    fs::write(folder.path().join("locks/a, b.json"), "{}").unwrap();
    folder
}

#[test]
fn a_lock_file_is_read_from_a_revision() {
    let folder = repository();
    let run = agent_error_in(folder.path(), &["diff", "locks/a, b.json", REPORTS, "--against", "HEAD"]);
    run.assert_code("CATALOG_INCOMPATIBLE").assert_exit(3).assert_schema();
    let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
    assert_eq!(answer["error"]["detail"], "GROUP_NOT_FOUND: removed");
    for (revision, named) in [("nowhere", "nowhere"), ("--output=x", "--output=x")] {
        let against = format!("--against={revision}");
        let run = agent_error_in(folder.path(), &["diff", "locks/a, b.json", REPORTS, &against]);
        run.assert_code("CATALOG_REVISION_UNREADABLE").assert_exit(66).assert_schema();
        let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
        assert!(answer["error"]["detail"].as_str().unwrap().contains(named), "{answer}");
    }
    assert!(!folder.path().join("x").exists(), "a revision is never taken for a flag");
}

#[test]
fn changes_are_annotations() {
    let folder = repository();
    git(folder.path(), &["checkout", "-q", "."]);
    let arguments = ["diff", "locks/a, b.json", REPORTS, "--github"];
    let run = agent_error_in(folder.path(), &arguments);
    run.assert_code("CATALOG_INCOMPATIBLE");
    let text = fs::read_to_string(folder.path().join("locks/a, b.json")).unwrap();
    let line = text.lines().position(|line| line.contains("\"GROUP_NOT_FOUND\"")).unwrap() + 1;
    assert_eq!(
        run.stderr(),
        format!(
            "::error file=locks/a%2C b.json,line={line},title=breaking change of GROUP_NOT_FOUND::GROUP_NOT_FOUND: removed\n"
        )
    );
}

#[test]
fn a_hyphen_is_standard_input() {
    let catalog = fs::read_to_string(REPORTS).unwrap();
    let program = || Tool::new(env!("CARGO_BIN_EXE_agent-error"));
    program().args(["diff", "-", REPORTS]).stdin(catalog.clone()).run().assert_exit(0);
    let newer = catalog.replace("\"version\": \"1.0.0\"", "\"version\": \"2.0.0\"");
    assert_ne!(newer, catalog);
    let run = program().args(["diff", "-", REPORTS]).stdin(newer).run();
    let hint = "The older catalog is that of `reports` 2.0.0, which is newer than `reports` 1.0.0: are the two in the wrong order?";
    assert_eq!(envelope(&run)["warnings"], json!([hint]));
}

#[test]
fn the_newer_catalog_can_be_that_of_a_program() {
    let program = env!("CARGO_BIN_EXE_agent-error");
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/errors.lock.json");
    let run = agent_error(&["diff", lock, "--", program]);
    run.assert_exit(0);
    let data = envelope(&run)["data"].clone();
    assert_eq!((&data["compatible"], &data["additive"], &data["changes"]), (&json!(true), &json!(0), &json!([])));
    // Types without a schema are in both.
    assert_eq!(data["not_compared"].as_array().map(Vec::len), Some(1), "{data}");
    let run = agent_error(&["diff", lock, "--", program, "errors", "catalog"]);
    assert_eq!(envelope(&run)["data"], data, "with these arguments");
    agent_error(&["diff", lock, "--", program, "errors", "list"]).assert_code("CATALOG_NOT_RECOGNIZED").assert_exit(65);
}

#[test]
fn a_catalog_that_breaks_its_readers_exits_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let mut old: Value = serde_json::from_str(&fs::read_to_string(crate::TREE).unwrap()).unwrap();
    let errors = old["errors"].as_array_mut().unwrap();
    let locked = errors.iter_mut().find(|entry| entry["code"] == "STORE_LOCKED").unwrap();
    locked["exit_code"] = json!(6);
    locked["summary"] = json!("Busy.");
    errors.retain(|entry| entry["code"] != "NET_DOWN");
    fs::write(folder.path().join("old.json"), old.to_string()).unwrap();

    let run = agent_error_in(folder.path(), &["diff", "old.json", crate::TREE]);
    run.assert_code("CATALOG_INCOMPATIBLE").assert_exit(3).assert_schema();
    let error = &envelope(&run)["error"];
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("1 breaking, 1 additive and 1 cosmetic change from old.json to "), "{message}");
    assert_eq!(error["detail"], "STORE_LOCKED: exit code 6 became 12");
    assert_eq!(error["context"]["breaking"], 1);
    let classes: Vec<&Value> = error["context"]["changes"].as_array().unwrap().iter().map(|it| &it["class"]).collect();
    assert_eq!(classes, ["breaking", "additive", "cosmetic"]);
    let old = folder.path().join("old.json");
    let person = text(&["diff", old.to_str().unwrap(), crate::TREE]);
    assert!(person.contains("detail: STORE_LOCKED: exit code 6 became 12"), "{person}");
}

#[test]
fn a_file_that_is_not_a_catalog_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (content, code, message) in [
        ("{}", "CATALOG_NOT_RECOGNIZED", "bad.json is not a catalog: found "),
        ("{\n<<<<<<< ours\n", "CATALOG_NOT_RECOGNIZED", "bad.json is not a catalog: found a merge conflict at line 2"),
        ("{\"catalog_version\": \"1.0\", \"errors\": 1}", "CATALOG_FILE_INVALID", "bad.json: "),
        ("{\"lock_version\": 1, \"errors\": 1}", "CATALOG_FILE_INVALID", "bad.json: "),
    ] {
        fs::write(folder.path().join("bad.json"), content).unwrap();
        let run = agent_error_in(folder.path(), &["diff", "bad.json", REPORTS]);
        run.assert_code(code).assert_exit(65);
        assert!(envelope(&run)["error"]["message"].as_str().unwrap().starts_with(message), "{run}");
    }
    for (arguments, code) in [
        (&["diff", REPORTS][..], "MISSING_REQUIRED_FLAGS"),
        (&["diff", REPORTS, REPORTS, "--", "tool"], "CONFLICTING_FLAGS"),
        (&["diff", "-", "-"], "CONFLICTING_FLAGS"),
        (&["diff", "-", REPORTS, "--against", "HEAD"], "CONFLICTING_FLAGS"),
    ] {
        agent_error(arguments).assert_code(code).assert_exit(2);
    }
}
