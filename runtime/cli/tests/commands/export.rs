//! `agent-error export`.

use crate::{REPORTS, TREE, agent_error, agent_error_in, envelope};
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_document_goes_to_standard_output_or_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["schema", "openapi"] {
        let run = agent_error(&["export", format, TREE]);
        run.assert_exit(0);
        assert_eq!(run.stderr(), "");
        assert!(!run.stdout().starts_with("{\"ok\""));
        let again = agent_error(&["export", format, TREE, "--output", "brief"]);
        assert_eq!(again.stdout, run.stdout, "the output format doesn't apply to exported documents");
        let written = agent_error_in(folder.path(), &["export", format, TREE, "--out", "made/here"]);
        let data = &envelope(&written)["data"];
        let [file] = data["files"].as_array().unwrap().as_slice() else { panic!("{data}") };
        assert_eq!(fs::read(folder.path().join("made/here").join(file.as_str().unwrap())).unwrap(), run.stdout);
    }
    assert_eq!(fs::read_dir(folder.path().join("made/here")).unwrap().count(), 2, "no temporary files are left");
}

#[test]
fn pages_need_a_folder() {
    agent_error(&["export", "markdown", TREE]).assert_code("EXPORT_FOLDER_MISSING").assert_exit(2);
}

#[test]
fn an_existing_file_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    for out in ["file", "file/below"] {
        let run = agent_error_in(folder.path(), &["export", "schema", TREE, "--out", out]);
        run.assert_code("EXPORT_TARGET_OCCUPIED").assert_exit(6);
        let error = &envelope(&run)["error"];
        assert_eq!(error["message"], format!("{out} is not a folder"));
        assert!(error["suggestion"].as_str().unwrap().contains("`--out`"));
    }
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "mine");

    fs::create_dir_all(folder.path().join("pages/SUMMARY.md")).unwrap();
    let run = agent_error_in(folder.path(), &["export", "markdown", TREE, "--out", "pages"]);
    run.assert_code("EXPORT_NOT_WRITTEN").assert_exit(73);
    assert_eq!(fs::read_dir(folder.path().join("pages")).unwrap().count(), 1, "no page was written");
}

#[cfg(unix)]
#[test]
fn an_exported_file_is_as_readable_as_any_other() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("other"), "").unwrap();
    agent_error_in(folder.path(), &["export", "schema", TREE, "--out", "."]).assert_exit(0);
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("envelope.schema.json"), mode("other"));
}

#[test]
fn codes_of_agent_error_can_be_omitted() {
    let all = agent_error(&["export", "schema", REPORTS]).stdout();
    let own = agent_error(&["export", "schema", REPORTS, "--own"]).stdout();
    assert!(all.contains("USER_NOT_FOUND") && all.contains("UNKNOWN_FLAG"));
    assert!(own.contains("USER_NOT_FOUND") && !own.contains("UNKNOWN_FLAG"));
}

#[test]
fn pages_list_the_codes_of_the_program_first_and_show_no_http_status_without_http() {
    let folder = tempfile::tempdir().unwrap();
    agent_error_in(folder.path(), &["export", "markdown", REPORTS, "--out", "pages"]).assert_exit(0);
    let read = |name: &str| fs::read_to_string(folder.path().join("pages").join(name)).unwrap();
    let index = read("SUMMARY.md");
    let place = |text: &str| index.find(text).unwrap_or_else(|| panic!("{text}: {index}"));
    assert!(place("[USER_NOT_FOUND]") < place("# General codes") && place("# General codes") < place("[INTERNAL]"));
    assert!(!read("USER_NOT_FOUND.md").contains("status"), "{}", read("USER_NOT_FOUND.md"));
}

#[test]
fn the_catalog_of_a_program_in_another_language_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut catalog = json!({
        "catalog_version": "1.0",
        "program": {"name": "pytool", "version": "3.1"},
        "errors": [{
            "code": "QUOTA_EXCEEDED", "summary": "The quota is used up.", "message": "quota of {limit} used up",
            "exit_code": 11, "retryable": true, "retry_after_ms": 60000, "side_effects": "none", "phase": "execution",
            "severity": "error", "http_status": 429,
            "context": [{"name": "limit", "type": "integer"}],
        }],
    });
    let write = |catalog: &Value| fs::write(folder.path().join("py.json"), format!("{catalog:#}")).unwrap();
    write(&catalog);
    for format in ["schema", "openapi", "markdown"] {
        agent_error_in(folder.path(), &["export", format, "py.json", "--out", format]).assert_exit(0);
    }
    let page = fs::read_to_string(folder.path().join("markdown/QUOTA_EXCEEDED.md")).unwrap();
    assert!(page.contains("| `limit` | integer |") && page.contains("wait 1m"), "{page}");
    let schema = fs::read_to_string(folder.path().join("schema/envelope.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let limit = &schema["$defs"]["QUOTA_EXCEEDED"]["properties"]["context"]["properties"]["limit"];
    assert_eq!(limit["type"], "integer");

    catalog["errors"][0]["context"][0]["shown"] = json!("hidden");
    write(&catalog);
    let run = agent_error_in(folder.path(), &["export", "schema", "py.json"]);
    run.assert_code("CATALOG_FILE_INVALID").assert_exit(65);
    let message = envelope(&run)["error"]["message"].clone();
    let expected = "py.json: `errors[0].context[0].shown`: unknown variant `hidden`, expected one of `value`, `text`, \
                    `redacted` at line 9 column 27";
    assert_eq!(message, expected);
}
