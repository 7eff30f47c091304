//! Tests of successful `instances` and `balance` commands.

use crate::sandbox::Sandbox;
use serde_json::json;

#[test]
fn an_instance_is_created_shown_and_deleted() {
    let sandbox = Sandbox::admin();
    let create = ["instances", "create", "--instance-type", "1V100.6V", "--os", "debian-13", "--hostname", "builder"];
    let created = sandbox.succeeds(&create);
    let expected = json!({
        "id": "inst-3", "hostname": "builder", "status": "running", "instance_type": "1V100.6V",
        "os": "debian-13", "location": "FIN-01", "ip": "203.0.113.12",
    });
    assert_eq!(created, expected);
    assert_eq!(sandbox.succeeds(&["balance"])["balance_cents"], 986);
    assert_eq!(sandbox.succeeds(&["instances", "get", "builder"]), expected);
    assert_eq!(sandbox.succeeds(&["instances", "shutdown", "inst-3", "--yes"])["status"], "offline");
    assert_eq!(sandbox.succeeds(&["instances", "delete", "builder", "-y"])["id"], "inst-3");
    let list = sandbox.succeeds(&["instances", "list"]);
    let ids: Vec<_> = list["instances"].as_array().unwrap().iter().map(|instance| &instance["id"]).collect();
    assert_eq!(ids, ["inst-1", "inst-2"]);
}

#[test]
fn a_name_is_never_used_as_a_path() {
    let sandbox = Sandbox::admin();
    for name in ["../balance", "inst-1/shutdown", "inst-1?x", "inst-1#x", "..", "%2e%2e", "a b", "ü"] {
        sandbox.fails(
            &["instances", "get", name],
            "NOT_FOUND",
            5,
            &json!({"status": 404, "resource": "instance", "id": name}),
        );
    }
    let cleaned = json!({"status": 404, "resource": "instance", "id": "ab"});
    sandbox.fails(&["instances", "get", "a\u{1b}[2Jb"], "NOT_FOUND", 5, &cleaned);
    assert_eq!(sandbox.succeeds(&["instances", "get", "inst-1"])["status"], "running");
}

#[test]
fn an_empty_account_has_no_instance_to_choose() {
    let sandbox = Sandbox::admin();
    for name in ["inst-1", "inst-2"] {
        sandbox.succeeds(&["instances", "delete", name, "--yes"]);
    }
    assert_eq!(sandbox.succeeds(&["instances", "list"]), json!({"instances": []}));
    sandbox.fails(&["instances", "get"], "NO_INSTANCES", 5, &serde_json::Value::Null);
}

#[test]
fn types_and_images_are_listed_by_the_suggested_commands() {
    let sandbox = Sandbox::admin();
    let types = sandbox.succeeds(&["types", "list"]);
    assert_eq!(types["instance_types"][1], json!({"name": "1V100.6V", "cents_per_hour": 14, "currency": "EUR"}));
    let images = sandbox.succeeds(&["images", "list"]);
    assert_eq!(images["images"][2], "debian-13");
}
