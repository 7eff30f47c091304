//! `errors export` and `errors diff`: the catalog as files, and breaking changes of a newer one.

use crate::tool::{Sandbox, envelope};
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_document_goes_to_standard_output_as_it_is_whatever_the_format() {
    let sandbox = Sandbox::new();
    for format in ["json", "schema", "openapi", "typescript"] {
        let output = sandbox.run(&["errors", "export", "--format", format]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(!output.stdout.starts_with(b"{\"ok\""));
        for wish in ["human", "json", "xml"] {
            let again = sandbox.run(&["errors", "export", "--format", format, "--output", wish]);
            assert_eq!(again.stdout, output.stdout, "the same bytes each time");
        }
        let (data, _) = sandbox.succeeds(&["errors", "export", "--format", format, "--out", "made/here"]);
        let [file] = data["files"].as_array().unwrap().as_slice() else { panic!("{data}") };
        let path = sandbox.path("made/here").join(file.as_str().unwrap());
        assert_eq!(fs::read(path).unwrap(), output.stdout);
    }
    assert_eq!(fs::read_dir(sandbox.path("made/here")).unwrap().count(), 4, "nothing temporary is left");
    assert_eq!(fs::read_dir(sandbox.path("made")).unwrap().count(), 1);
}

#[test]
fn the_catalog_is_as_its_published_schema_says() {
    let output = Sandbox::new().run(&["errors", "export", "--format", "json"]);
    let catalog: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema = agent_error::Catalog::json_schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let problems: Vec<String> = validator.iter_errors(&catalog).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
    assert!(catalog["types"].as_array().unwrap().iter().any(|ty| ty["path"] == "dbtool::error::store::StoreError"));
}

#[test]
fn what_is_in_the_way_is_named_and_kept() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "mine");
    for out in ["file", "file/below"] {
        let output = sandbox.run(&["errors", "export", "--format", "json", "--out", out]);
        assert_eq!(output.status.code(), Some(6));
        let error = &envelope(&output)["error"];
        assert_eq!(error["code"], "EXPORT_TARGET_OCCUPIED");
        assert_eq!(error["message"], "file exists and is not a folder");
        assert!(error["suggestion"].as_str().unwrap().contains("`--out`"));
    }
    assert_eq!(fs::read_to_string(sandbox.path("file")).unwrap(), "mine");
}

#[test]
fn a_catalog_that_breaks_its_readers_ends_with_exit_code_3() {
    let sandbox = Sandbox::new();
    let new = String::from_utf8(sandbox.run(&["errors", "export", "--format", "json"]).stdout).unwrap();
    sandbox.write("new.json", &new);
    let mut old: Value = serde_json::from_str(&new).unwrap();
    let errors = old["errors"].as_array_mut().unwrap();
    let busy = errors.iter_mut().find(|entry| entry["code"] == "DB_FILE_LOCKED").unwrap();
    busy["exit_code"] = json!(6);
    busy["suggestion"] = json!("Wait");
    errors.retain(|entry| entry["code"] != "CSV_FILE_EMPTY");
    sandbox.write("old.json", old.to_string());

    let output = sandbox.run(&["errors", "diff", "old.json", "new.json"]);
    assert_eq!(output.status.code(), Some(3));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "CATALOG_INCOMPATIBLE");
    assert_eq!(error["message"], "1 breaking, 1 additive and 1 cosmetic change from old.json to new.json");
    assert_eq!(error["detail"], "DB_FILE_LOCKED: exit code 6 became 12");
    assert_eq!(error["context"]["breaking"], 1);
    let classes: Vec<&Value> = error["context"]["changes"].as_array().unwrap().iter().map(|it| &it["class"]).collect();
    assert_eq!(classes, ["breaking", "additive", "cosmetic"]);

    let person = sandbox.run(&["errors", "diff", "old.json", "new.json", "--output", "human"]);
    let text = String::from_utf8(person.stderr).unwrap();
    assert!(text.contains("detail: DB_FILE_LOCKED: exit code 6 became 12"), "{text}");
}

#[test]
fn the_lock_file_and_the_export_say_what_the_program_is() {
    let sandbox = Sandbox::new();
    sandbox.write("errors.json", sandbox.run(&["errors", "export", "--format", "json"]).stdout);
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/errors.lock.json");
    for arguments in [&["errors.json"][..], &[lock], &["errors.json", lock], &[lock, "errors.json"]] {
        let (data, _) = sandbox.succeeds(&[&["errors", "diff"], arguments].concat());
        assert_eq!(data, json!({"compatible": true, "additive": 0, "cosmetic": 0, "changes": []}));
    }
}

#[test]
fn a_file_that_is_not_a_catalog_differs_from_a_missing_one() {
    let sandbox = Sandbox::new();
    for (content, problem) in [
        ("", "no JSON: EOF while parsing a value at line 1 column 0"),
        ("{}", "neither a lock file nor what `errors export --format json` writes"),
        ("{\n<<<<<<< ours\n", "line 2 is the mark of a merge conflict"),
        ("{\"lock_version\": 3}", "its version 3 is newer than 2; a newer agent-error has written it"),
        ("{\"catalog_version\": \"2.0\"}", "its version 2.0 is newer than 1.1; a newer agent-error has written it"),
        ("{\"lock_version\": 1, \"errors\": {\"A\": {}}}", "`errors.A.exit_code` is not a whole number from 1 to 125"),
    ] {
        sandbox.write("bad.json", content);
        let output = sandbox.run(&["errors", "diff", "bad.json"]);
        assert_eq!(output.status.code(), Some(65));
        let error = &envelope(&output)["error"];
        assert_eq!(error["code"], "CATALOG_FILE_INVALID");
        assert_eq!(error["message"], format!("bad.json: {problem}"));
    }
    let output = sandbox.run(&["errors", "diff", "none.json"]);
    assert_eq!(output.status.code(), Some(66));
    assert_eq!(envelope(&output)["error"]["code"], "CATALOG_FILE_UNREADABLE");
}
