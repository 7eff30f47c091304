//! `agent-error diff` with git, and with the catalog of this program.

use crate::{AGENT_ERROR, REPORTS, agent_error, agent_error_in, envelope};
use agent_error_testing::Tool;
use agent_error_tooling::Document;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

fn git(folder: &Path, arguments: &[&str]) {
    let settings = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "-c",
        "init.defaultBranch=main",
    ];
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(settings)
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    assert!(command.output().unwrap().status.success(), "{arguments:?}");
}

#[test]
fn annotations_contain_no_control_characters_of_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.json");
    let mut catalog: Value = serde_json::from_str(&fs::read_to_string(REPORTS).unwrap()).unwrap();
    let mut gone = catalog["errors"][0].clone();
    gone["code"] = json!("GONE\u{1b}[31m");
    catalog["errors"].as_array_mut().unwrap().push(gone);
    fs::write(&path, catalog.to_string()).unwrap();
    let run = agent_error_in(folder.path(), &["diff", "old.json", REPORTS, "--github"]);
    run.assert_code("CATALOG_INCOMPATIBLE");
    assert!(
        run.stderr().contains("change of GONE::GONE: removed"),
        "{run}"
    );
    assert!(!run.stderr().contains('\u{1b}'), "{run}");
}

#[test]
fn a_folder_and_a_code_without_a_name_are_no_catalog() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("locks")).unwrap();
    fs::write(folder.path().join("locks/a"), "").unwrap();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "lock"]);
    let arguments = ["diff", "locks", REPORTS, "--against=HEAD"];
    let run = agent_error_in(folder.path(), &arguments);
    run.assert_code("CATALOG_REVISION_UNREADABLE");
    assert!(run.stdout().contains("locks is a directory"), "{run}");
    let nameless = r#"{"catalog_version":"1.0","errors":[{"code":""}]}"#;
    fs::write(folder.path().join("nameless.json"), nameless).unwrap();
    let run = agent_error_in(folder.path(), &["lint", "nameless.json"]);
    run.assert_code("CATALOG_FILE_INVALID");
}

#[test]
fn a_file_is_read_from_a_revision_and_changes_are_annotated() {
    let folder = tempfile::tempdir().unwrap();
    let mut catalog: Value = serde_json::from_str(&fs::read_to_string(REPORTS).unwrap()).unwrap();
    let mut gone = catalog["errors"][0].clone();
    gone["code"] = json!("GROUP_NOT_FOUND");
    catalog["errors"].as_array_mut().unwrap().push(gone);
    let path = folder.path().join("locks/a, b.json");
    fs::create_dir(folder.path().join("locks")).unwrap();
    fs::write(&path, format!("{catalog:#}")).unwrap();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "lock"]);
    // The working tree isn't compared.
    fs::write(&path, "\n\"GROUP_NOT_FOUND\"").unwrap();
    let diff = Tool::new(AGENT_ERROR)
        .args(["diff", "locks/a, b.json", REPORTS, "--github"])
        .current_dir(folder.path());
    let run = diff.clone().arg("--against=HEAD").run();
    run.assert_code("CATALOG_INCOMPATIBLE")
        .assert_exit(1)
        .assert_schema();
    assert_eq!(
        envelope(&run)["error"]["context"]["breaking"],
        json!({"GROUP_NOT_FOUND": "removed"})
    );
    let title = "title=breaking change of GROUP_NOT_FOUND::GROUP_NOT_FOUND: removed";
    assert_eq!(
        run.stderr(),
        format!("::error file=locks/a%2C b.json,line=2,{title}\n")
    );
    // The change that adds a file has nothing to compare it with.
    fs::copy(REPORTS, folder.path().join("new.json")).unwrap();
    let run = agent_error_in(
        folder.path(),
        &["diff", "new.json", REPORTS, "--against=HEAD"],
    );
    run.assert_exit(0).assert_schema();
    let warnings = &envelope(&run)["warnings"];
    assert!(
        warnings[0].as_str().unwrap().contains("new.json is new"),
        "{run}"
    );
    let run = agent_error_in(
        folder.path(),
        &["diff", "absent.json", REPORTS, "--against=HEAD"],
    );
    run.assert_code("CATALOG_REVISION_UNREADABLE");
    // A revision is never taken for a flag.
    let run = diff.arg("--against=--output=x").run();
    run.assert_code("CATALOG_REVISION_UNREADABLE")
        .assert_exit(66)
        .assert_schema();
    assert!(!folder.path().join("x").exists(), "{run}");
}

#[test]
fn the_catalog_of_the_program_matches_its_lock_file() {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/errors.lock.json");
    let run = agent_error(&["diff", lock, "--", AGENT_ERROR]);
    run.assert_exit(0);
    assert_eq!(envelope(&run)["data"]["changes"], json!([]));
}

#[test]
fn every_change_is_written_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let mut old: Value = serde_json::from_str(&fs::read_to_string(REPORTS).unwrap()).unwrap();
    let code = old["errors"][0].clone();
    for number in 0..3000 {
        let mut gone = code.clone();
        gone["code"] = json!(format!("CODE_THAT_IS_GONE_{number}"));
        old["errors"].as_array_mut().unwrap().push(gone);
    }
    fs::write(folder.path().join("old.json"), old.to_string()).unwrap();
    let document: Document = agent_error(&["errors", "catalog"])
        .stdout()
        .parse()
        .unwrap();
    let schema = jsonschema::draft202012::new(&document.envelope_schema()).unwrap();
    for format in ["json", "brief", "human"] {
        let arguments = ["diff", "old.json", REPORTS, "--output", format];
        let run = agent_error_in(folder.path(), &arguments);
        let text = run.stdout() + &run.stderr();
        for number in [0, 1500, 2999] {
            assert!(
                text.contains(&format!("CODE_THAT_IS_GONE_{number}")),
                "{format}"
            );
        }
        if format == "json" {
            assert!(schema.is_valid(&envelope(&run)));
        }
    }
}
