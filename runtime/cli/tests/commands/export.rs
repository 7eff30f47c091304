//! `agent-error export`: documents of one program and of several.

use crate::{REPORTS, TREE, agent_error, agent_error_in, data, envelope};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn a_document_goes_to_standard_output_as_it_is_whatever_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["schema", "openapi", "typescript", "llms"] {
        let run = agent_error(&["export", format, TREE]);
        run.assert_exit(0);
        assert_eq!(run.stderr(), "");
        assert!(!run.stdout().starts_with("{\"ok\""));
        for output in ["human", "json", "xml"] {
            let again = agent_error(&["export", format, TREE, "--output", output]);
            assert_eq!(again.stdout, run.stdout, "the same bytes each time");
        }
        let written = agent_error_in(folder.path(), &["export", format, TREE, "--out", "made/here"]);
        let data = &envelope(&written)["data"];
        let [file] = data["files"].as_array().unwrap().as_slice() else { panic!("{data}") };
        assert_eq!(fs::read(folder.path().join("made/here").join(file.as_str().unwrap())).unwrap(), run.stdout);
    }
    assert_eq!(fs::read_dir(folder.path().join("made/here")).unwrap().count(), 4, "nothing temporary is left");
    assert_eq!(fs::read_dir(folder.path().join("made")).unwrap().count(), 1);
}

#[test]
fn formats_of_several_files_need_a_folder() {
    for arguments in
        [&["export", "site", TREE][..], &["export", "markdown", TREE], &["export", "schema", TREE, REPORTS]]
    {
        let run = agent_error(arguments);
        run.assert_code("EXPORT_FOLDER_MISSING").assert_exit(2);
    }
}

#[test]
fn an_existing_file_is_named_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    for out in ["file", "file/below"] {
        let run = agent_error_in(folder.path(), &["export", "schema", TREE, "--out", out]);
        run.assert_code("EXPORT_TARGET_OCCUPIED").assert_exit(6);
        let error = &envelope(&run)["error"];
        assert_eq!(error["message"], "file already exists and is not a folder");
        assert!(error["suggestion"].as_str().unwrap().contains("`--out`"));
    }
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "mine");
}

#[test]
fn codes_of_agent_error_come_last_and_can_be_left_out() {
    for format in ["typescript", "llms", "schema", "openapi"] {
        let all = agent_error(&["export", format, REPORTS]).stdout();
        let own = agent_error(&["export", format, REPORTS, "--own"]).stdout();
        let place = |code: &str| all.find(code).unwrap_or_else(|| panic!("{format}: {code}"));
        assert!(place("USER_NOT_FOUND") < place("UNKNOWN_FLAG") || ["schema", "openapi"].contains(&format), "{format}");
        assert!(own.contains("USER_NOT_FOUND") && !own.contains("UNKNOWN_FLAG"), "{format}");
    }
}

#[test]
fn pages_of_a_program_without_http_show_no_status() {
    let folder = tempfile::tempdir().unwrap();
    agent_error_in(folder.path(), &["export", "site", REPORTS, "--out", "book"]).assert_exit(0);
    let read = |name: &str| fs::read_to_string(folder.path().join("book/src").join(name)).unwrap();
    for index in ["SUMMARY.md", "domains.md", "exit-codes.md", "index.md"] {
        let text = read(index);
        if let (Some(own), Some(other)) = (text.find("[USER_NOT_FOUND]"), text.find("[UNKNOWN_ERROR_CODE]")) {
            assert!(own < other, "{text}");
        }
    }
    assert!(read("SUMMARY.md").contains("# General codes\n"), "{}", read("SUMMARY.md"));
    let page = read("errors/USER_NOT_FOUND/index.md");
    assert!(!page.contains("status") && !page.contains("Problem details"), "{page}");
}

