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

/// Two versions of the error types of a program. Both have the same codes and rules. Each type applies
/// its own rules and those that it nests, so some errors get another code.
#[expect(dead_code, reason = "only the declarations are compared")]
mod versions {
    pub(super) mod one {
        use agent_error::AgentError;

        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("config")]
        #[agent_error(unregistered)]
        pub(in super::super) enum Config {
            #[code("CONFIG_MISSING", exit = 4, classify(io(NotFound)))]
            Missing,
            #[code("CONFIG_BROKEN", exit = 4)]
            Broken,
        }

        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        pub(in super::super) enum Store {
            #[error("io")]
            #[code("STORE_IO", exit = 74, classify(io(..)))]
            Io,
            #[error(transparent)]
            #[code(transparent)]
            Config(#[from] Config),
        }

        /// Only nests other types.
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error(transparent)]
        #[agent_error(unregistered)]
        pub(in super::super) enum Root {
            #[code(transparent)]
            Config(#[from] Config),
            #[code(transparent)]
            Cache(#[from] Cache),
        }

        /// Nests nothing, and has the same rule as `Config`.
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("cache")]
        #[agent_error(unregistered)]
        pub(in super::super) enum Cache {
            #[code("CACHE_MISSING", exit = 5, classify(io(NotFound)))]
            Missing,
            #[code("CACHE_IO", exit = 74, classify(io(..)))]
            Io,
        }
    }

    pub(super) mod two {
        use agent_error::AgentError;

        /// No longer has a rule. `Store` has it.
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("config")]
        #[agent_error(unregistered)]
        pub(in super::super) enum Config {
            #[code("CONFIG_BROKEN", exit = 4)]
            Broken,
        }

        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("store")]
        #[agent_error(unregistered)]
        pub(in super::super) enum Store {
            #[code("CONFIG_MISSING", exit = 4, classify(io(NotFound)))]
            Missing,
            #[code("STORE_IO", exit = 74, classify(io(..)))]
            Io,
        }

        /// Lost the rule for missing files.
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error("cache")]
        #[agent_error(unregistered)]
        pub(in super::super) enum Cache {
            #[code("CACHE_MISSING", exit = 5)]
            Missing,
            #[code("CACHE_IO", exit = 74, classify(io(..)))]
            Io,
        }
    }

    pub(super) mod three {
        use agent_error::AgentError;

        /// No longer nests the codes of `Cache`.
        #[derive(Debug, thiserror::Error, AgentError)]
        #[error(transparent)]
        #[agent_error(unregistered)]
        pub(in super::super) enum Root {
            #[code(transparent)]
            Config(#[from] super::one::Config),
            #[code(transparent, opaque)]
            Cache(#[from] super::one::Cache),
        }

        /// No longer nests the codes of `Config`.
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        pub(in super::super) enum Store {
            #[error("io")]
            #[code("STORE_IO", exit = 74, classify(io(..)))]
            Io,
            #[error(transparent)]
            #[code(transparent, opaque)]
            Config(#[from] super::one::Config),
        }
    }
}

#[test]
fn a_type_that_gives_an_error_another_code_breaks_its_callers() {
    use versions::{one, three, two};
    let old = contract_of(&catalog_of![one::Root, one::Store]);
    let locked: Contract = old.to_lock().parse().unwrap();
    let mut lock: Value = serde_json::from_str(&old.to_lock()).unwrap();
    lock.as_object_mut().unwrap().remove("rules_of_types");
    let without_types: Contract = lock.to_string().parse().unwrap();
    assert_eq!(
        without_types.changes_to(&old).to_string(),
        "additive:\n  rules of types: missing in the older version, so not compared\n"
    );
    assert!(!old.changes_to(&without_types).are_compatible());
    let moved = contract_of(&catalog_of![two::Config, two::Store, two::Cache]);
    let opaque = contract_of(&catalog_of![three::Root, three::Store, one::Cache]);
    for before in [&old, &locked] {
        assert_eq!(before.changes_to(&old).to_string(), "");
        let broken = |new: &Contract| {
            let changes = before.changes_to(new);
            let broken = changes.of(ChangeClass::Breaking);
            broken.map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            broken(&moved),
            [
                "CACHE_MISSING: errors of other libraries: `io NotFound` becomes CONFIG_MISSING",
                "CACHE_MISSING: errors of other libraries: `io NotFound` in `Cache` becomes CACHE_IO",
                "CONFIG_MISSING: errors of other libraries: `io NotFound` in `Config` no longer covered",
            ]
        );
        assert_eq!(
            broken(&opaque),
            [
                "CACHE_IO: errors of other libraries: `io ..` in `Root` no longer covered",
                "CACHE_IO: errors of other libraries: `io ..` around `io NotFound` in `Root` becomes CONFIG_MISSING",
                "CACHE_MISSING: errors of other libraries: `io NotFound` in `Root` becomes CONFIG_MISSING",
                "CONFIG_MISSING: errors of other libraries: `io NotFound` in `Store` becomes STORE_IO",
            ]
        );
    }
}
