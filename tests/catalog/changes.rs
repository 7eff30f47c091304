//! Tests how changes to a catalog are described. For their classes, see `tests/changes` in the
//! tooling crate.

use crate::shop::{ShopError, catalog};
use crate::{changed, code, contract_of, remove, same};
use agent_error::Declares;
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error::{AgentError, Catalog, catalog as catalog_of};
use agent_error_tooling::{ChangeClass, Contract};
use serde_json::{Value, json};
use snapbox::file;

type Change = (&'static str, fn(&mut Value));

fn field<'d>(document: &'d mut Value, of: &str, name: &str) -> &'d mut Value {
    code(document, of)["context"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|field| field["name"] == name)
        .unwrap()
}

/// Declares a field with another type, whose schema follows from the type alone.
fn retype(document: &mut Value, of: &str, name: &str, ty: &str) {
    *field(document, of, name) = json!({"name": name, "rust_type": ty, "shown": "value"});
}

const CHANGES: &[Change] = &[
    ("nothing", |_| {}),
    ("the order of codes", |it| {
        it["errors"].as_array_mut().unwrap().reverse();
    }),
    ("a code", |it| remove(it, &["SHOP_TYPES"])),
    ("an exit code", |it| {
        code(it, "SHOP_CLOSED")["exit_code"] = json!(75);
    }),
    ("no longer retryable", |it| {
        code(it, "SHOP_CLOSED")["retryable"] = json!(false);
    }),
    ("retryable", |it| {
        code(it, "SHOP_TYPES")["retryable"] = json!(true);
    }),
    ("side effects", |it| {
        code(it, "SHOP_TYPES")["side_effects"] = json!("complete");
    }),
    ("a protocol code", |it| {
        code(it, "SHOP_TYPES")["protocol"] = json!(-32_602);
    }),
    ("a field's name", |it| {
        field(it, "SHOP_ARTICLE_MISSING", "customer")["name"] = json!("customers");
    }),
    ("u32 to u64", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "u64");
    }),
    ("u32 to i32", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "i32");
    }),
    ("u32 to u16", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "u16");
    }),
    ("u32 to String", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "String");
    }),
    ("u32 to an option", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "Option<u32>");
    }),
    ("u32 to an unknown type", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "Number");
    }),
    ("u32 to a box", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "number", "Box<u32>");
    }),
    ("an option to a string", |it| {
        retype(it, "SHOP_ARTICLE_MISSING", "customer", "String");
    }),
    ("an unknown type to another one", |it| {
        retype(it, "SHOP_DESCRIBED", "mystery", "Riddle");
    }),
    ("an unknown type to u8", |it| {
        retype(it, "SHOP_DESCRIBED", "mystery", "u8");
    }),
    ("the description of a type", |it| {
        retype(it, "SHOP_DESCRIBED", "article", "Article");
    }),
    ("a field to a secret", |it| {
        field(it, "SHOP_ARTICLE_MISSING", "number")["shown"] = json!("redacted");
    }),
    ("words", |it| {
        let closed = code(it, "SHOP_CLOSED");
        closed["suggestion"] = json!("Come back\nlater");
        closed.as_object_mut().unwrap().remove("summary");
        closed["detail"] = json!("night");
        closed["docs_url"] = json!("https://elsewhere.example.com");
    }),
    ("several at once", |it| {
        code(it, "SHOP_CLOSED")["exit_code"] = json!(1);
        code(it, "SHOP_CLOSED")["summary"] = json!("Closed.");
        code(it, "SHOP_STD")["code"] = json!("SHOP_AFIRE");
    }),
    ("retired codes", |it| {
        remove(it, &["SHOP_TYPES"]);
        it["retired"] =
            json!([{"code": "SHOP_TYPES", "note": "use SHOP_STD"}, {"code": "SHOP_OLDER"}]);
    }),
    ("commands and tools", |it| {
        it["commands"] = json!({"buy": ["SHOP_CLOSED"], "list": null});
        it["tools"] = json!({"buy": ["SHOP_CLOSED"]});
    }),
];

#[test]
fn changes_are_described_in_both_directions() {
    let old = contract_of(&catalog());
    let mut text = String::new();
    for (what, change) in CHANGES {
        let new = changed(change);
        for (from, to, title) in [(&old, &new, ""), (&new, &old, ", undone")] {
            let changes = from.changes_to(to);
            assert!(changes.iter().map(|change| change.class).is_sorted());
            assert_eq!(
                changes.are_compatible(),
                changes.count(ChangeClass::Breaking) == 0
            );
            text += &format!(
                "# {what}{title}: {}\n{}\n",
                changes.summary(),
                changes.to_string().trim_end()
            );
        }
        for written in [new.to_lock(), old.to_lock()] {
            assert_eq!(written.parse::<Contract>().unwrap().to_lock(), written);
        }
    }
    same(text, file!["snapshots/changes.txt"]);
}

#[test]
fn codes_that_several_types_declare_are_compared() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("disk")]
    #[agent_error(unregistered)]
    #[code("SHOP_FULL", exit = 1, shared)]
    struct Disk {
        at: u32,
    }
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("queue")]
    #[agent_error(unregistered)]
    #[code("SHOP_FULL", exit = 1, shared)]
    struct Queue {
        at: String,
    }
    let pairs = [
        (
            catalog_of![InvalidValue],
            catalog_of![InvalidValue, InvalidFields],
        ),
        (catalog_of![Disk], catalog_of![Disk, Queue]),
    ];
    let mut text = String::new();
    for (one, both) in pairs.map(|(one, both)| (contract_of(&one), contract_of(&both))) {
        text += &format!(
            "# one to both\n{}\n# both to one\n{}\n",
            one.changes_to(&both),
            both.changes_to(&one)
        );
    }
    same(text, file!["snapshots/shared_changes.txt"]);
}

#[test]
fn the_facts_of_the_codes_of_every_program_are_promised() {
    let types = [agent_error::ready::OutputError::TYPE, ShopError::TYPE];
    let with = contract_of(&Catalog::__from_types(&types).unwrap());
    let without = contract_of(&catalog());
    let lost = with.changes_to(&without).to_string();
    assert!(lost.contains("codes of every program: missing"), "{lost}");
    let lock: Value = serde_json::from_str(&with.to_lock()).unwrap();
    let stated = &lock["every_program"]["OUTPUT_NOT_WRITTEN"];
    for (fact, value) in [("exit_code", json!(1)), ("phase", json!("cleanup"))] {
        let mut facts = if stated.is_object() {
            stated.clone()
        } else {
            json!({"exit_code": stated})
        };
        facts[fact] = value;
        let mut other = lock.clone();
        other["every_program"]["OUTPUT_NOT_WRITTEN"] = facts;
        let other: Contract = other.to_string().parse().unwrap();
        let found = other.changes_to(&with).to_string();
        let noun = fact.replace('_', " ");
        assert!(
            found.contains(&format!("OUTPUT_NOT_WRITTEN: {noun}")),
            "{found}"
        );
    }
}
