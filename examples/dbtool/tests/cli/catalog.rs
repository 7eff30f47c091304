//! Tests of `errors catalog` and the lock file.

use crate::tool::Sandbox;
use agent_error_tooling::{Contract, Document, document_schema};
use serde_json::Value;

#[test]
fn the_catalog_document_ignores_the_format_and_matches_its_schema() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["errors", "catalog"]);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    for format in ["human", "json", "xml"] {
        assert_eq!(sandbox.run(&["errors", "catalog", "--output", format]).stdout, output.stdout);
    }
    let catalog: Value = serde_json::from_slice(&output.stdout).unwrap();
    let validator = jsonschema::draft202012::new(&document_schema()).unwrap();
    let problems: Vec<String> = validator.iter_errors(&catalog).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
    assert!(catalog["types"].as_array().unwrap().iter().any(|ty| ty["path"] == "dbtool::error::store::StoreError"));
}

#[test]
fn the_lock_file_and_the_catalog_make_the_same_promises() {
    let catalog = String::from_utf8(Sandbox::new().run(&["errors", "catalog"]).stdout).unwrap();
    let catalog = Contract::of(&catalog.parse::<Document>().unwrap());
    let lock: Contract = include_str!("../../errors.lock.json").parse().unwrap();
    let changes = [lock.changes_to(&catalog), catalog.changes_to(&lock)];
    assert!(changes.iter().flatten().next().is_none(), "{changes:?}");
}
