//! `lint` and `diff` with the catalogs of several programs.

use crate::{REPORTS, TREE, agent_error_in, envelope};
use agent_error_testing::Tool;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A code as a program in any language may declare it.
fn code(name: &str, more: &Value) -> Value {
    let mut code = json!({
        "code": name, "summary": "It failed.", "message": "it failed", "exit_code": 5, "retryable": false,
        "side_effects": "none", "phase": "execution", "severity": "error", "http_status": 404,
        "suggestion": "Run `list` to find valid names", "docs_url": format!("https://example.com/{name}"),
    });
    for (fact, value) in more.as_object().unwrap() {
        code[fact] = value.clone();
    }
    code
}

/// A code that is declared by a library.
fn of_library(name: &str, more: &Value) -> Value {
    let mut code = code(name, more);
    code["declared_by"] = json!("lib::Error");
    code["origin"] = json!("lib");
    code
}

fn write(folder: &Path, file: &str, program: &str, version: &str, codes: &[Value]) {
    let program = json!({"name": program, "version": version});
    let document = json!({"catalog_version": "1.0", "program": program, "errors": codes});
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(file), format!("{document:#}")).unwrap();
}

/// Two programs that disagree about `GONE` and `BUSY`, and use the same type for `LIB_FAILED`.
fn fleet() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shared = || of_library("LIB_FAILED", &json!({}));
    let busy = of_library(
        "BUSY",
        &json!({"exit_code": 12, "retryable": true, "retry_strategy": "exponential_backoff", "http_status": 503}),
    );
    let other = of_library(
        "BUSY",
        &json!({"exit_code": 12, "retryable": true, "retry_after_ms": 50, "retry_strategy": "exponential_backoff", "http_status": 503}),
    );
    let fleet = folder.path().join("fleet");
    write(&fleet, "b.json", "api", "1.0.0", &[code("GONE", &json!({})), busy, shared(), code("API", &json!({}))]);
    let gone = code("GONE", &json!({"exit_code": 6, "http_status": 410}));
    write(&fleet, "a.json", "worker", "1.0.0", &[gone, other, shared()]);
    fs::write(fleet.join("README.md"), "Not a catalog.").unwrap();
    folder
}

fn human(folder: &Path, arguments: &[&str]) -> String {
    let program = Tool::new(env!("CARGO_BIN_EXE_agent-error")).args(["--output", "human"]);
    let run = program.args(arguments.iter().copied()).current_dir(folder).run();
    run.stdout() + &run.stderr()
}

#[test]
fn lint_reports_codes_on_which_programs_disagree() {
    let folder = fleet();
    for arguments in [&["lint", "fleet"][..], &["lint", "fleet/a.json", "fleet/b.json"]] {
        let run = agent_error_in(folder.path(), arguments);
        run.assert_exit(0).assert_schema();
        let data = &envelope(&run)["data"];
        let programs: Vec<&Value> = data["programs"].as_array().unwrap().iter().map(|it| &it["program"]).collect();
        assert_eq!(programs, ["worker", "api"], "files are sorted by name");
        let findings = data["fleet"].as_array().unwrap();
        let found: Vec<String> = findings.iter().map(|it| format!("{} {}", it["code"], it["kind"])).collect();
        let expected = [
            r#""BUSY" "retry_differs""#,
            r#""GONE" "duplicate_code""#,
            r#""GONE" "exit_code_differs""#,
            r#""GONE" "http_status_differs""#,
        ];
        assert_eq!(found, expected);
        let exits = json!([{"value": 5, "programs": ["api"]}, {"value": 6, "programs": ["worker"]}]);
        assert_eq!(findings[2]["groups"], exits);
        assert_eq!(findings[2]["text"], "the exit code is 5 in api and 6 in worker; use the same exit code");
    }
    let text = human(folder.path(), &["lint", "fleet"]);
    assert!(text.contains("GONE  the exit code is 5 in api and 6 in worker; use the same exit code\n"), "{text}");
    assert!(text.ends_with("\nCodes of several programs: 4 findings.\n"), "{text}");
}

