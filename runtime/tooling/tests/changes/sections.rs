//! Changes of commands, tools, exit codes and retired codes, and of whole sections.

use crate::assert_table;
use crate::catalog::{Declaration, Version};
use agent_error_tooling::{ChangeClass, Contract};
use serde_json::{Map, Value, json};

type Change = fn(&mut Map<String, Value>);

fn old() -> Version {
    let mut old = Version::new([Declaration::plain("shop::A")]);
    let members = json!({
        "program": {"name": "shop", "version": "1.0.0"},
        "commands": {"": ["OTHER"], "buy": ["BUSY"], "list": null},
        "tools": {"buy": ["BUSY"]},
        "retired": [{"code": "OLD", "note": "use BUSY"}, {"code": "OLDER"}],
        "exit_codes": [
            {"exit_code": 0, "name": "SUCCESS", "description": "d", "advice": "a", "retryable": false, "side_effects": "none", "codes": []},
            {"exit_code": 12, "name": "BUSY", "description": "d", "advice": "a", "retryable": false, "side_effects": "none", "codes": ["BUSY"]},
        ],
    });
    old.members.clone_from(members.as_object().unwrap());
    old
}

const KINDS: &[(&str, Change)] = &[
    ("program renamed", |all| {
        all["program"]["name"] = json!("boutique");
    }),
    ("version raised", |all| {
        all["program"]["version"] = json!("2.0.0");
    }),
    ("command added", |all| {
        all["commands"]["sell"] = json!(["BUSY"]);
    }),
    ("command removed", |all| {
        drop(all["commands"].as_object_mut().unwrap().remove("buy"));
    }),
    (
        "command renamed",
        |all| all["commands"] = json!({"": ["OTHER"], "purchase": ["BUSY"], "list": null}),
    ),
    ("commands reordered", |all| {
        all["commands"] = json!({"list": null, "buy": ["BUSY"], "": ["OTHER"]});
    }),
    ("code of a command added", |all| {
        all["commands"]["buy"] = json!(["BUSY", "OTHER"]);
    }),
    ("code of a command removed", |all| {
        all["commands"]["buy"] = json!([]);
    }),
    ("code of the program added", |all| {
        all["commands"][""] = json!(["OTHER", "BUSY"]);
    }),
    ("code of the program removed", |all| {
        all["commands"][""] = json!([]);
    }),
    ("command stops listing codes", |all| {
        all["commands"]["buy"] = Value::Null;
    }),
    ("command begins to list codes", |all| {
        all["commands"]["list"] = json!([]);
    }),
    ("tool added", |all| all["tools"]["sell"] = json!(["BUSY"])),
    ("tool removed", |all| all["tools"] = json!({})),
    ("tool renamed", |all| {
        all["tools"] = json!({"purchase": ["BUSY"]});
    }),
    ("code of a tool added", |all| {
        all["tools"]["buy"] = json!(["BUSY", "OTHER"]);
    }),
    ("code of a tool removed", |all| {
        all["tools"]["buy"] = json!([]);
    }),
    ("tool stops listing codes", |all| {
        all["tools"]["buy"] = Value::Null;
    }),
    ("exit code renamed", |all| {
        all["exit_codes"][1]["name"] = json!("LOCKED");
    }),
    ("exit code became retryable", |all| {
        all["exit_codes"][1]["retryable"] = json!(true);
    }),
    ("exit code has other side effects", |all| {
        all["exit_codes"][1]["side_effects"] = json!("partial");
    }),
    ("exit code described anew", |all| {
        all["exit_codes"][1]["description"] = json!("other words");
    }),
    ("advice of an exit code reworded", |all| {
        all["exit_codes"][1]["advice"] = json!("other words");
    }),
    ("unused exit code added", |all| {
        all["exit_codes"]
            .as_array_mut()
            .unwrap()
            .push(json!({"exit_code": 9, "name": "NINE"}));
    }),
    ("success renamed", |all| {
        all["exit_codes"][0]["name"] = json!("OK");
    }),
    ("declared code also retired", |all| {
        all["retired"]
            .as_array_mut()
            .unwrap()
            .push(json!({"code": "BUSY"}));
    }),
    ("retired code added", |all| {
        all["retired"]
            .as_array_mut()
            .unwrap()
            .push(json!({"code": "OLDEST"}));
    }),
    ("retired code forgotten", |all| {
        drop(all["retired"].as_array_mut().unwrap().remove(0));
    }),
    ("retired codes reordered", |all| {
        all["retired"].as_array_mut().unwrap().reverse();
    }),
    ("replacement of a retired code reworded", |all| {
        all["retired"][0]["note"] = json!("BUSY, now");
    }),
    ("replacement of a retired code removed", |all| {
        drop(all["retired"][0].as_object_mut().unwrap().remove("note"));
    }),
    ("replacement of a retired code added", |all| {
        all["retired"][1]["note"] = json!("use BUSY");
    }),
    ("section of commands removed", |all| {
        drop(all.remove("commands"));
    }),
    ("section of tools removed", |all| drop(all.remove("tools"))),
    ("section of exit codes removed", |all| {
        drop(all.remove("exit_codes"));
    }),
    ("section of retired codes removed", |all| {
        drop(all.remove("retired"));
    }),
];

#[test]
fn each_change_of_a_section_has_a_class() {
    let old = old();
    let changes = KINDS.iter().map(|(kind, change)| {
        let mut new = old.clone();
        change(&mut new.members);
        ((*kind).to_owned(), "single", old.clone(), new)
    });
    assert_table("sections.txt", changes);
}

#[test]
fn a_lock_file_that_lacks_a_section_is_reported() {
    let contract = old().contract();
    let lock: Value = serde_json::from_str(&contract.to_lock()).unwrap();
    for section in ["commands", "tools"] {
        let mut lacking = lock.clone();
        lacking.as_object_mut().unwrap().remove(section);
        let lacking: Contract = lacking.to_string().parse().unwrap();
        let changes: Vec<_> = lacking.changes_to(&contract).iter().cloned().collect();
        let [only] = changes.as_slice() else {
            panic!("{section}: {changes:?}")
        };
        assert_eq!(
            (only.class, only.code.as_str()),
            (ChangeClass::Additive, section)
        );
    }
}
