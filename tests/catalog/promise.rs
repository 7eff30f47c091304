//! Tests that the classification of changes in lock files agrees with the effect on callers.
//!
//! Each row makes the same change to the shop's exported catalog and to one of its envelopes. `breaks` lists the
//! callers that fail: an agent that acts on facts and advice, a script that reads exit codes and codes, and a validator
//! and a client that were generated from the old schema. The validator is real.

use crate::shop::{ShopError, catalog, errors};
use crate::{contract_of, document_of};
use agent_error::{AgentError as _, Catalog, ErrorSet, Format, error_set, render};
use agent_error_tooling::ChangeClass::{Additive, Breaking, Cosmetic};
use agent_error_tooling::{ChangeClass, Changes, Contract};
use serde_json::{Value, json};

/// The catalog of a version of the shop, and one of its envelopes.
struct Shop {
    catalog: Value,
    answer: Value,
}

const CLOSED: &str = "SHOP_CLOSED";
const MISSING: &str = "SHOP_ARTICLE_MISSING";
const INVALID: &str = "SHOP_ORDER_INVALID";
const NOT_PAID: &str = "SHOP_NOT_PAID";
const DESCRIBED: &str = "SHOP_DESCRIBED";
const TYPES: &str = "SHOP_TYPES";

impl Shop {
    fn of(code: &str) -> Self {
        let error = errors().into_iter().find(|error| error.code() == code).unwrap();
        let answer = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
        Self { catalog: serde_json::from_str(&exported()).unwrap(), answer }
    }

    fn code(&mut self, code: &str) -> &mut Value {
        let codes = self.catalog["errors"].as_array_mut().unwrap();
        codes.iter_mut().find(|entry| entry["code"] == code).unwrap()
    }

    /// Changes a fact of the envelope's code, but only in the catalog. If the value is null, removes the fact.
    fn declare(&mut self, fact: &str, value: Value) {
        let code = self.answer["error"]["code"].as_str().unwrap().to_owned();
        let entry = self.code(&code).as_object_mut().unwrap();
        match value {
            Value::Null => drop(entry.remove(fact)),
            value => drop(entry.insert(fact.to_owned(), value)),
        }
    }

    /// Changes a fact in both the catalog and the envelope. If the value is null, removes the fact.
    fn set(&mut self, fact: &str, value: Value) {
        let error = self.answer["error"].as_object_mut().unwrap();
        match value.clone() {
            Value::Null => drop(error.remove(fact)),
            value => drop(error.insert(fact.to_owned(), value)),
        }
        self.declare(fact, value);
    }

    /// Returns a context field of the envelope's code.
    fn field(&mut self, name: &str) -> &mut Value {
        let code = self.answer["error"]["code"].as_str().unwrap().to_owned();
        let fields = self.code(&code)["context"].as_array_mut().unwrap();
        fields.iter_mut().find(|field| field["name"] == name).unwrap()
    }

    fn retype(&mut self, name: &str, rust: &str, schema: Value, value: Value) {
        let field = self.field(name);
        (field["rust_type"], field["schema"]) = (rust.into(), schema);
        self.answer["error"]["context"][name] = value;
    }

    fn remove_field(&mut self, name: &str) {
        let code = self.answer["error"]["code"].as_str().unwrap().to_owned();
        self.code(&code)["context"].as_array_mut().unwrap().retain(|field| field["name"] != name);
        self.answer["error"]["context"].as_object_mut().unwrap().remove(name);
    }

    fn remove_code(&mut self, code: &str) {
        self.catalog["errors"].as_array_mut().unwrap().retain(|entry| entry["code"] != code);
    }
}

fn exported() -> String {
    const ALL: ErrorSet = error_set![ShopError];
    let command = |name: &'static str| clap::Command::new(name);
    let shop = command("shop").subcommand_required(true).subcommand(command("list")).subcommand(command("buy"));
    let shop = agent_error::clap::CommandExt::errors(shop, error_set!["SHOP_CLOSED" in ShopError]);
    let catalog = catalog().with_commands(&shop).with_tool("buy", &ALL);
    let mut document: Value = serde_json::from_str(&catalog.document()).unwrap();
    document["retired"] = json!([{"code": "SHOP_OLD", "note": "use SHOP_CLOSED"}, {"code": "SHOP_OLDER"}]);
    document.to_string()
}

