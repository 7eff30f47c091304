//! Tests of proofs of correct advice, and of incorrect advice that proofs must detect.

use agent_error::format::Format;
use agent_error::{AgentError, Catalog, ErrorRecord, parse, render};
use agent_error_testing::{Call, CheckError, Proof, Proofs, Tool};
use agent_error_tooling::{Coverage, ProofState};
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only the declarations count")]
pub(crate) enum Promising {
    #[error("m")]
    #[code("STORE_MISSING", exit = 4, fix = "sh tool init")]
    Missing,
    #[error("m")]
    #[code("STORE_BUSY", exit = 12, retry_after = "1s")]
    Busy,
    #[error("m")]
    #[code("ITEM_UNKNOWN", exit = 5, actions("list"))]
    Unknown,
    #[error("m")]
    #[code("STORE_BROKEN", exit = 1, suggest = "Restore it")]
    Broken,
}

pub(crate) fn proofs() -> Proofs {
    Proofs::of_catalog(&Catalog::of::<Promising>()).min(0)
}

/// Creates a record by parsing an envelope, as a client would.
pub(crate) fn record(error: Value) -> ErrorRecord {
    let mut members = json!({"message": "m", "retryable": false});
    members.as_object_mut().unwrap().extend(error.as_object().unwrap().clone());
    let envelope = json!({"ok": false, "data": null, "error": members, "warnings": [], "meta": {"duration_ms": 0}});
    parse(&envelope.to_string()).unwrap()
}

/// Creates a program in the proof's directory. If the file `ready` exists, `get` succeeds. Otherwise, it fails with
/// this fix.
pub(crate) fn store(proof: &Proof, fix: &str) -> Tool {
    let failure = record(json!({"code": "STORE_MISSING", "fix_command": fix}));
    std::fs::write(proof.folder().join("failure.json"), render(&failure, Format::Envelope)).unwrap();
    std::fs::write(proof.folder().join("data.txt"), "precious\n").unwrap();
    let script = "\
case \"$1\" in
    get) [ -f ready ] && echo '{\"ok\":true,\"data\":[1]}' && exit; cat failure.json; exit 4 ;;
    init) [ $# = 1 ] || { echo \"unexpected argument $2\" >&2; exit 2; }; touch ready ;;
    once) [ ! -f ready ] && touch ready ;;
    append) touch ready; echo more >> log ;;
    lose) touch ready; rm data.txt ;;
    empty) touch ready; : > data.txt ;;
esac
";
    std::fs::write(proof.folder().join("tool"), script).unwrap();
    proof.tool("sh").args(["tool", "get"])
}

