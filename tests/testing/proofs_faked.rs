//! Tests of proofs that don't follow the advice, and of harmful fixes. None of them may count as proven.

use crate::proofs::{problem, record};
use agent_error::{AgentError, Catalog};
use agent_error_testing::{Call, CheckError, Proof, Proofs};
use agent_error_tooling::{Coverage, ProofState};
use serde_json::{Value, json};
use std::path::Path;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("m")]
#[allow(dead_code, reason = "only the declarations count")]
enum Items {
    #[code("ITEM_UNKNOWN", exit = 5, actions("list"))]
    Unknown,
    #[code("STORE_MISSING", exit = 4, fix = "sh tool init", shared)]
    Missing,
}

/// Another type with the same code and another fix.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("m")]
#[code("STORE_MISSING", exit = 4, fix = "sh tool restore", shared)]
struct Moved;

/// A program with two items. `get 7` fails, because item 7 doesn't exist, and the error lists the action `list`. `fail`
/// prints the failure that it's given.
const TOOL: &str = "\
case \"$1\" in
    list) echo '{\"ok\":true,\"data\":[{\"id\":1},{\"id\":2}]}' ;;
    get) [ \"$2\" != 7 ] && echo '{\"ok\":true,\"data\":[1]}' && exit; cat failure.json; exit 5 ;;
    open) [ -f ready ] && echo '{\"ok\":true,\"data\":[1]}' && exit; cat failure.json; exit 4 ;;
    --db) cat failure.json; exit 5 ;;
    init|restore) touch ready ;;
    replace) touch ready; echo previous > data.txt ;;
    renew) touch ready; echo $$ > data.txt ;;
    log) touch ready; echo line >> data.txt ;;
    lose) touch ready; rm -f data.txt ;;
    escape) touch ready; rm -f \"$ESCAPE\" ;;
    *) echo '{\"ok\":true,\"data\":[1]}' ;;
esac
";

/// Installs the program and the failure that it prints.
fn install(proof: &Proof, failure: Value) -> String {
    use std::os::unix::fs::PermissionsExt;
    let failure = agent_error::render(&record(failure), agent_error::Format::Envelope);
    std::fs::write(proof.folder().join("failure.json"), failure).unwrap();
    std::fs::write(proof.folder().join("data.txt"), "precious\n").unwrap();
    let path = proof.folder().join("tool");
    std::fs::write(&path, format!("#!/bin/sh\n{TOOL}")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn proofs() -> Proofs {
    Proofs::of_catalog(&Catalog::of::<Items>()).min(0)
}

type Steps = fn(&mut Proof, &str) -> Result<(), CheckError>;

/// Runs a proof of `ITEM_UNKNOWN` that starts with `tool get 7`, and returns the coverage.
fn after_get(steps: Steps) -> Coverage {
    let proof = move |proof: &mut Proof| {
        let tool = install(proof, json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "context": {"id": 7}}));
        proof.fails(proof.tool(&tool).args(["get", "7"]))?;
        steps(proof, &tool)
    };
    proofs().prove("ITEM_UNKNOWN", proof).run()
}

fn standing(coverage: &Coverage, code: &str) -> ProofState {
    coverage.iter().find(|found| found.code == code).unwrap().standing.clone()
}

#[test]
fn a_proof_that_follows_the_advice_counts() {
    let coverage = after_get(|proof, tool| {
        let items = proof.call(proof.tool(tool).arg("list"))?;
        proof.again_with(proof.tool(tool).args(["get".to_owned(), items[0]["id"].to_string()])).map(drop)
    });
    assert!(matches!(standing(&coverage, "ITEM_UNKNOWN"), ProofState::Proven { .. }), "{coverage}");
}