/// The description of a change, the affected code, the class of the change, the callers that fail, and the change
/// itself.
type Row = (&'static str, &'static str, ChangeClass, &'static str, fn(&mut Shop));

const CODES: &[Row] = &[
    ("a code is removed", TYPES, Breaking, "agent script", |shop| shop.remove_code(CLOSED)),
    ("a code is renamed", TYPES, Breaking, "agent script", |shop| {
        shop.code(TYPES)["code"] = "SHOP_TYPE".into();
        shop.answer["error"]["code"] = "SHOP_TYPE".into();
    }),
    ("a code is new", TYPES, Additive, "", |shop| {
        let mut new = shop.code(TYPES).clone();
        new["code"] = "SHOP_ON_FIRE".into();
        shop.catalog["errors"].as_array_mut().unwrap().push(new);
        shop.answer["error"]["code"] = "SHOP_ON_FIRE".into();
    }),
    ("a code is retired", TYPES, Breaking, "agent script", |shop| {
        shop.remove_code(CLOSED);
        shop.catalog["retired"].as_array_mut().unwrap().push(json!({"code": CLOSED}));
    }),
    ("a retired code is forgotten", TYPES, Breaking, "agent", |shop| shop.catalog["retired"] = json!([])),
    ("a retired code is used again", TYPES, Breaking, "agent script", |shop| {
        let mut again = shop.code(TYPES).clone();
        again["code"] = "SHOP_OLD".into();
        shop.catalog["errors"].as_array_mut().unwrap().push(again);
    }),
    ("another code is retired", TYPES, Additive, "", |shop| {
        shop.catalog["retired"].as_array_mut().unwrap().push(json!({"code": "SHOP_OLDEST"}));
    }),
    ("the note of a retired code is removed", TYPES, Breaking, "agent", |shop| {
        shop.catalog["retired"][0] = json!({"code": "SHOP_OLD"});
    }),
    ("a retired code gets a note", TYPES, Additive, "", |shop| shop.catalog["retired"][1]["note"] = "none".into()),
    ("the note of a retired code has other words", TYPES, Cosmetic, "", |shop| {
        shop.catalog["retired"][0]["note"] = "SHOP_CLOSED is used".into();
    }),
    ("a command is removed", TYPES, Breaking, "agent script", |shop| {
        shop.catalog["commands"].as_object_mut().unwrap().remove("list");
    }),
    ("a command is new", TYPES, Additive, "", |shop| shop.catalog["commands"]["sell"] = json!([CLOSED])),
    ("a command may end with one more code", TYPES, Additive, "", |shop| {
        shop.catalog["commands"]["buy"] = json!([CLOSED, TYPES]);
    }),
    ("a command does not end with a code any more", TYPES, Breaking, "agent", |shop| {
        shop.catalog["commands"]["buy"] = json!([]);
    }),
    ("a command stops listing its errors", TYPES, Breaking, "agent", |shop| {
        shop.catalog["commands"]["buy"] = Value::Null;
    }),
    ("a tool is removed", TYPES, Breaking, "agent", |shop| shop.catalog["tools"] = json!({})),
    ("a tool is new", TYPES, Additive, "", |shop| shop.catalog["tools"]["sell"] = json!([CLOSED])),
    ("a tool does not end with a code any more", TYPES, Breaking, "agent", |shop| {
        shop.catalog["tools"]["buy"].as_array_mut().unwrap().pop();
    }),
];

const FACTS: &[Row] = &[
    ("the exit code", CLOSED, Breaking, "script", |shop| shop.declare("exit_code", json!(75))),
    ("the HTTP status", CLOSED, Breaking, "script", |shop| shop.declare("http_status", json!(500))),
    ("not retryable any more", CLOSED, Breaking, "agent validator client", |shop| shop.set("retryable", json!(false))),
    ("becomes retryable", TYPES, Breaking, "agent validator client", |shop| shop.set("retryable", json!(true))),
    ("a wait comes", TYPES, Additive, "", |shop| shop.set("retry_after_ms", json!(5))),
    ("the wait is another", CLOSED, Breaking, "agent", |shop| shop.set("retry_after_ms", json!(5))),
    ("the wait goes", CLOSED, Breaking, "agent", |shop| shop.set("retry_after_ms", Value::Null)),
    ("a field holds the wait", TYPES, Additive, "", |shop| shop.declare("retry_after_field", json!("wait_s"))),
    ("a strategy comes", TYPES, Additive, "", |shop| shop.set("retry_strategy", json!("immediate"))),
    ("the strategy is another", CLOSED, Breaking, "agent", |shop| shop.set("retry_strategy", json!("immediate"))),
    ("the strategy goes", CLOSED, Breaking, "agent", |shop| shop.set("retry_strategy", Value::Null)),
    ("work may be half done", CLOSED, Breaking, "agent validator client", |shop| {
        shop.set("side_effects", json!("partial"));
    }),
    ("no work is half done any more", NOT_PAID, Breaking, "agent validator client", |shop| {
        shop.declare("side_effects", json!("none"));
        shop.answer["error"].as_object_mut().unwrap().remove("side_effects");
    }),
    ("the phase", CLOSED, Breaking, "agent validator client", |shop| shop.set("phase", json!("cleanup"))),
    ("a failure is critical", CLOSED, Cosmetic, "", |shop| shop.set("severity", json!("critical"))),
    ("a critical failure is an ordinary one", NOT_PAID, Cosmetic, "", |shop| {
        shop.declare("severity", json!("error"));
        shop.answer["error"].as_object_mut().unwrap().remove("severity");
    }),
    ("a failure is a warning", CLOSED, Breaking, "agent script validator client", |shop| {
        shop.set("severity", json!("warning"));
    }),
    ("an error of the protocol", CLOSED, Breaking, "client", |shop| shop.declare("protocol", json!(-32_602))),
    ("one more action", INVALID, Additive, "", |shop| {
        shop.set("actions", json!(["shop.list", "shop.help", "shop.ask"]));
    }),
    ("an action less", INVALID, Breaking, "agent", |shop| shop.set("actions", json!(["shop.list"]))),
    ("no action any more", INVALID, Breaking, "agent", |shop| shop.set("actions", Value::Null)),
    ("actions in another order", INVALID, Cosmetic, "", |shop| {
        shop.set("actions", json!(["shop.help", "shop.list"]));
    }),
    ("a field lists actions", CLOSED, Additive, "", |shop| shop.declare("actions_field", json!("shops"))),
    ("a suggestion comes", TYPES, Additive, "", |shop| shop.set("suggestion", json!("Read on"))),
    ("the suggestion goes", CLOSED, Breaking, "agent", |shop| shop.set("suggestion", Value::Null)),
    ("the suggestion has other words", CLOSED, Cosmetic, "", |shop| shop.set("suggestion", json!("Come back"))),
    ("a fix comes", TYPES, Additive, "", |shop| shop.set("fix_command", json!("shop open"))),
    ("the fix goes", MISSING, Breaking, "agent", |shop| shop.set("fix_command", Value::Null)),
    ("the fix has other words", MISSING, Cosmetic, "", |shop| shop.set("fix_command", json!("shop ls"))),
    ("the condition goes", NOT_PAID, Breaking, "agent", |shop| shop.set("fix_required", Value::Null)),
    ("a condition comes", CLOSED, Additive, "", |shop| shop.set("fix_required", json!("a key"))),
    ("a rule for foreign errors comes", CLOSED, Additive, "", |shop| {
        shop.declare("classify", json!([{"rule": "io", "value": "NotFound"}]));
    }),
    ("the page is elsewhere", CLOSED, Cosmetic, "", |shop| shop.set("docs_url", json!("https://elsewhere.example"))),
    ("the message has other words", CLOSED, Cosmetic, "", |shop| shop.set("message", json!("closed"))),
    ("the summary has other words", CLOSED, Cosmetic, "", |shop| shop.declare("summary", json!("Closed."))),
    ("it is deprecated", CLOSED, Additive, "", |shop| shop.declare("deprecated", json!("use SHOP_TYPES"))),
];

const FIELDS: &[Row] = &[
    ("a field comes", MISSING, Additive, "", |shop| {
        let mut new = shop.field("customer").clone();
        new["name"] = "buyer".into();
        shop.code(MISSING)["context"].as_array_mut().unwrap().push(new);
        shop.answer["error"]["context"]["buyer"] = json!("eve");
    }),
    ("a field goes", MISSING, Breaking, "agent validator client", |shop| shop.remove_field("number")),
    ("a code without context gets one", TYPES, Additive, "", |shop| {
        let field = Shop::of(MISSING).field("number").clone();
        shop.set("context", json!({"number": 7}));
        shop.declare("context", json!([field]));
    }),
    ("all fields go", NOT_PAID, Breaking, "agent validator client", |shop| shop.set("context", Value::Null)),
    ("a field has another type", MISSING, Breaking, "agent validator client", |shop| {
        shop.retype("number", "String", json!({"type": "string"}), json!("7"));
    }),
    ("a field holds larger numbers", MISSING, Breaking, "validator client", |shop| {
        shop.retype("number", "u64", json!({"type": "integer", "minimum": 0}), json!(4_294_967_296_u64));
    }),
    ("a field holds smaller numbers only", MISSING, Additive, "", |shop| {
        shop.retype("number", "u16", json!({"type": "integer", "minimum": 0, "maximum": 65535}), json!(7));
    }),
    ("a field may be null", MISSING, Breaking, "agent validator client", |shop| {
        shop.retype("shelf", "Option<PathBuf>", json!({"type": ["string", "null"]}), Value::Null);
    }),
    ("a field is never null any more", MISSING, Additive, "", |shop| {
        shop.retype("customer", "String", json!({"type": "string"}), json!("eve"));
    }),
    ("a field is a secret", MISSING, Breaking, "agent validator client", |shop| {
        shop.retype("number", "u32", json!({"const": "[REDACTED]"}), json!("[REDACTED]"));
    }),
    ("another Rust type with the same values", MISSING, Cosmetic, "", |shop| {
        shop.retype("number", "Box<u32>", json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}), json!(7));
    }),
    ("a type that nothing was known of is another", DESCRIBED, Breaking, "agent client", |shop| {
        shop.retype("mystery", "u8", json!({"type": "integer"}), json!(3));
    }),
    ("a type that nothing was known of describes itself", DESCRIBED, Cosmetic, "", |shop| {
        shop.retype("mystery", "Mystery", json!({"type": "integer"}), json!(3));
    }),
    ("a type is no longer described", DESCRIBED, Breaking, "client", |shop| {
        shop.field("alias")["schema"] = json!({});
    }),
    ("a field in a struct comes", DESCRIBED, Additive, "", |shop| {
        let article = shop.field("article");
        article["schema"]["properties"]["size"] = json!({"type": "string"});
        article["schema"]["required"] = json!(["articleNumber", "size"]);
        shop.answer["error"]["context"]["article"]["size"] = json!("XL");
    }),
    ("a field in a struct goes", DESCRIBED, Breaking, "agent validator client", |shop| {
        let article = shop.field("article");
        article["schema"]["properties"].as_object_mut().unwrap().remove("articleNumber");
        article["schema"]["required"] = json!([]);
        shop.answer["error"]["context"]["article"].as_object_mut().unwrap().remove("articleNumber");
    }),
    ("a field in a struct that was left out is null", DESCRIBED, Additive, "", |shop| {
        shop.field("article")["schema"]["required"] = json!(["articleNumber", "color"]);
        shop.answer["error"]["context"]["article"]["color"] = Value::Null;
    }),
    ("a field in a struct has another type", DESCRIBED, Breaking, "agent validator client", |shop| {
        shop.field("article")["schema"]["properties"]["articleNumber"] = json!({"type": "string"});
        shop.answer["error"]["context"]["article"]["articleNumber"] = json!("7");
    }),
];

