//! Tests that the agent makes the same decisions over MCP, with `kb mcp` as a child process.

use crate::agent::Agent;
use crate::call::Call;
use crate::knowledge::Home;
use crate::trace::GaveUp;
use serde_json::json;
use std::time::Duration;

/// The shortest rate-limit window for changes.
const WINDOW: Duration = Duration::from_secs(1);

#[test]
fn a_misspelled_entry_is_corrected_from_the_list() {
    let home = Home::with_entries();
    let outcome = Agent::new(&mut home.server()).pursue(Call::to("kb_get").with("id", "asnc-rust"));
    assert_eq!(
        outcome.trace(),
        "\
call     kb_get {\"id\":\"asnc-rust\"}
failed   not_found
asked    kb_list {}
changed  id: \"asnc-rust\" -> \"async-rust\"
call     kb_get {\"id\":\"async-rust\"}
done
"
    );
    assert_eq!(outcome.result.unwrap()["body"], "Pin it.");
}

#[test]
fn an_entry_changed_in_the_meantime_is_read_again() {
    let home = Home::with_entries();
    let update = Call::to("kb_update").with("id", "async-rust").with("if_version", 1);
    let outcome = Agent::new(&mut home.server()).pursue(update.for_the_sake_of("title", "Async Rust"));
    assert_eq!(
        outcome.trace(),
        "\
call     kb_update {\"id\":\"async-rust\",\"if_version\":1,\"title\":\"Async Rust\"}
failed   conflict
asked    kb_get {\"id\":\"async-rust\"}
changed  if_version: 1 -> 2
call     kb_update {\"id\":\"async-rust\",\"if_version\":2,\"title\":\"Async Rust\"}
done
"
    );
    let entry = outcome.result.unwrap();
    assert_eq!((&entry["title"], &entry["version"]), (&json!("Async Rust"), &json!(3)));
    assert_eq!(entry["body"], "Pin it.", "the change of the other one is kept");
}

#[test]
fn a_missing_knowledge_base_is_created_by_a_command() {
    let home = Home::empty();
    let outcome = Agent::new(&mut home.server()).pursue(Call::to("kb_list"));
    assert_eq!(
        home.settled_trace(&outcome.trace()),
        "\
call     kb_list {}
failed   database_missing
fix      kb init --if-missing --db=/home/agent/kb.db
call     kb_list {}
done
"
    );
    assert_eq!(outcome.result.unwrap()["entries"], json!([]));
}

#[test]
fn the_identical_call_is_repeated_after_the_limit() {
    let home = Home::with_entries();
    home.settled(&Call::to("limits").with("changes", 1).with("window-s", 1).with("tier", "admin"));
    let mut server = home.server();
    let mut add = |number: u32| {
        let add = Call::to("kb_add").with("title", format!("Entry {number}"));
        Agent::new(&mut server).patience(2 * WINDOW).pursue(add)
    };
    // On a slow machine, the window may be over before the next change, so make many changes until one is rejected.
    let refused = (10..60).map(&mut add).find(|outcome| outcome.calls() > 1).unwrap();
    let trace = refused.trace();
    let numbers = |c: char| c.is_ascii_digit();
    assert_eq!(
        trace.replace(numbers, ""),
        "\
call     kb_add {\"title\":\"Entry \"}
failed   limit_exceeded
waited    ms
call     kb_add {\"title\":\"Entry \"}
done
"
    );
    let calls: Vec<&str> = trace.lines().filter(|line| line.starts_with("call")).collect();
    assert_eq!(calls[0], calls[1], "the identical call");
}

#[test]
fn a_permanent_error_is_not_retried() {
    let home = Home::with_entries();
    let outcome = Agent::new(&mut home.server()).pursue(Call::to("kb_get").with("id", 7));
    assert_eq!(
        outcome.trace(),
        "\
call     kb_get {\"id\":7}
failed   VALIDATION_ERROR
gave up  nothing is offered
"
    );
}

#[test]
fn a_schema_of_entries_is_not_a_value_of_one() {
    let home = Home::with_entries();
    let outcome = Agent::new(&mut home.server()).pursue(Call::to("kb_add").with("title", ""));
    assert_eq!(
        outcome.trace(),
        "\
call     kb_add {\"title\":\"\"}
failed   validation_failed
asked    kb_schema {}
gave up  nothing new was learned
"
    );
    assert_eq!(outcome.result.unwrap_err(), GaveUp::NothingNew);
}
