//! Scenarios in which the agent succeeds. The tests assert every decision.

use crate::agent::{Agent, Outcome};
use crate::call::Call;
use crate::cloud::Cloud;
use crate::database::Database;
use serde_json::{Value, json};

/// Asserts that the trace is as expected, and returns the result.
#[track_caller]
fn assert_repaired(outcome: &Outcome, trace: &str, expected: &str) -> Value {
    assert_eq!(trace, expected);
    outcome.result.clone().unwrap()
}

#[test]
fn an_expired_login_is_renewed_and_the_call_is_repeated() {
    let cloud = Cloud::new(&["--token-calls", "1"]);
    let balance = Call::to("balance");
    cloud.settled(&balance);
    let outcome = Agent::new(&mut cloud.client()).pursue(balance);
    let result = assert_repaired(
        &outcome,
        &cloud.settled_trace(&outcome.trace()),
        "\
call     cloudctl balance
failed   AUTH_ERROR
fix      cloudctl auth login --user=admin --endpoint=http://cloud.example --token-file=/home/agent/token.json
call     cloudctl balance
done
",
    );
    assert_eq!(result, json!({"balance_cents": 1000, "currency": "EUR"}));
}

#[test]
fn a_missing_database_is_created_and_the_call_is_repeated() {
    let database = Database::none();
    let outcome = Agent::new(&mut database.client()).pursue(Call::to("process").with("file", "items.csv"));
    let result = assert_repaired(
        &outcome,
        &outcome.trace(),
        "\
call     dbtool process items.csv
failed   DB_FILE_MISSING
fix      dbtool init --if-missing --db=dbtool.db
call     dbtool process items.csv
done
",
    );
    assert_eq!(result["added"], 1);
}

#[test]
fn the_identical_call_is_repeated_after_a_rate_limit() {
    let cloud = Cloud::new(&["--rate-limit", "1", "--retry-after", "0.15"]);
    let balance = Call::to("balance");
    cloud.settled(&balance);
    let outcome = Agent::new(&mut cloud.client()).pursue(balance);
    let result = assert_repaired(
        &outcome,
        &outcome.trace(),
        "\
call     cloudctl balance
failed   RATE_LIMITED
waited   150 ms
call     cloudctl balance
done
",
    );
    assert_eq!(result["balance_cents"], 1000);
}

#[test]
fn a_misspelled_instance_is_corrected_from_the_list() {
    let cloud = Cloud::new(&[]);
    let outcome = Agent::new(&mut cloud.client()).pursue(Call::to("instances.get").with("instance", "gpu-runer"));
    let result = assert_repaired(
        &outcome,
        &outcome.trace(),
        "\
call     cloudctl instances get gpu-runer
failed   NOT_FOUND
asked    cloudctl instances list
changed  instance: \"gpu-runer\" -> \"gpu-runner\"
call     cloudctl instances get gpu-runner
done
",
    );
    assert_eq!(result["id"], "inst-1");
}