#[test]
fn change_classes_agree_with_the_effect_on_callers() {
    let validator = jsonschema::draft202012::new(&document_of(&catalog()).envelope_schema()).unwrap();
    let rows: Vec<&Row> = [CODES, FACTS, FIELDS].into_iter().flatten().collect();
    assert!(rows.len() >= 40, "{}", rows.len());
    let old: Contract = exported().parse().unwrap();
    for (what, code, class, breaks, change) in rows {
        let mut shop = Shop::of(code);
        assert!(validator.is_valid(&shop.answer), "{what}");
        change(&mut shop);
        let changes = old.changes_to(&shop.catalog.to_string().parse().unwrap());
        let worst = changes.iter().map(|change| change.class).min();
        assert_eq!(worst, Some(*class), "{what}: {changes}");
        assert_eq!(validator.is_valid(&shop.answer), !breaks.contains("validator"), "{what}: {:#}", shop.answer);
        assert_eq!(*class == Breaking, !breaks.is_empty(), "{what} breaks whom?");
    }
}

#[test]
fn a_removed_rule_is_breaking() {
    let mut shop = Shop::of(CLOSED);
    shop.declare("classify", json!([{"rule": "io", "value": "NotFound"}, {"rule": "fallback"}]));
    let with: Contract = shop.catalog.to_string().parse().unwrap();
    shop.declare("classify", json!([{"rule": "fallback"}]));
    let changes = with.changes_to(&shop.catalog.to_string().parse().unwrap());
    let found: Vec<String> = changes.iter().map(|change| format!("{} {change}", change.class)).collect();
    assert_eq!(found, ["breaking SHOP_CLOSED: errors of other libraries: `io NotFound` removed"]);
}