#[test]
fn a_strict_lint_fails_because_of_the_fleet() {
    let folder = fleet();
    let run = agent_error_in(folder.path(), &["lint", "fleet", "--strict"]);
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1).assert_schema();
    let findings = &envelope(&run)["error"]["context"]["findings"];
    let expected = "GONE: the exit code is 5 in api and 6 in worker; use the same exit code";
    assert!(findings.as_array().unwrap().contains(&json!(expected)), "{findings}");
    assert_eq!(findings.as_array().unwrap().len(), 4, "{findings}");
}

#[test]
fn programs_that_agree_have_no_findings() {
    let folder = tempfile::tempdir().unwrap();
    let shared = of_library("LIB_FAILED", &json!({}));
    write(folder.path(), "api.json", "api", "1.0.0", &[shared.clone(), code("A", &json!({}))]);
    write(folder.path(), "cli.json", "cli", "1.0.0", &[shared, code("B", &json!({}))]);
    let run = agent_error_in(folder.path(), &["lint", ".", "--strict"]);
    run.assert_exit(0);
    assert_eq!(envelope(&run)["data"]["fleet"], json!([]));
    assert!(human(folder.path(), &["lint", "."]).ends_with("\nCodes of several programs: no findings.\n"));
}

#[test]
fn two_catalogs_of_one_program_are_an_error() {
    let folder = fleet();
    fs::copy(folder.path().join("fleet/a.json"), folder.path().join("fleet/c.json")).unwrap();
    let run = agent_error_in(folder.path(), &["lint", "fleet"]);
    run.assert_code("FLEET_PROGRAM_DUPLICATE").assert_exit(2).assert_schema();
    let separator = std::path::MAIN_SEPARATOR;
    let message = format!("fleet{separator}a.json and fleet{separator}c.json are both catalogs of `worker`");
    assert_eq!(envelope(&run)["error"]["message"], message);
    for sides in [["fleet", "."], [".", "fleet"]] {
        fs::copy(TREE, folder.path().join("tree.json")).unwrap();
        let run = agent_error_in(folder.path(), &["diff", sides[0], sides[1]]);
        run.assert_code("FLEET_PROGRAM_DUPLICATE").assert_exit(2).assert_schema();
    }
}

#[test]
fn a_directory_without_catalogs_is_an_error() {
    let folder = fleet();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("empty/notes.txt"), "{}").unwrap();
    for arguments in [&["lint", "empty"][..], &["diff", "empty", "fleet"], &["diff", "fleet", "empty"]] {
        let run = agent_error_in(folder.path(), arguments);
        run.assert_code("FLEET_EMPTY").assert_exit(66).assert_schema();
        assert_eq!(envelope(&run)["error"]["message"], "empty contains no catalogs");
    }
}

#[test]
fn a_file_in_a_directory_that_is_not_a_catalog_is_an_error() {
    let folder = fleet();
    fs::write(folder.path().join("fleet/package.json"), "{}").unwrap();
    for arguments in [&["lint", "fleet"][..], &["diff", "fleet", "fleet"]] {
        let run = agent_error_in(folder.path(), arguments);
        run.assert_code("CATALOG_NOT_RECOGNIZED").assert_exit(65).assert_schema();
        let message = envelope(&run)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("package.json is not a catalog"), "{message}");
    }
}

#[test]
fn a_directory_is_only_compared_with_a_directory() {
    let folder = fleet();
    let program = env!("CARGO_BIN_EXE_agent-error");
    for arguments in [&["diff", "fleet", TREE][..], &["diff", TREE, "fleet"], &["diff", "fleet", "--", program]] {
        let run = agent_error_in(folder.path(), arguments);
        run.assert_code("FLEET_MIXED").assert_exit(2).assert_schema();
        assert_eq!(envelope(&run)["error"]["context"]["directory"], "fleet");
    }
    let run = agent_error_in(folder.path(), &["diff", "fleet", "fleet", "--against", "HEAD"]);
    run.assert_code("CONFLICTING_FLAGS").assert_exit(2);
}

#[test]
fn a_release_without_changes_is_compatible() {
    let folder = fleet();
    let run = agent_error_in(folder.path(), &["diff", "fleet", "fleet"]);
    run.assert_exit(0).assert_schema();
    let none = json!({
        "compatible": true, "breaking": 0, "additive": 0, "cosmetic": 0, "added": [], "removed": [], "unchanged": 2,
        "programs": [],
    });
    assert_eq!(envelope(&run)["data"], none);
    assert_eq!(human(folder.path(), &["diff", "fleet", "fleet"]), "No changes in 2 programs.\n");
}

