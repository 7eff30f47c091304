//! Tests of proofs that repair the cause themselves, or avoid it. None of them may count as proven.

use crate::proofs::{problem, proofs, record, store};
use agent_error_testing::{Call, CheckError, World};
use agent_error_tooling::ProofState;
use serde_json::json;
use std::fs;

type Steps = fn(&mut World) -> Result<(), CheckError>;

/// Runs a proof of `STORE_MISSING` whose fix is `sh tool init`, and returns the problem.
#[track_caller]
fn after_get(fix: &str, steps: Steps) -> String {
    let fix = fix.to_owned();
    let proof = move |world: &mut World| {
        world.fails(store(world, &fix))?;
        steps(world)
    };
    problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING")
}

#[test]
fn a_repair_before_the_fix_is_caught() {
    let found = after_get("true", |world| {
        fs::write(world.folder().join("ready"), "")?;
        world.fix()?;
        world.again()
    });
    let expected = "expected only the fix and actions to change the folder after the failed call; found ready, which \
                    the proof has changed";
    assert_eq!(found, expected);
}

#[test]
fn a_repair_after_the_fix_is_caught() {
    let repairs: &[Steps] = &[
        |world| {
            fs::write(world.folder().join("ready"), "")?;
            world.again()
        },
        |world| {
            drop(world.tool("sh").args(["tool", "init"]).run());
            world.again()
        },
        |world| {
            fs::write(world.folder().join("ready"), "")?;
            world.leads_to("STORE_BUSY")
        },
    ];
    for steps in repairs {
        let steps = *steps;
        let proof = move |world: &mut World| {
            world.fails(store(world, "true"))?;
            world.fix()?;
            steps(world)
        };
        let found = problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING");
        assert!(found.ends_with("found ready, which the proof has changed"), "{found}");
    }
}

#[test]
fn a_fix_of_a_call_that_succeeds_anyway_is_caught() {
    let proof = |world: &mut World| {
        let failure = record(json!({"code": "STORE_MISSING", "fix_command": "true"}));
        let mut failures = vec![failure];
        world.fails(Call::new("get", json!({}), move || failures.pop().map_or(Ok(json!([1])), Err)))?;
        world.fix()?;
        world.again()
    };
    let found = problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING");
    assert_eq!(found, "expected `get {}` to fail with STORE_MISSING until the fix `true` runs; found the answer [1]");
}

#[test]
fn another_call_after_a_fix_is_caught() {
    let found = after_get("sh tool init", |world| {
        world.fix()?;
        world.learn("--all");
        world.again_with(world.tool("sh").args(["tool", "get", "--all"])).map(drop)
    });
    assert_eq!(found, "expected the same call to succeed after its fix, with `again`; found `sh tool get --all`");
}

#[test]
fn a_call_that_prints_help_is_caught() {
    let proof = |world: &mut World| {
        let failure = record(json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "suggestion": "See `get --help`"}));
        world.fails(Call::new("get", json!({"id": 7}), move || Err(failure.clone())))?;
        world.call(Call::new("list", json!({}), || Ok(json!([1]))))?;
        world.again_with(Call::new("get", json!({"id": "--help"}), || Ok(json!("Usage: get ID")))).map(drop)
    };
    let found = problem(&proofs().prove("ITEM_UNKNOWN", proof).run(), "ITEM_UNKNOWN");
    assert!(found.ends_with("found `--help`, with which the call only prints help"), "{found}");
}

#[test]
fn files_that_were_there_before_the_failed_call_are_not_repairs() {
    let proof = |world: &mut World| {
        fs::write(world.folder().join("items.csv"), "1")?;
        world.fails(store(world, "sh tool init"))?;
        world.fix()?;
        world.again()
    };
    let coverage = proofs().prove("STORE_MISSING", proof).run();
    let found = coverage.iter().find(|found| found.code == "STORE_MISSING").unwrap();
    assert!(matches!(found.standing, ProofState::Proven { .. }), "{coverage}");
}