#[test]
fn calls_that_the_advice_does_not_suggest_are_caught() {
    let action = "to be an action in the output of";
    let again = "with other values; found another command or program";
    let fakes: &[(&str, &str, Steps)] = &[
        ("the action among other arguments", action, |proof, tool| {
            proof.call(proof.tool(tool).args(["noop", "list"])).map(drop)
        }),
        ("the action as the value of a flag", action, |proof, tool| {
            proof.call(proof.tool(tool).args(["noop", "--x", "list"])).map(drop)
        }),
        ("the action behind a flag", action, |proof, tool| {
            proof.call(proof.tool(tool).args(["--x", "list"])).map(drop)
        }),
        ("another program", action, |proof, _| proof.call(proof.tool("echo").arg("list")).map(drop)),
        ("another environment", action, |proof, tool| {
            proof.call(proof.tool(tool).arg("list").env("FAKE", "1")).map(drop)
        }),
        ("another folder", action, |proof, tool| proof.call(proof.tool(tool).arg("list").current_dir("/")).map(drop)),
        ("a function in place of the program", action, |proof, _| {
            proof.call(Call::new("list", Value::Null, || Ok(json!([1])))).map(drop)
        }),
        ("an action that begins like it", action, |proof, tool| proof.call(proof.tool(tool).arg("lists")).map(drop)),
        ("another command again", again, |proof, tool| {
            proof.call(proof.tool(tool).arg("list"))?;
            proof.again_with(proof.tool(tool).args(["list"])).map(drop)
        }),
        ("another program again", again, |proof, tool| {
            proof.call(proof.tool(tool).arg("list"))?;
            proof.again_with(proof.tool("echo").args(["get", "1"])).map(drop)
        }),
        ("a function again", again, |proof, tool| {
            proof.call(proof.tool(tool).arg("list"))?;
            proof.again_with(Call::new("get", json!({"id": 1}), || Ok(json!([1])))).map(drop)
        }),
        ("the command behind a flag again", again, |proof, tool| {
            proof.call(proof.tool(tool).arg("list"))?;
            proof.again_with(proof.tool(tool).args(["--get", "1"])).map(drop)
        }),
        ("a value from nowhere", "`3`, which is in none of them", |proof, tool| {
            proof.call(proof.tool(tool).arg("list"))?;
            proof.again_with(proof.tool(tool).args(["get", "3"])).map(drop)
        }),
        ("an input from nowhere", "`secret`, which is in none of them", |proof, tool| {
            proof.call(proof.tool(tool).arg("list"))?;
            proof.again_with(proof.tool(tool).args(["get", "1"]).stdin("secret")).map(drop)
        }),
        ("part of an old value", "`ge`, which is in none of them", |proof, tool| {
            proof.call(proof.tool(tool).args(["list", "ge"])).map(drop)
        }),
    ];
    for (what, expected, steps) in fakes {
        let found = problem(&after_get(*steps), "ITEM_UNKNOWN");
        assert!(found.contains(expected), "{what}: {found}");
        assert!(found.matches("tool").count() + found.matches("get").count() >= 2, "{what} shows both calls: {found}");
    }
}

/// Runs a proof of a fix that starts with `tool open`, and returns the coverage.
fn fixed(code: &'static str, fix: &'static str, escape: &Path, may_replace: bool) -> Coverage {
    let escape = escape.to_owned();
    let proof = move |proof: &mut Proof| {
        let tool = install(proof, json!({"code": code, "fix_command": fix}));
        if may_replace {
            proof.allow_replacing();
        }
        proof.fails(proof.tool(&tool).arg("open").env("ESCAPE", &escape))?;
        proof.fix()?;
        proof.again()
    };
    proofs().prove(code, proof).run()
}

#[test]
fn each_fix_of_a_shared_code_needs_a_proof() {
    let both = || Proofs::of_catalog(&Catalog::from_types(&[types::<Items>(), types::<Moved>()]).unwrap()).min(0);
    let of = |fix: &'static str| {
        move |proof: &mut Proof| {
            let tool = install(proof, json!({"code": "STORE_MISSING", "fix_command": fix}));
            proof.fails(proof.tool(&tool).arg("open"))?;
            proof.fix()?;
            proof.again()
        }
    };
    let one = both().prove("STORE_MISSING", of("sh tool init")).run();
    let expected = "expected proofs that follow all advice; not followed: the fix `sh tool restore`";
    assert_eq!(problem(&one, "STORE_MISSING"), expected);
    let all = both().prove("STORE_MISSING", of("sh tool init")).prove("STORE_MISSING", of("sh tool restore")).run();
    assert!(matches!(standing(&all, "STORE_MISSING"), ProofState::Proven { .. }), "{all}");
    let exempt = |fix: &str| {
        both().prove("STORE_MISSING", of("sh tool init")).exempt_fix("STORE_MISSING", fix, "needs a backup").run()
    };
    let reason = "the fix `sh tool restore`: needs a backup".to_owned();
    assert_eq!(standing(&exempt("sh tool restore"), "STORE_MISSING"), ProofState::Exempt { reason });
    let unknown = problem(&exempt("sh tool repair"), "STORE_MISSING");
    assert_eq!(unknown, "no declaration has the exempt fix `sh tool repair`");
}

fn types<E: agent_error::definition::Catalogued>() -> &'static agent_error::definition::TypeDef {
    E::TYPE
}

#[test]
fn a_fix_that_replaces_content_is_caught_whatever_its_length() {
    let none = Path::new("none");
    let found = problem(&fixed("STORE_MISSING", "sh tool replace", none, false), "STORE_MISSING");
    assert_eq!(
        found,
        "expected the fix `sh tool replace` to take nothing away; found the content of data.txt was replaced"
    );
    let allowed = problem(&fixed("STORE_MISSING", "sh tool replace", none, true), "STORE_MISSING");
    assert_eq!(allowed, "expected proofs that follow all advice; not followed: the fix `sh tool init`");
}

#[test]
fn a_fix_that_may_replace_content_may_neither_delete_nor_append() {
    let of = |fix| problem(&fixed("STORE_MISSING", fix, Path::new("none"), true), "STORE_MISSING");
    let renewed = of("sh tool renew");
    assert_eq!(renewed, "expected proofs that follow all advice; not followed: the fix `sh tool init`");
    assert_eq!(of("sh tool lose"), "expected the fix `sh tool lose` to take nothing away; found data.txt is gone");
    let appended = of("sh tool log");
    assert_eq!(appended, "expected the fix `sh tool log` to be idempotent; found it changed data.txt the second time");
}