/// A second release of [`fleet`] with a new program and a new code.
fn compatible_release(folder: &Path) {
    let new = folder.join("new");
    fs::create_dir(&new).unwrap();
    for file in ["a.json", "b.json"] {
        fs::copy(folder.join("fleet").join(file), new.join(file)).unwrap();
    }
    fs::copy(REPORTS, new.join("reports.json")).unwrap();
    let mut api: Value = serde_json::from_str(&fs::read_to_string(new.join("b.json")).unwrap()).unwrap();
    api["program"]["version"] = json!("1.1.0");
    api["errors"].as_array_mut().unwrap().push(code("API_FULL", &json!({})));
    fs::write(new.join("b.json"), api.to_string()).unwrap();
}

#[test]
fn compatible_changes_are_listed_by_program() {
    let folder = fleet();
    compatible_release(folder.path());
    let run = agent_error_in(folder.path(), &["diff", "fleet", "new"]);
    run.assert_exit(0).assert_schema();
    let change = json!({"class": "additive", "code": "API_FULL", "what": "new"});
    let expected = json!({
        "compatible": true, "breaking": 0, "additive": 2, "cosmetic": 0, "added": ["reports"], "removed": [],
        "unchanged": 1,
        "programs": [{
            "program": "api", "old_version": "1.0.0", "new_version": "1.1.0", "compatible": true, "changes": [change],
        }],
    });
    assert_eq!(envelope(&run)["data"], expected);
    let text = human(folder.path(), &["diff", "fleet", "new"]);
    let expected = "Compatible: 2 additive changes.\n\nadditive:\n  reports: program added\n  api: API_FULL: new\n";
    assert_eq!(text, expected);
}

#[test]
fn a_breaking_release_exits_with_3() {
    let folder = fleet();
    compatible_release(folder.path());
    let run = agent_error_in(folder.path(), &["diff", "new", "fleet", "--github"]);
    run.assert_code("FLEET_INCOMPATIBLE").assert_exit(3).assert_schema();
    let error = &envelope(&run)["error"];
    assert_eq!(error["message"], "2 breaking changes from new to fleet");
    assert_eq!(error["detail"], "reports: program removed\napi: API_FULL: removed");
    let changes = &error["context"]["changes"];
    assert_eq!((&changes["compatible"], &changes["removed"]), (&json!(false), &json!(["reports"])));
    assert_eq!(changes["programs"][0]["changes"][0]["class"], "breaking");

    let line = |path: &str, title: &str, message: &str| {
        format!("::error file={path},title=breaking change of {title}::{message}\n")
    };
    let annotations = run.stderr().replace('\\', "/");
    let expected = line("new/reports.json,line=1", "reports", "reports: program removed");
    assert!(annotations.starts_with(&expected), "{annotations}");
    assert!(
        annotations.contains(",title=breaking change of api%3A API_FULL::api: API_FULL: removed\n"),
        "{annotations}"
    );
}

#[test]
fn lock_files_are_compared_too() {
    let folder = tempfile::tempdir().unwrap();
    let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/errors.lock.json")).unwrap();
    // Without a program name, the file name is used.
    let facts = json!({
        "exit_code": 5, "retryable": false, "side_effects": "none", "phase": "execution", "severity": "error",
        "http_status": 404,
    });
    let unnamed = json!({"lock_version": 1, "errors": {"GONE": facts}}).to_string();
    for release in ["old", "new"] {
        fs::create_dir(folder.path().join(release)).unwrap();
        fs::write(folder.path().join(release).join("errors.lock.json"), &lock).unwrap();
        fs::write(folder.path().join(release).join("tool.json"), &unnamed).unwrap();
    }
    let run = agent_error_in(folder.path(), &["diff", "old", "new"]);
    run.assert_exit(0);
    assert_eq!(envelope(&run)["data"]["unchanged"], 2);

    fs::write(folder.path().join("new/tool.json"), unnamed.replace("\"exit_code\":5", "\"exit_code\":6")).unwrap();
    let run = agent_error_in(folder.path(), &["diff", "old", "new"]);
    run.assert_code("FLEET_INCOMPATIBLE").assert_exit(3);
    assert_eq!(envelope(&run)["error"]["detail"], "tool: GONE: exit code 5 became 6");
}
