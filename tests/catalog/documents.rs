//! Tests that catalog documents match their published schema, and that tools read all of them.

use crate::document_of;
use crate::shop::{ShopError, catalog};
use agent_error::definition::{Catalogued, RetiredDef, TypeDef};
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error::{AgentError, Catalog, ErrorSet, error_set};
use agent_error_tooling::{Document, ExportFormat, document_schema};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

fn validator() -> jsonschema::Validator {
    let schema = document_schema();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn json_of(catalog: &Catalog) -> Value {
    serde_json::from_str(&catalog.document()).unwrap()
}

/// Creates a catalog that uses every member a document can have.
fn whole() -> Catalog {
    const ALL: ErrorSet = error_set![ShopError];
    let command = |name: &'static str| clap::Command::new(name);
    let shop = command("shop").subcommand_required(true).subcommand(command("list")).subcommand(command("buy"));
    let shop = agent_error::clap::CommandExt::errors(shop, error_set!["SHOP_CLOSED" in ShopError]);
    let codes = [RetiredDef { code: "SHOP_OLD", note: Some("use SHOP_CLOSED") }];
    let retired = TypeDef { retired: Box::leak(Box::new(codes)), ..*ShopError::TYPE };
    let types = [&*Box::leak(Box::new(retired)), InvalidValue::TYPE, InvalidFields::TYPE, Quoted::TYPE];
    let catalog = Catalog::from_types(&types).unwrap();
    catalog.with_commands(&shop).with_tool("buy", &ALL).of_program("shop", "1.2.3")
}

fn catalogs() -> [Catalog; 5] {
    let empty = Catalog::from_types(&[]).unwrap();
    [catalog(), whole(), Catalog::linked().unwrap(), Catalog::of_the_program().0, empty]
}

/// The name is invalid.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("{name:?} isn't in {{a, b}}")]
#[code("NAME_INVALID", exit = 2, suggest = "Use {{}}")]
struct Quoted {
    name: String,
}

#[test]
fn every_document_matches_the_published_schema() {
    let validator = validator();
    for catalog in catalogs() {
        let document = json_of(&catalog);
        let problems: Vec<String> =
            validator.iter_errors(&document).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(problems.is_empty(), "{problems:#?}");
    }
}

#[test]
fn documents_that_violate_the_schema_are_rejected() {
    let validator = validator();
    let good = json_of(&whole());
    let place = |code: &str| good["errors"].as_array().unwrap().iter().position(|entry| entry["code"] == code).unwrap();
    let (missing, closed, shared) = (place("SHOP_ARTICLE_MISSING"), place("SHOP_CLOSED"), place("VALIDATION_ERROR"));
    let quoted = place("NAME_INVALID");
    for (pointer, value) in [
        ("/catalog_version".to_owned(), json!("3.0")),
        ("/catalog_version".to_owned(), json!(2)),
        ("/catalog_version".to_owned(), Value::Null),
        ("/program/name".to_owned(), json!("")),
        ("/program/name".to_owned(), Value::Null),
        ("/errors".to_owned(), json!({})),
        ("/errors".to_owned(), Value::Null),
        (format!("/errors/{closed}"), json!("SHOP_CLOSED")),
        (format!("/errors/{closed}/code"), Value::Null),
        (format!("/errors/{closed}/exit_code"), json!(0)),
        (format!("/errors/{closed}/exit_code"), json!(126)),
        (format!("/errors/{closed}/exit_code"), json!("12")),
        (format!("/errors/{closed}/exit_code"), Value::Null),
        (format!("/errors/{closed}/severity"), json!("bad")),
        (format!("/errors/{closed}/side_effects"), Value::Null),
        (format!("/errors/{closed}/phase"), json!("later")),
        (format!("/errors/{closed}/retryable"), json!("yes")),
        (format!("/errors/{closed}/retryable"), Value::Null),
        (format!("/errors/{closed}/retry_after_ms"), json!(-1)),
        (format!("/errors/{closed}/retry_strategy"), json!("exponential")),
        (format!("/errors/{closed}/http_status"), json!(99)),
        (format!("/errors/{closed}/http_status"), json!(600)),
        (format!("/errors/{closed}/http_status"), Value::Null),
        (format!("/errors/{closed}/suggestion"), json!("")),
        (format!("/errors/{closed}/source/file"), Value::Null),
        (format!("/errors/{closed}/source/line"), json!(-1)),
        (format!("/errors/{quoted}/templates/message"), json!(1)),
        (format!("/errors/{missing}/context/0/name"), json!("")),
        (format!("/errors/{missing}/context/0/name"), Value::Null),
        (format!("/errors/{missing}/context/0/type"), json!("u32")),
        (format!("/errors/{missing}/context/0/shown"), json!("hidden")),
        (format!("/errors/{missing}/context/0/schema"), json!({"type": "strng"})),
        (format!("/errors/{shared}/shared"), json!(false)),
        (format!("/errors/{shared}/also_declared"), json!([])),
        (format!("/errors/{shared}/also_declared/0/code"), Value::Null),
        ("/retired".to_owned(), json!([])),
        ("/retired/0/code".to_owned(), Value::Null),
        ("/commands/buy".to_owned(), json!("SHOP_CLOSED")),
        ("/tools/buy/0".to_owned(), json!(1)),
        ("/exit_codes/0/exit_code".to_owned(), json!(256)),
        ("/exit_codes/0/codes".to_owned(), json!("none")),
        ("/types/0/path".to_owned(), Value::Null),
        ("/types/0/codes".to_owned(), json!([])),
    ] {
        let mut bad = good.clone();
        replace(&mut bad, &pointer, value.clone());
        assert!(!validator.is_valid(&bad), "{pointer} {value}");
    }
}

/// Replaces a member. If the value is null, removes the member.
fn replace(document: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Object(members), Value::Null) => assert!(members.remove(name).is_some(), "{pointer}"),
        (Value::Object(members), value) => drop(members.insert(name.to_owned(), value)),
        (other, value) => other[name.parse::<usize>().unwrap()] = value,
    }
}