#[test]
fn the_lock_file_contains_the_errors_of_commands_and_tools() {
    let contract: Contract = exported().parse().unwrap();
    let lock = contract.to_lock();
    assert_eq!(lock.parse::<Contract>().unwrap(), contract);
    let document: Value = serde_json::from_str(&lock).unwrap();
    assert_eq!(document["commands"], json!({"buy": [CLOSED], "list": [CLOSED]}));
    assert_eq!(document["tools"]["buy"].as_array().unwrap().len(), catalog().len());
    assert_eq!(document["retired"][0], json!({"code": "SHOP_OLD", "note": "use SHOP_CLOSED"}));
    let plain = contract_of(&catalog());
    let lines = |changes: &Changes| changes.iter().map(|it| format!("{} {it}", it.class)).collect::<Vec<_>>();
    assert_eq!(
        lines(&plain.changes_to(&contract)),
        [
            "additive SHOP_OLD: retired",
            "additive SHOP_OLDER: retired",
            "additive commands: missing in the older version, so not compared",
            "additive tools: missing in the older version, so not compared",
        ]
    );
    assert_eq!(
        lines(&contract.changes_to(&plain))[2..],
        [
            "breaking commands: missing in the newer version, so not compared",
            "breaking tools: missing in the newer version, so not compared",
        ]
    );
}

#[test]
fn foreign_and_newer_files_are_reported_as_such() {
    let of = |name: &str, version: &str| contract_of(&catalog().of_program(name, version));
    let (old, new) = (of("shop", "1.9.0"), of("shop", "1.10.0"));
    assert_eq!(old.mismatch_with(&new), None);
    assert_eq!(
        new.mismatch_with(&old).unwrap(),
        "The older catalog is that of `shop` 1.10.0, which is newer than `shop` 1.9.0: are the two in the wrong order?"
    );
    assert_eq!(of("boutique", "1.0.0").mismatch_with(&new), None, "a program may get another name");
    let other = contract_of(&Catalog::of::<crate::shop::Same>().of_program("same", "3.0.0"));
    assert_eq!(
        other.mismatch_with(&new).unwrap(),
        "The older catalog is that of `same` 3.0.0, the newer one that of `shop` 1.10.0: are they one program?"
    );
    assert_eq!((new.program(), new.version()), (Some("shop"), Some("1.10.0")));
    assert_eq!(new.to_lock().parse::<Contract>().unwrap().version(), Some("1.10.0"));
}