pub(crate) fn proof_of(fix: &'static str) -> impl FnOnce(&mut Proof) -> Result<(), CheckError> + Send + 'static {
    move |proof| {
        let tool = proof.tool(env!("CARGO_BIN_EXE_tree"));
        drop(tool);
        proof.fails(store(proof, fix))?;
        proof.fix()?;
        proof.again()
    }
}

/// Returns the result of a code's proof.
#[track_caller]
pub(crate) fn problem(coverage: &Coverage, code: &str) -> String {
    let found = coverage.iter().find(|found| found.code == code).unwrap();
    match &found.standing {
        ProofState::Failed { problem } => problem.clone(),
        other => panic!("not caught: {other:?}"),
    }
}

#[track_caller]
fn caught(fix: &'static str) -> String {
    problem(&proofs().prove("STORE_MISSING", proof_of(fix)).run(), "STORE_MISSING")
}

#[test]
fn a_fix_that_helps_is_proven() {
    let coverage = proofs().prove("STORE_MISSING", proof_of("sh tool init")).run();
    let found = coverage.iter().find(|found| found.code == "STORE_MISSING").unwrap();
    assert_eq!(found.standing, ProofState::Proven { steps: vec!["fix".into(), "again".into()] });
}

#[test]
fn a_proof_whose_files_cannot_be_written_fails_with_the_io_error() {
    let proof = |proof: &mut Proof| {
        std::fs::write(proof.folder().join("missing/lock"), "")?;
        proof.fails(store(proof, "true"))
    };
    let problem = problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING");
    assert_eq!(problem, "expected no I/O error; found No such file or directory (os error 2)");
}

#[test]
fn a_fix_with_a_renamed_flag_is_caught() {
    let problem = caught("sh tool init --if-missing");
    assert!(problem.starts_with("expected the fix `sh tool init --if-missing` to succeed; found "), "{problem}");
    assert!(problem.contains("unexpected argument --if-missing"), "{problem}");
}

#[test]
fn a_fix_that_does_nothing_is_caught() {
    let expected = "expected `sh tool get` to succeed after the advice; found STORE_MISSING: m";
    assert_eq!(caught("true"), expected);
}

#[test]
fn a_fix_that_deletes_something_is_caught() {
    let expected = |found| format!("expected the fix `sh tool {found}");
    assert_eq!(caught("sh tool lose"), expected("lose` to take nothing away; found data.txt is gone"));
    assert_eq!(caught("sh tool empty"), expected("empty` to take nothing away; found data.txt is shorter"));
}

#[test]
fn a_destructive_fix_is_not_even_run() {
    let expected = "expected the fix `rm -rf data.txt` to be harmless; found it has the destructive word `rm`";
    assert_eq!(caught("rm -rf data.txt"), expected);
    let quoted = caught("tree db 'prune'");
    assert!(quoted.ends_with("it has the destructive word `prune`"), "{quoted}");
    let by_manifest = |proof: &mut Proof| {
        use std::os::unix::fs::PermissionsExt;
        let path = proof.folder().join("vault");
        let manifest = json!({"commands": {"gold.melt": {"danger_level": "destructive"}}});
        std::fs::write(&path, format!("#!/bin/sh\necho '{manifest}'\n"))?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
        drop(proof.tool(path));
        proof.fails(store(proof, "vault gold melt"))?;
        proof.fix()
    };
    let problem = problem(&proofs().prove("STORE_MISSING", by_manifest).run(), "STORE_MISSING");
    assert!(problem.ends_with("the manifest says that `vault gold melt` is destructive"), "{problem}");
}

#[test]
fn a_fix_that_is_not_idempotent_is_caught() {
    let problem = caught("sh tool once");
    assert!(problem.starts_with("expected the fix `sh tool once` to succeed the second time; found "), "{problem}");
    let expected = "expected the fix `sh tool append` to be idempotent; found it changed log the second time";
    assert_eq!(caught("sh tool append"), expected);
}

#[test]
fn a_fix_beside_a_retry_is_caught() {
    let proof = |proof: &mut Proof| {
        let both = record(json!({"code": "STORE_MISSING", "fix_command": "true", "retryable": true}));
        proof.fails(Call::new("get", Value::Null, move || Err(both.clone())))?;
        proof.fix()
    };
    let found = problem(&proofs().prove("STORE_MISSING", proof).run(), "STORE_MISSING");
    assert_eq!(found, "expected STORE_MISSING with a fix or a retry; found both: `true`");
}

/// Creates a call that fails with a retryable error until the given time has passed.
fn busy(proof: &mut Proof, retry: &Value, down: Duration) -> Call {
    let mut failure = json!({"code": "STORE_BUSY", "retryable": true});
    failure.as_object_mut().unwrap().extend(retry.as_object().unwrap().clone());
    let (failure, is_up) = (record(failure), Rc::new(Cell::new(false)));
    let up = Rc::clone(&is_up);
    proof.outage(down, move || up.set(true));
    Call::new("get", Value::Null, move || if is_up.get() { Ok(json!([1])) } else { Err(failure.clone()) })
}

fn waited(retry: Value, down: Duration) -> Coverage {
    let proof = move |proof: &mut Proof| {
        let call = busy(proof, &retry, down);
        proof.fails(call)?;
        proof.retry()
    };
    proofs().prove("STORE_BUSY", proof).run()
}

#[test]
fn a_wait_that_is_too_short_is_caught() {
    let second = Duration::from_secs(1);
    let short = problem(&waited(json!({"retry_after_ms": 999}), second), "STORE_BUSY");
    assert_eq!(short, "expected the call to succeed after the wait; found STORE_BUSY: m, which now asks for 999ms");
    assert!(waited(json!({"retry_after_ms": 1000}), second).iter().any(|code| code.standing.is_covered()));
    let growing = |ms| json!({"retry_after_ms": ms, "retry_strategy": "exponential_backoff"});
    assert!(waited(growing(100), second).iter().any(|code| code.standing.is_covered()), "100 + 200 + 400 + 800");
    problem(&waited(growing(10), second), "STORE_BUSY");
}

#[test]
fn a_retry_that_the_output_does_not_offer_is_caught() {
    let retry = json!({"retryable": false, "fix_command": "true"});
    let found = problem(&waited(retry, Duration::ZERO), "STORE_BUSY");
    assert_eq!(found, "expected a retry in the output of STORE_BUSY; found `retryable` is false");
}

/// Runs a proof in which item 7 is unknown and the action `list` returns these items.
fn unknown(actions: Value, listed: Value) -> Coverage {
    let proof = move |proof: &mut Proof| {
        let failure = record(json!({"code": "ITEM_UNKNOWN", "actions": actions}));
        proof.fails(Call::new("get", json!({"id": 7}), move || Err(failure.clone())))?;
        let answer = proof.call(Call::new("list", Value::Null, move || Ok(listed.clone())))?;
        let id = answer["items"][0]["id"].clone();
        proof.again_with(Call::new("get", json!({"id": id}), || Ok(json!({"name": "bolt"})))).map(drop)
    };
    proofs().prove("ITEM_UNKNOWN", proof).run()
}

#[test]
fn an_action_that_lists_nothing_is_caught() {
    let listed = json!({"items": [{"id": 1}]});
    assert!(unknown(json!(["list"]), listed).iter().any(|code| code.standing.is_covered()));
    let found = problem(&unknown(json!(["list"]), json!({"items": [], "total": 0})), "ITEM_UNKNOWN");
    assert_eq!(found, "expected `list` to answer something; found {\"items\":[],\"total\":0}");
}

#[test]
fn a_renamed_action_is_caught() {
    let found = problem(&unknown(json!(["items.list"]), json!([1])), "ITEM_UNKNOWN");
    assert_eq!(
        found,
        "expected `list` to be an action in the output of `get {\"id\":7}`; found the actions [\"items.list\"] of the same \
         program"
    );
}

#[test]
fn an_action_that_no_proof_calls_is_caught() {
    let found = problem(&unknown(json!(["list", "search"]), json!({"items": [{"id": 1}]})), "ITEM_UNKNOWN");
    assert_eq!(found, "expected every action of the output to be called; found a proof without `search`");
}

#[test]
fn a_value_that_no_answer_holds_is_caught() {
    let proof = |proof: &mut Proof| {
        let failure = record(json!({"code": "ITEM_UNKNOWN", "actions": ["list"]}));
        proof.fails(Call::new("get", json!({"id": 7}), move || Err(failure.clone())))?;
        proof.call(Call::new("list", Value::Null, || Ok(json!([{"id": 1}]))))?;
        proof.again_with(Call::new("get", json!({"id": 2}), || Ok(json!({"name": "bolt"})))).map(drop)
    };
    let found = problem(&proofs().prove("ITEM_UNKNOWN", proof).run(), "ITEM_UNKNOWN");
    assert_eq!(
        found,
        "expected each value of `get {\"id\":2}` in `get {\"id\":7}`, its failure or later output; found `2`, which is in \
        none of them"
    );
}

#[test]
fn advice_that_only_leads_to_another_failure_needs_a_proof_of_that_one() {
    let leading = |from: &'static str, to: &'static str| {
        move |proof: &mut Proof| {
            std::fs::write(proof.folder().join("tool"), "touch ready")?;
            let ready = proof.folder().join("ready");
            proof.fails(Call::new("get", Value::Null, move || {
                Err(record(json!({"code": if ready.exists() { to } else { from }, "fix_command": "sh tool init"})))
            }))?;
            proof.fix()?;
            proof.leads_to(to)
        }
    };
    let to_unproven = proofs().prove("STORE_MISSING", leading("STORE_MISSING", "STORE_BUSY")).run();
    let expected = "the call then fails with STORE_BUSY, which is not proven itself";
    assert_eq!(problem(&to_unproven, "STORE_MISSING"), expected);
    let in_turn = |proof: &mut Proof| {
        let call = busy(proof, &json!({"retry_after_ms": 5}), Duration::ZERO);
        proof.fails(call)?;
        proof.retry()
    };
    let proven = proofs().prove("STORE_MISSING", leading("STORE_MISSING", "STORE_BUSY")).prove("STORE_BUSY", in_turn);
    assert_eq!(proven.run().line(), "proofs: 66 % of 3 codes proven (2 proven, 0 settled, 0 exempt, 1 unproven)");
}

#[test]
fn a_proof_without_steps_or_with_a_panic_does_not_count() {
    let nothing = |proof: &mut Proof| proof.fails(store(proof, "sh tool init"));
    let found = problem(&proofs().prove("STORE_MISSING", nothing).run(), "STORE_MISSING");
    assert!(found.starts_with("expected the failed call to be made again"), "{found}");
    let by_chance = |proof: &mut Proof| {
        proof.fails(store(proof, "sh tool init"))?;
        std::fs::write(proof.folder().join("ready"), "").unwrap();
        proof.again()
    };
    let found = problem(&proofs().prove("STORE_MISSING", by_chance).run(), "STORE_MISSING");
    assert_eq!(found, "expected the fix of the output to be run; found a proof without `fix`");
    let found = problem(&proofs().prove("STORE_MISSING", |_| panic!("oh no")).run(), "STORE_MISSING");
    assert_eq!(found, "the proof panicked: oh no");
    let found = problem(&proofs().prove("STORE_BROKEN", |_| Ok(())).run(), "STORE_BROKEN");
    assert_eq!(found, "the code promises nothing; remove its proof or its exemption");
}

#[test]
fn an_exemption_needs_a_reason_and_no_proof() {
    let found = problem(&proofs().exempt("STORE_BUSY", " ").run(), "STORE_BUSY");
    assert_eq!(found, "the exemption has no reason");
    let both = proofs().exempt("STORE_MISSING", "why not").prove("STORE_MISSING", proof_of("sh tool init"));
    assert_eq!(problem(&both.run(), "STORE_MISSING"), "the code is proven and exempt; remove one of the two");
}

#[test]
fn coverage_is_text_json_and_a_line() {
    let coverage = proofs().prove("STORE_MISSING", proof_of("sh tool init")).exempt("STORE_BUSY", "no clock").run();
    assert_eq!(coverage.line(), "proofs: 33 % of 3 codes proven (1 proven, 0 settled, 1 exempt, 1 unproven)");
    let text = coverage.to_string();
    assert!(text.contains("\nexempt   STORE_BUSY: no clock\n"), "{text}");
    assert!(text.contains("\nproven   STORE_MISSING: fix, again"), "{text}");
    assert!(
        text.contains(
            "\nunproven ITEM_UNKNOWN (testing::proofs::Promising::Unknown)\n    .prove(\"ITEM_UNKNOWN\", |proof| {\n"
        ),
        "{text}"
    );
    assert!(text.contains("proof.call(proof.tool(TOOL).args([\"list\"]))?;"), "{text}");
    let value = serde_json::to_value(&coverage).unwrap();
    assert_eq!(
        (&value["percent"], &value["codes"][1]),
        (
            &json!(33),
            &json!({
                "code": "STORE_BUSY", "standing": "exempt", "place": "testing::proofs::Promising::Busy", "reason": "no clock",
            })
        )
    );
    assert!(coverage.require(33).is_ok());
    let error = coverage.require(34).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "proofs: 33 % of 3 codes proven (1 proven, 0 settled, 1 exempt, 1 unproven); 34 % must be proven\n"
        ),
        "{error}"
    );
    assert!(!error.contains("STORE_BUSY"), "{error}");
}
