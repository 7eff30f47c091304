//! `errors diff` with its options: revisions of git, annotations, SARIF, standard input.

use agent_error_testing::{Run, Tool};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;

fn reports(folder: &Path, arguments: &[&str]) -> Run {
    Tool::new(env!("CARGO_BIN_EXE_reports")).args(arguments.iter().copied()).current_dir(folder).run()
}

fn git(folder: &Path, arguments: &[&str]) {
    let settings = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
    let mut command = Command::new("git");
    command.current_dir(folder).args(settings).args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null");
    assert!(command.output().unwrap().status.success(), "{arguments:?}");
}

/// A repository whose main branch has exit code 5 for an unknown user, and a working tree with another one.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lock = reports(folder.path(), &["errors", "export", "--format", "json", "--own"]).stdout();
    let mut lock: Value = serde_json::from_str(&lock).unwrap();
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
    let run = reports(folder.path(), &["errors", "diff", "locks/a, b.json", "--against", "HEAD"]);
    run.assert_code("CATALOG_INCOMPATIBLE").assert_exit(3).assert_schema();
    let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
    assert_eq!(answer["error"]["detail"], "GROUP_NOT_FOUND: removed");
    for (revision, named) in [("nowhere", "nowhere"), ("--output=x", "--output=x")] {
        let against = format!("--against={revision}");
        let run = reports(folder.path(), &["errors", "diff", "locks/a, b.json", &against]);
        run.assert_code("CATALOG_REVISION_UNREADABLE").assert_exit(66).assert_schema();
        let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
        assert!(answer["error"]["detail"].as_str().unwrap().contains(named), "{answer}");
    }
    assert!(!folder.path().join("x").exists(), "a revision is never taken for a flag");
}

#[test]
fn changes_are_annotations_and_results_of_sarif() {
    let folder = repository();
    git(folder.path(), &["checkout", "-q", "."]);
    let arguments = ["errors", "diff", "locks/a, b.json", "--github", "--sarif", "log.sarif"];
    let run = reports(folder.path(), &arguments);
    run.assert_code("CATALOG_INCOMPATIBLE");
    let text = fs::read_to_string(folder.path().join("locks/a, b.json")).unwrap();
    let line = text.lines().position(|line| line.contains("\"GROUP_NOT_FOUND\"")).unwrap() + 1;
    assert_eq!(
        run.stderr(),
        format!(
            "::error file=locks/a%2C b.json,line={line},title=breaking change of GROUP_NOT_FOUND::GROUP_NOT_FOUND: removed\n"
        )
    );
    let log: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("log.sarif")).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("breaking"), &json!("error")));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "locks/a%2C%20b.json");
    assert_eq!(place["region"]["startLine"], line);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "breaking"), "{rules:?}");
}

#[test]
fn a_hyphen_is_standard_input_and_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let export = reports(folder.path(), &["errors", "export", "--format", "json", "--out", "-"]).stdout();
    assert!(export.contains("catalog_version") && !folder.path().join("-").exists());
    let run = Tool::new(env!("CARGO_BIN_EXE_reports"))
        .args(["errors", "diff", "-"])
        .current_dir(folder.path())
        .stdin(export.clone())
        .run();
    run.assert_exit(0);
    let newer = export.replace("\"version\": \"1.0.0\"", "\"version\": \"2.0.0\"");
    assert_ne!(newer, export);
    fs::write(folder.path().join("newer.json"), newer).unwrap();
    let run = reports(folder.path(), &["errors", "diff", "newer.json"]);
    let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
    let hint = "The older catalog is that of `reports` 2.0.0, which is newer than `reports` 1.0.0: are the two in the wrong order?";
    assert_eq!(answer["warnings"], json!([hint]));
}
