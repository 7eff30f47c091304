//! Tests of catalogs that include proofs, which record the advice that tests have followed.

use crate::shop::catalog;
use crate::{contract_of, document_of};
use agent_error_tooling::ChangeClass::{Breaking, Cosmetic};
use agent_error_tooling::{ChangeClass, Changes, Contract, Document, FindingKind, ProofFile};
use serde_json::{Value, json};

const CLOSED: &str = "SHOP_CLOSED";
const MISSING: &str = "SHOP_ARTICLE_MISSING";
const INVALID: &str = "SHOP_ORDER_INVALID";

fn closed() -> Value {
    json!([{"retryable": true, "retry_after_ms": 30000, "retry_strategy": "exponential_backoff"}])
}

fn missing() -> Value {
    json!([{"fix_command": "shop list {shelf}"}])
}

/// Returns the shop's catalog with proofs for these codes.
fn proven(codes: &Value) -> Document {
    let file = json!({"proofs_version": 1, "test": "proofs::advice_helps", "codes": codes});
    let file: ProofFile = file.to_string().parse().unwrap();
    document_of(&catalog()).with_proofs(&file.text()).unwrap()
}

#[test]
fn a_lock_file_contains_the_proofs() {
    let codes = json!({
        CLOSED: {"proven": ["retry"], "advice": closed()},
        MISSING: {"exempt": "no test can", "advice": missing()},
    });
    let contract = Contract::of(&proven(&codes));
    let lock = contract.to_lock();
    let held: Value = serde_json::from_str(&lock).unwrap();
    let held = held["errors"].as_object().unwrap().iter();
    let held: Vec<(&str, &str)> =
        held.filter_map(|(code, facts)| Some((code.as_str(), facts["proof"].as_str()?))).collect();
    assert_eq!(held, [(MISSING, "exempt"), (CLOSED, "proven"), (INVALID, "unproven")]);
    assert_eq!(lock.parse::<Contract>().unwrap(), contract);
    let wrong = lock.replace("\"proof\": \"proven\"", "\"proof\": \"sure\"").parse::<Contract>().unwrap_err();
    assert_eq!(wrong.to_string(), "`errors.SHOP_CLOSED.proof`: not one of proven, settled, exempt, unproven");
}

#[test]
fn only_advice_that_loses_its_proof_is_breaking() {
    let proof = json!({CLOSED: {"proven": ["retry"], "advice": closed()}});
    let exempt = json!({CLOSED: {"exempt": "no clock", "advice": closed()}});
    let none = json!({});
    let rows: [(&Value, &Value, ChangeClass, &str); 5] = [
        (&proof, &none, Breaking, "advice `proven` became `unproven`"),
        (&proof, &exempt, Breaking, "advice `proven` became `exempt`"),
        (&exempt, &none, Cosmetic, "advice `exempt` became `unproven`"),
        (&none, &proof, Cosmetic, "advice `unproven` became `proven`"),
        (&exempt, &proof, Cosmetic, "advice `exempt` became `proven`"),
    ];
    for (old, new, class, what) in rows {
        let changes = Contract::of(&proven(old)).changes_to(&Contract::of(&proven(new)));
        let found: Vec<_> = changes.iter().map(|change| (change.class, change.to_string())).collect();
        assert_eq!(found, [(class, format!("SHOP_CLOSED: {what}"))]);
    }
    let (with, without) = (Contract::of(&proven(&proof)), contract_of(&catalog()));
    let lines = |changes: Changes| changes.iter().map(|it| format!("{} {it}", it.class)).collect::<Vec<_>>();
    assert_eq!(lines(with.changes_to(&without)), ["cosmetic proofs: missing in the newer version, so not compared"]);
    assert_eq!(lines(without.changes_to(&with)), ["additive proofs: missing in the older version, so not compared"]);
}

#[test]
fn the_lint_finds_advice_that_no_test_follows() {
    let codes = json!({
        CLOSED: {"proven": ["retry"], "advice": closed()},
        MISSING: {"proven": ["fix"], "advice": [{"fix_command": "shop tidy"}]},
    });
    let lint = proven(&codes).lint();
    let found: Vec<(&str, &str)> = lint
        .findings()
        .filter(|(_, finding)| finding.kind == FindingKind::UnprovenAdvice)
        .filter_map(|(linted, finding)| Some((linted?.code.as_str(), finding.text.as_str())))
        .collect();
    assert_eq!(
        found,
        [
            (MISSING, "its advice has changed since a test followed it; run the test of its proof"),
            (INVALID, "no test follows its advice; add a proof, or an exemption with a reason"),
        ]
    );
    assert_eq!(FindingKind::UnprovenAdvice.level(), None, "advice may be true without a proof");
    assert!(document_of(&catalog()).lint().findings().all(|(_, finding)| finding.kind != FindingKind::UnprovenAdvice));
}