#[test]
fn several_programs_have_one_index_and_a_site_each() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("fleet");
    let exported = data(&["export", "site", TREE, REPORTS, "--out", out.to_str().unwrap()]);
    assert!(exported["files"].as_array().unwrap().contains(&json!("index.html")), "{exported}");
    let index = fs::read_to_string(out.join("index.html")).unwrap();
    for (program, code) in [("tree", "STORE_LOCKED"), ("reports", "USER_NOT_FOUND")] {
        assert!(index.contains(&format!("<option value=\"{program}\">")), "{index}");
        // A site generator turns each page below `src` into one below `book`.
        let link = index.split('"').find(|part| part.contains(code) && part.contains(".html")).unwrap();
        let page = link.replace("/book/", "/src/").replace(".html", ".md");
        assert!(out.join(&page).is_file(), "{page}");
        assert!(out.join(program).join("book.toml").is_file());
    }
    // A program that is left out of the next export leaves no pages.
    let exported = data(&["export", "site", TREE, "--out", out.join("again").to_str().unwrap()]);
    assert!(exported["removed"].as_array().unwrap().is_empty());
    let same = agent_error(&["export", "site", TREE, TREE, "--out", out.to_str().unwrap()]);
    same.assert_code("EXPORT_PROGRAM_DUPLICATE").assert_exit(2);
    assert!(envelope(&same)["error"]["message"].as_str().unwrap().contains("`tree`"));
}

#[test]
fn a_catalog_of_a_program_in_another_language_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = json!({
        "catalog_version": "2.0",
        "program": {"name": "pytool", "version": "3.1"},
        "errors": [{
            "code": "QUOTA_EXCEEDED", "summary": "The quota is used up.", "message": "quota of {limit} used up",
            "exit_code": 11, "retryable": true, "retry_after_ms": 60000, "side_effects": "none", "phase": "execution",
            "severity": "error", "http_status": 429,
            "context": [{"name": "limit", "type": "integer"}],
        }],
    });
    fs::write(folder.path().join("py.json"), catalog.to_string()).unwrap();
    for format in ["schema", "openapi", "typescript", "markdown", "site", "llms"] {
        let run = agent_error_in(folder.path(), &["export", format, "py.json", "--out", format]);
        run.assert_exit(0);
    }
    let page = fs::read_to_string(folder.path().join("markdown/QUOTA_EXCEEDED.md")).unwrap();
    assert!(page.contains("| `limit` | integer |") && page.contains("wait 1m"), "{page}");
    let schema = fs::read_to_string(folder.path().join("schema/envelope.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let limit = &schema["$defs"]["QUOTA_EXCEEDED"]["properties"]["context"]["properties"]["limit"];
    assert_eq!(limit["type"], "integer");
    let lint = envelope(&agent_error_in(folder.path(), &["lint", "py.json"]))["data"].clone();
    assert_eq!(lint["codes"][0]["code"], "QUOTA_EXCEEDED");
}

/// Three hundred programs with ten thousand codes are a matter of seconds, so a test may do a tenth of it.
#[test]
fn a_fleet_of_thirty_programs_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let catalog: Value = serde_json::from_str(&fs::read_to_string(TREE).unwrap()).unwrap();
    let mut arguments = vec!["export".to_owned(), "site".to_owned()];
    for number in 0..30 {
        let mut program = catalog.clone();
        program["program"]["name"] = json!(format!("tool{number}"));
        let path = folder.path().join(format!("tool{number}.json"));
        fs::write(&path, program.to_string()).unwrap();
        arguments.push(path.to_str().unwrap().to_owned());
    }
    arguments.extend(["--out".to_owned(), "fleet".to_owned()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    agent_error_in(folder.path(), &arguments).assert_exit(0);
    let sites = fs::read_dir(folder.path().join("fleet")).unwrap().filter(|entry| {
        let path = entry.as_ref().unwrap().path();
        Path::new(&path).join("src/SUMMARY.md").is_file()
    });
    assert_eq!(sites.count(), 30);
}
