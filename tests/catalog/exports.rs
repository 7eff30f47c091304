//! Exports are the same bytes each time, and match the published schema.

use crate::shop::{ShopError, catalog};
use agent_error::Catalog;
use agent_error::definition::Catalogued;
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error_tooling::{ExportFormat, ExportedFile};
use serde_json::{Value, json};

fn text(catalog: &Catalog, export: ExportFormat) -> String {
    let files = catalog.export(export);
    let [ExportedFile { text, .. }] = files.as_slice() else { panic!("{files:?}") };
    text.clone()
}

/// The formats that are one document.
fn documents() -> impl Iterator<Item = ExportFormat> {
    ExportFormat::WORDS.iter().map(|word| word.parse::<ExportFormat>().unwrap()).filter(|export| !export.is_folder())
}

#[test]
fn two_exports_are_the_same_bytes_whatever_order_the_linker_has() {
    let types = [ShopError::TYPE, InvalidValue::TYPE, InvalidFields::TYPE];
    let reversed: Vec<_> = types.iter().rev().copied().collect();
    let (one, other) = (Catalog::from_types(&types).unwrap(), Catalog::from_types(&reversed).unwrap());
    for word in ExportFormat::WORDS {
        let export: ExportFormat = word.parse().unwrap();
        let files = one.export(export);
        assert_eq!(files, one.export(export), "{word}");
        assert_eq!(files, other.export(export), "{word}");
        assert!(files.iter().all(|file| file.text.ends_with('\n') && !file.text.contains('\r')), "{word}");
        assert!(files.is_sorted_by_key(|file| &file.path), "{word}");
    }
    assert!(documents().count() >= 4);
}

#[test]
fn an_empty_catalog_can_be_exported() {
    let empty = Catalog::from_types(&[]).unwrap();
    for export in documents() {
        assert!(!text(&empty, export).is_empty());
    }
    let document: Value = serde_json::from_str(&text(&empty, ExportFormat::Json)).unwrap();
    assert_eq!(document["errors"], json!([]));
}

#[test]
fn the_catalog_is_as_the_published_schema_says() {
    let schema = Catalog::json_schema();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let shared = Catalog::from_types(&[ShopError::TYPE, InvalidValue::TYPE, InvalidFields::TYPE]).unwrap();
    for catalog in [catalog(), shared, Catalog::linked().unwrap(), Catalog::from_types(&[]).unwrap()] {
        let document: Value = serde_json::from_str(&text(&catalog, ExportFormat::Json)).unwrap();
        let problems: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{problems:?}");
    }
    for (place, value) in [
        ("/catalog_version", json!("2.0")),
        ("/errors/0/exit_code", json!(0)),
        ("/errors/0/severity", json!("bad")),
        ("/errors/0/context/0/schema", json!({"type": "strng"})),
        ("/errors/0/context/0/name", json!("")),
        ("/exit_codes/0/codes", json!("none")),
        ("/types/0/path", Value::Null),
    ] {
        let mut document: Value = serde_json::from_str(&text(&catalog(), ExportFormat::Json)).unwrap();
        *document.pointer_mut(place).unwrap() = value;
        assert!(!validator.is_valid(&document), "{place}");
    }
}

#[test]
fn all_that_a_list_shows_is_exported() {
    let document: Value = serde_json::from_str(&text(&catalog(), ExportFormat::Json)).unwrap();
    let list = serde_json::to_value(catalog().list(&agent_error::catalog::Filter::default())).unwrap();
    let (exported, listed) = (document["errors"].as_array().unwrap(), list["errors"].as_array().unwrap());
    assert_eq!(exported.len(), listed.len());
    for (exported, listed) in exported.iter().zip(listed) {
        for (name, fact) in listed.as_object().unwrap() {
            match (fact.as_array(), exported[name].as_array()) {
                (Some(listed), Some(exported)) if name == "context" => {
                    for (listed, exported) in listed.iter().zip(exported) {
                        let same = |(name, fact): (&String, &Value)| exported[name] == *fact;
                        assert!(listed.as_object().unwrap().iter().all(same), "{listed} {exported}");
                        assert!(exported["schema"].is_object(), "{exported}");
                    }
                }
                _ => assert_eq!(exported[name], *fact),
            }
        }
    }
    let exits = serde_json::to_value(catalog().exits()).unwrap();
    assert_eq!(document["exit_codes"], exits["exit_codes"]);
    assert_eq!(document["types"][0]["path"], "catalog::shop::ShopError");
    assert_eq!(document["types"][0]["codes"].as_array().unwrap().len(), exported.len());
}

#[test]
fn a_code_that_several_types_declare_lists_all() {
    let catalog = Catalog::from_types(&[InvalidValue::TYPE, InvalidFields::TYPE]).unwrap();
    let document: Value = serde_json::from_str(&text(&catalog, ExportFormat::Json)).unwrap();
    let [code] = document["errors"].as_array().unwrap().as_slice() else { panic!("{document}") };
    assert_eq!(code["also_declared"][0]["code"], "VALIDATION_ERROR");
    assert_ne!(code["also_declared"][0]["declared_by"], code["declared_by"]);
    assert_eq!(document["types"].as_array().unwrap().len(), 2);
}