/// Serializes a value with the members of its objects in reverse order.
struct Reversed<'a>(&'a Value);

impl Serialize for Reversed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(values) => serializer.collect_seq(values.iter().map(Reversed)),
            Value::Object(members) => {
                let members: Vec<_> = members.iter().collect();
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members.into_iter().rev() {
                    map.serialize_entry(name, &Reversed(value))?;
                }
                map.end()
            }
            other => other.serialize(serializer),
        }
    }
}

#[test]
fn the_order_of_members_is_irrelevant() {
    for catalog in catalogs() {
        let document = document_of(&catalog);
        let reversed: Document = serde_json::to_string(&Reversed(&json_of(&catalog))).unwrap().parse().unwrap();
        for word in ExportFormat::WORDS {
            let format: ExportFormat = word.parse().unwrap();
            assert_eq!(document.export(format), reversed.export(format), "{word}");
        }
        let lint = |document: &Document| serde_json::to_string(&document.lint()).unwrap();
        assert_eq!(lint(&document), lint(&reversed));
        let lock = |document: &Document| agent_error_tooling::Contract::of(document).to_lock();
        assert_eq!(lock(&document), lock(&reversed));
    }
}

#[test]
fn a_page_shows_a_template_without_format_specifications() {
    let document = document_of(&Catalog::of::<Quoted>());
    let pages = document.export(ExportFormat::Markdown);
    let page = &pages.iter().find(|file| file.path == "NAME_INVALID.md").unwrap().text;
    assert!(page.contains("```text\n{name} isn't in {{a, b}}\n```"), "{page}");
}

#[test]
fn everything_that_explain_shows_is_in_the_document() {
    let document = json_of(&catalog());
    let entries = document["errors"].as_array().unwrap();
    assert_eq!(entries.len(), catalog().len());
    for entry in entries {
        let explained = json!(catalog().explain(entry["code"].as_str().unwrap()).unwrap());
        for (name, fact) in explained.as_object().unwrap() {
            match (fact.as_array(), entry[name].as_array()) {
                (Some(explained), Some(fields)) if name == "context" => {
                    assert_eq!(explained.len(), fields.len());
                    for (explained, field) in explained.iter().zip(fields) {
                        let same = |(name, value): (&String, &Value)| field[name] == *value;
                        assert!(explained.as_object().unwrap().iter().all(same), "{explained} {field}");
                    }
                }
                _ => assert_eq!(entry[name], *fact, "{name}"),
            }
        }
    }
    let exits = json!(catalog().exits());
    assert_eq!(document["exit_codes"], exits["exit_codes"]);
    assert_eq!(document["types"][0]["path"], "catalog::shop::ShopError");
    assert_eq!(document["types"][0]["codes"].as_array().unwrap().len(), entries.len());
}

#[test]
fn a_code_that_several_types_declare_lists_all() {
    let catalog = Catalog::from_types(&[InvalidValue::TYPE, InvalidFields::TYPE]).unwrap();
    let document = json_of(&catalog);
    let [code] = document["errors"].as_array().unwrap().as_slice() else { panic!("{document}") };
    assert_eq!(code["also_declared"][0]["code"], "VALIDATION_ERROR");
    assert_ne!(code["also_declared"][0]["declared_by"], code["declared_by"]);
    assert_eq!(document["types"].as_array().unwrap().len(), 2);
}
