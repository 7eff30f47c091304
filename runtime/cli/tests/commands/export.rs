//! `agent-error export`.

use crate::{AGENT_ERROR, REPORTS, TREE, agent_error, agent_error_in, envelope};
use agent_error_testing::Tool;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

#[test]
fn a_document_goes_to_standard_output_or_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["schema", "openapi"] {
        let run = agent_error(&["export", format, TREE, "--out", "-"]);
        run.assert_exit(0);
        assert_eq!(run.stderr(), "");
        let again = agent_error(&["export", format, TREE, "--output", "brief"]);
        assert_eq!(
            again.stdout, run.stdout,
            "the output format doesn't apply to exported documents"
        );
        let written = agent_error_in(
            folder.path(),
            &["export", format, TREE, "--out", "made/here"],
        );
        let file = envelope(&written)["data"]["files"][0].clone();
        let path = folder.path().join("made/here").join(file.as_str().unwrap());
        assert_eq!(fs::read(&path).unwrap(), run.stdout);
        assert_eq!(
            fs::metadata(path).unwrap().permissions().mode() & 0o444,
            0o444
        );
    }
    assert_eq!(
        fs::read_dir(folder.path().join("made/here"))
            .unwrap()
            .count(),
        2,
        "no temporary files are left"
    );
    let own = agent_error(&["export", "schema", REPORTS, "--own"]).stdout();
    assert!(
        own.contains("USER_NOT_FOUND") && !own.contains("UNKNOWN_FLAG"),
        "{own}"
    );
}

#[test]
fn pages_list_the_codes_of_the_program_first_and_replace_nothing_if_one_fails() {
    let folder = tempfile::tempdir().unwrap();
    let export = Tool::new(AGENT_ERROR)
        .args(["export", "markdown", REPORTS, "--out", "pages"])
        .current_dir(folder.path());
    let pages = folder.path().join("pages");
    fs::create_dir_all(pages.join("SUMMARY.md")).unwrap();
    let failed = export.run();
    failed.assert_code("EXPORT_NOT_WRITTEN").assert_exit(73);
    assert_eq!(
        fs::read_dir(&pages).unwrap().count(),
        1,
        "no page was written"
    );
    fs::remove_dir(pages.join("SUMMARY.md")).unwrap();
    fs::write(
        pages.join("SUMMARY.md"),
        "- [GONE](GONE.md): exit 1\n- [USER_NOT_FOUND](USER_NOT_FOUND.md): exit 5\n",
    )
    .unwrap();
    fs::write(pages.join("GONE.md"), "").unwrap();
    let warning =
        "the code of GONE.md is no longer in the catalog; retire the code or delete the page";
    assert_eq!(envelope(&export.run())["warnings"], json!([warning]));
    assert_eq!(envelope(&export.run())["warnings"], json!([]));
    let index = fs::read_to_string(pages.join("SUMMARY.md")).unwrap();
    let (own, general) = index.split_once("# General codes").unwrap();
    assert!(own.contains("[USER_NOT_FOUND]"), "{index}");
    assert!(general.contains("[INTERNAL]"), "{index}");
    let page = fs::read_to_string(pages.join("USER_NOT_FOUND.md")).unwrap();
    assert!(
        !page.contains("status"),
        "without HTTP, there is no HTTP status: {page}"
    );
}

#[test]
fn the_catalog_of_a_program_in_another_language_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions.in/old.json");
    for format in ["schema", "openapi", "markdown"] {
        agent_error_in(folder.path(), &["export", format, catalog, "--out", "."]).assert_exit(0);
    }
    let schema = fs::read_to_string(folder.path().join("envelope.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let mut failure = json!({
        "ok": false, "data": null, "warnings": [], "meta": {"duration_ms": 0},
        "error": {"code": "quota/used-up", "message": "m", "retryable": false, "phase": "execution", "context": {"limit": 3}},
    });
    assert!(schema.is_valid(&failure));
    failure["error"]["context"]["limit"] = json!("3");
    assert!(
        !schema.is_valid(&failure),
        "a reference to the code's definition is escaped"
    );
    let openapi = fs::read_to_string(folder.path().join("errors.openapi.json")).unwrap();
    let openapi: Value = serde_json::from_str(&openapi).unwrap();
    let reference = &openapi["components"]["schemas"]["Error"]["anyOf"][0]["oneOf"][1]["$ref"];
    assert_eq!(reference, "#/components/schemas/Error_quota-2fused-up");
    assert!(openapi.pointer(&reference.as_str().unwrap()[1..]).is_some());
    let page = fs::read_to_string(folder.path().join("quota~2f~used-up.md")).unwrap();
    assert!(
        page.contains("| `limit` | integer |") && !page.contains("## What to do"),
        "{page}"
    );
    let page = fs::read_to_string(folder.path().join("STORE_LOCKED.md")).unwrap();
    assert!(page.contains("## What to do\n\nWait until "), "{page}");
}
