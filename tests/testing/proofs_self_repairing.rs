//! Tests of proofs that repair the cause themselves, or avoid it. None of them may count as proven.

use crate::proofs::{problem, proofs, record, store};
use agent_error_testing::{Call, CheckError, Proof};
use agent_error_tooling::ProofState;
use serde_json::json;
use std::fs;

type Steps = fn(&mut Proof) -> Result<(), CheckError>;

/// Runs a proof of `STORE_MISSING` whose fix is `sh tool init`, and returns the problem.
#[track_caller]
fn after_get(fix: &str, steps: Steps) -> String {
    let fix = fix.to_owned();
    let proof = move |proof: &mut Proof| {
        proof.fails(store(proof, &fix))?;
        steps(proof)
    };
    problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING")
}

#[test]
fn a_repair_before_the_fix_is_caught() {
    let found = after_get("true", |proof| {
        fs::write(proof.folder().join("ready"), "")?;
        proof.fix()?;
        proof.again()
    });
    let expected = "expected only the fix and actions to change the folder after the failed call; found ready, which \
                    the proof has changed";
    assert_eq!(found, expected);
}

#[test]
fn a_repair_after_the_fix_is_caught() {
    let repairs: &[Steps] = &[
        |proof| {
            fs::write(proof.folder().join("ready"), "")?;
            proof.again()
        },
        |proof| {
            drop(proof.tool("sh").args(["tool", "init"]).run());
            proof.again()
        },
        |proof| {
            fs::write(proof.folder().join("ready"), "")?;
            proof.leads_to("STORE_BUSY")
        },
    ];
    for steps in repairs {
        let steps = *steps;
        let proof = move |proof: &mut Proof| {
            proof.fails(store(proof, "true"))?;
            proof.fix()?;
            steps(proof)
        };
        let found = problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING");
        assert!(found.ends_with("found ready, which the proof has changed"), "{found}");
    }
}

#[test]
fn a_fix_of_a_call_that_succeeds_anyway_is_caught() {
    let proof = |proof: &mut Proof| {
        let failure = record(json!({"code": "STORE_MISSING", "fix_command": "true"}));
        let mut failures = vec![failure];
        proof.fails(Call::new("get", json!({}), move || failures.pop().map_or(Ok(json!([1])), Err)))?;
        proof.fix()?;
        proof.again()
    };
    let found = problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING");
    assert_eq!(found, "expected `get {}` to fail with STORE_MISSING until the fix `true` runs; found the answer [1]");
}

#[test]
fn another_call_after_a_fix_is_caught() {
    let found = after_get("sh tool init", |proof| {
        proof.fix()?;
        proof.learn("--all");
        proof.again_with(proof.tool("sh").args(["tool", "get", "--all"])).map(drop)
    });
    assert_eq!(found, "expected the same call to succeed after its fix, with `again`; found `sh tool get --all`");
}

#[test]
fn a_call_that_prints_help_is_caught() {
    let proof = |proof: &mut Proof| {
        let failure = record(json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "suggestion": "See `get --help`"}));
        proof.fails(Call::new("get", json!({"id": 7}), move || Err(failure.clone())))?;
        proof.call(Call::new("list", json!({}), || Ok(json!([1]))))?;
        proof.again_with(Call::new("get", json!({"id": "--help"}), || Ok(json!("Usage: get ID")))).map(drop)
    };
    let found = problem(&proofs().prove("ITEM_UNKNOWN", proof).run(), "ITEM_UNKNOWN");
    assert!(found.ends_with("found `--help`, with which the call only prints help"), "{found}");
}

#[test]
fn files_that_were_there_before_the_failed_call_are_not_repairs() {
    let proof = |proof: &mut Proof| {
        fs::write(proof.folder().join("items.csv"), "1")?;
        proof.fails(store(proof, "sh tool init"))?;
        proof.fix()?;
        proof.again()
    };
    let coverage = proofs().prove("STORE_MISSING", proof).run();
    let found = coverage.iter().find(|found| found.code == "STORE_MISSING").unwrap();
    assert!(matches!(found.standing, ProofState::Proven { .. }), "{coverage}");
}