#[test]
fn a_fix_cannot_change_what_is_outside_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("precious.txt");
    std::fs::write(&file, "precious").unwrap();
    // Without isolation, only files that haven't been used for an hour are compared.
    let hours_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(hours_ago).unwrap();
    let found = problem(&fixed("STORE_MISSING", "sh tool escape", &file, false), "STORE_MISSING");
    let is_isolated = found.contains("to succeed") && found.contains("ermission denied");
    let is_noticed = found.contains("to change nothing outside of its folder");
    assert!(is_isolated || is_noticed, "{found}");
    assert_eq!(file.exists(), is_isolated, "{found}");
}

#[test]
fn settling_or_exempting_everything_does_not_count() {
    let exempt =
        Proofs::of_catalog(&Catalog::of::<Items>()).exempt("ITEM_UNKNOWN", "r").exempt("STORE_MISSING", "r").run();
    assert_eq!(exempt.line(), "proofs: 0 % of 2 codes proven (0 proven, 0 settled, 2 exempt, 0 unproven)");
    assert!(exempt.require_all().is_ok() && exempt.require(1).is_err());
    let settled = after_get(|proof, tool| {
        proof.call(proof.tool(tool).arg("list"))?;
        proof.settled("the user reads the list")
    });
    assert_eq!(settled.line(), "proofs: 0 % of 2 codes proven (0 proven, 1 settled, 0 exempt, 1 unproven)");
    let error = exempt.require(100).unwrap_err().to_string();
    assert!(error.contains("100 % must be proven") && error.contains("exempt   ITEM_UNKNOWN: r"), "{error}");
}

/// Runs a proof that calls `item/get/7`, then the call that consists of `again`, and returns the coverage. The action's
/// result contains the names of other subcommands.
fn nested(failure: Value, again: &'static [&'static str]) -> Coverage {
    let proof = move |proof: &mut Proof| {
        let failure = record(failure);
        proof.fails(Call::new("item/get/7", Value::Null, move || Err(failure.clone())))?;
        proof.call(Call::new("list", Value::Null, || Ok(json!(["delete", "show", 1]))))?;
        proof.again_with(Call::new(again.join("/"), Value::Null, || Ok(json!([1])))).map(drop)
    };
    proofs().prove("ITEM_UNKNOWN", proof).run()
}

#[test]
fn a_subcommand_cannot_change_even_if_the_output_contains_its_name() {
    let failure = json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "context": {"id": 7}, "message": "get failed"});
    for again in [&["item", "delete", "1"], &["item", "show", "1"], &["item", "delete", "7"]] {
        let found = problem(&nested(failure.clone(), again), "ITEM_UNKNOWN");
        let expected = format!(
            "expected `{}` to repeat `item/get/7` with other values; found another command or program",
            again.join("/")
        );
        assert_eq!(found, expected);
    }
    let honest = nested(failure, &["item", "get", "1"]);
    assert!(matches!(standing(&honest, "ITEM_UNKNOWN"), ProofState::Proven { .. }), "{honest}");
}

#[test]
fn a_value_in_the_message_may_change_if_the_context_has_none() {
    let failure = json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "message": "no item 7"});
    let honest = nested(failure.clone(), &["item", "get", "1"]);
    assert!(matches!(standing(&honest, "ITEM_UNKNOWN"), ProofState::Proven { .. }), "{honest}");
    problem(&nested(failure, &["item", "delete", "1"]), "ITEM_UNKNOWN");
}

#[test]
fn another_program_cannot_replace_the_tool() {
    let proof = |proof: &mut Proof| {
        proof.fails(Call::new("get", json!({"id": 7}), || {
            Err(record(json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "context": {"id": 7}})))
        }))?;
        proof.call(Call::new("list", Value::Null, || Ok(json!([{"id": 1}]))))?;
        proof.again_with(Call::new("delete", json!({"id": 1}), || Ok(json!([1])))).map(drop)
    };
    let found = problem(&proofs().prove("ITEM_UNKNOWN", proof).run(), "ITEM_UNKNOWN");
    let expected = "expected `delete {\"id\":1}` to repeat `get {\"id\":7}` with other values; found another command or \
                    program";
    assert_eq!(found, expected);
}

#[test]
fn another_command_behind_another_flag_is_caught() {
    let proof = |proof: &mut Proof| {
        let tool = install(proof, json!({"code": "ITEM_UNKNOWN", "actions": ["list"], "context": {"id": 7}}));
        proof.fails(proof.tool(&tool).args(["--db", "a", "get", "7"]))?;
        proof.learn("b");
        proof.learn("list");
        proof.again_with(proof.tool(&tool).args(["--tier", "b", "list"])).map(drop)
    };
    let found = problem(&proofs().prove("ITEM_UNKNOWN", proof).run(), "ITEM_UNKNOWN");
    assert!(found.contains("found another command or program"), "{found}");
}
