//! Tests of the file in which a test records what is proven.

use crate::proofs::{Promising, proof_of, proofs};
use crate::refused;
use agent_error::Catalog;
use agent_error_testing::Proofs;
use agent_error_tooling::{Coverage, ProofFile};
use serde_json::{Value, json};
use std::path::Path;

/// Returns the content of a proof file, with the digest that the test would write.
fn written(file: &Value) -> String {
    file.to_string().parse::<ProofFile>().unwrap().text()
}

/// Returns the message of the assertion if it fails.
fn asserted(proofs: Proofs, file: &Path) -> Option<String> {
    let message = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| proofs.assert(file))).err()?;
    message.downcast::<String>().ok().map(|message| *message)
}

#[test]
fn advice_that_changed_since_it_was_proven_is_stale() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("errors.proofs.json");
    let proven = || proofs().min(33).prove("STORE_MISSING", proof_of("sh tool init"));
    let missing = refused(|| proven().assert(&file));
    assert!(missing.contains("errors.proofs.json does not exist. Accept what is proven now with\n\n    AGENT_ERROR_LOCK=overwrite cargo test -p agent-error-tests "), "{missing}");
    let keep = |fix: &str| {
        let entry = json!({"proven": ["fix", "again"], "advice": [{"fix_command": fix}]});
        std::fs::write(&file, written(&json!({"codes": {"STORE_MISSING": entry}}))).unwrap();
    };
    keep("sh tool init");
    assert_eq!(asserted(proven(), &file), None);
    keep("sh tool begin");
    let stale = refused(|| proven().assert(&file));
    assert!(
        stale.contains("stale    STORE_MISSING (testing::proofs::Promising::Missing)\n    {\"fix_command\":\"sh tool begin\"} became {\"fix_command\":\"sh tool init\"}\n"),
        "{stale}"
    );
    let catalog = Catalog::of::<Promising>();
    let by_file = Coverage::of(&catalog.document().parse().unwrap(), &std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(by_file.line(), "proofs: 0 % of 3 codes proven (0 proven, 0 settled, 0 exempt, 2 unproven, 1 stale)");
    assert!(by_file.require(0).is_err(), "what is stale fails at any percentage");
    std::fs::write(&file, "{\"codes\": 7").unwrap();
    assert!(refused(|| proven().assert(&file)).contains("cannot read "));
}

#[test]
fn the_file_names_the_test() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("errors.proofs.json");
    let entry = json!({"proven": ["fix", "again"], "advice": [{"fix_command": "sh tool init"}]});
    let keep = |test: &str| {
        std::fs::write(&file, written(&json!({"test": test, "codes": {"STORE_MISSING": entry}}))).unwrap();
    };
    let proven = || proofs().min(33).prove("STORE_MISSING", proof_of("sh tool init"));
    let report = |name: &str| {
        let test = std::thread::Builder::new().name(name.to_owned());
        let file = file.clone();
        test.spawn(move || asserted(proven(), &file)).unwrap().join().unwrap()
    };
    keep("advice::helps");
    assert_eq!(report("advice::helps"), None);
    assert!(report("advice::is_true").unwrap().contains("renamed  the test is called advice::is_true\n"));
    assert_eq!(report("main"), None, "where all tests run in the first thread, the name is not known");
}
