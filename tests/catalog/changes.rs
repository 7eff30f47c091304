//! Tests how changes to a catalog are described. For their classes, see `tests/changes` in the tooling crate.

use crate::changed;
use crate::contract_of;
use crate::def::Def;
use crate::shop::{ShopError, catalog};
use agent_error::definition::{Catalogued, ErrorDef, FieldDef, RetiredDef, Template, TypeDef};
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error::vocabulary::SideEffects;
use agent_error::{Catalog, ErrorSet, error_set};
use agent_error_tooling::{ChangeClass, Changes, Contract};
use serde_json::{Value, json};

fn def<'d>(defs: &'d mut [Def], code: &str) -> &'d mut Def {
    defs.iter_mut().find(|def| def.code == code).unwrap()
}

/// Changes the fields of a code.
fn fields(defs: &mut [Def], code: &str, change: impl FnOnce(&mut Vec<FieldDef>)) {
    let def = def(defs, code);
    let mut fields = def.fields.to_vec();
    change(&mut fields);
    def.fields = fields.leak();
}

fn field<'f>(fields: &'f mut [FieldDef], name: &str) -> &'f mut FieldDef {
    fields.iter_mut().find(|field| field.name == name).unwrap()
}

fn retype(defs: &mut [Def], code: &str, name: &str, ty: &'static str) {
    fields(defs, code, |fields| {
        let field = field(fields, name);
        // Remove the type's facts except for its name.
        *field = FieldDef { ty, ..text_field(field.name) };
    });
}

fn text_field(name: &'static str) -> FieldDef {
    let known = ShopError::TYPE.defs.iter().flat_map(ErrorDef::fields).find(|field| field.name == "number").unwrap();
    FieldDef { name, ty: "String", summary: None, ..known }
}

/// Returns the changes to the shop's declarations, each as `class CODE: what`.
fn found(change: impl FnOnce(&mut Vec<Def>)) -> Vec<String> {
    let changes = contract_of(&catalog()).changes_to(&contract_of(&changed::<ShopError>(change)));
    changes.iter().map(|change| format!("{} {change}", change.class)).collect()
}

#[track_caller]
fn assert_found(expected: &[&str], change: impl FnOnce(&mut Vec<Def>)) {
    assert_eq!(found(change), expected);
}

#[test]
fn identical_catalogs_have_no_changes() {
    assert_found(&[], |_| {});
    assert_found(&[], |defs| defs.reverse());
}

#[test]
fn a_change_is_described_on_one_line() {
    assert_found(&["breaking SHOP_TYPES: removed"], |defs| defs.retain(|def| def.code != "SHOP_TYPES"));
    assert_found(&["breaking SHOP_CLOSED: exit code 12 became 75"], |defs| def(defs, "SHOP_CLOSED").exit = 75);
    let retryable = ["breaking SHOP_CLOSED: is no longer retryable", "breaking exit code 12: is no longer retryable"];
    assert_found(&retryable, |defs| def(defs, "SHOP_CLOSED").retryable = false);
    assert_found(&["breaking SHOP_TYPES: became retryable"], |defs| def(defs, "SHOP_TYPES").retryable = true);
    let effects = [
        "breaking SHOP_TYPES: side effects `none` became `complete`",
        "breaking exit code 1: side effects `none` became `complete`",
    ];
    assert_found(&effects, |defs| def(defs, "SHOP_TYPES").side_effects = SideEffects::Complete);
    assert_found(&["breaking SHOP_TYPES: protocol -32602 added"], |defs| {
        def(defs, "SHOP_TYPES").protocol = Some(-32_602);
    });
    let renamed = [
        "breaking SHOP_ARTICLE_MISSING: context field `customer` removed",
        "additive SHOP_ARTICLE_MISSING: new context field `customers`",
    ];
    assert_found(&renamed, |defs| {
        fields(defs, "SHOP_ARTICLE_MISSING", |fields| field(fields, "customer").name = "customers");
    });
}

#[test]
fn a_type_is_its_json() {
    for (ty, expected) in [
        ("u64", "breaking SHOP_ARTICLE_MISSING: context field `number`: `u32` became `u64`; it has other values"),
        ("i32", "breaking SHOP_ARTICLE_MISSING: context field `number`: `u32` became `i32`; it has other values"),
        (
            "u16",
            "additive SHOP_ARTICLE_MISSING: context field `number`: `u32` became `u16`; all its values were possible before",
        ),
        ("String", "breaking SHOP_ARTICLE_MISSING: context field `number`: `u32` became `String`; it has other values"),
        (
            "Option<u32>",
            "breaking SHOP_ARTICLE_MISSING: context field `number`: `u32` became `Option<u32>`; it has other values",
        ),
        ("Number", "breaking SHOP_ARTICLE_MISSING: context field `number`: `u32` became `Number`; it has other values"),
        (
            "Box<u32>",
            "cosmetic SHOP_ARTICLE_MISSING: context field `number`: `u32` became `Box<u32>`; its values are the same",
        ),
    ] {
        assert_found(&[expected], |defs| retype(defs, "SHOP_ARTICLE_MISSING", "number", ty));
    }
    let always = "additive SHOP_ARTICLE_MISSING: context field `customer`: `Option<String>` became `String`; \
        all its values were possible before";
    assert_found(&[always], |defs| retype(defs, "SHOP_ARTICLE_MISSING", "customer", "String"));
    let unknown = "breaking SHOP_DESCRIBED: context field `mystery`: `Mystery` became `Riddle`; \
        whether its values are the same is unknown";
    assert_found(&[unknown], |defs| retype(defs, "SHOP_DESCRIBED", "mystery", "Riddle"));
    let described = "breaking SHOP_DESCRIBED: context field `mystery`: `Mystery` became `u8`; \
        whether its values are the same is unknown";
    assert_found(&[described], |defs| retype(defs, "SHOP_DESCRIBED", "mystery", "u8"));
    let opaque = "breaking SHOP_DESCRIBED: context field `article`: `Article`; it has other values";
    assert_found(&[opaque], |defs| retype(defs, "SHOP_DESCRIBED", "article", "Article"));
}

#[test]
fn the_schemas_of_a_field_with_other_values_are_shown() {
    let old = contract_of(&catalog());
    let new = contract_of(&changed::<ShopError>(|defs| {
        fields(defs, "SHOP_ARTICLE_MISSING", |fields| {
            field(fields, "number").shown = agent_error::vocabulary::ContextFormat::Redacted;
        });
    }));
    let text = old.changes_to(&new).to_string();
    let expected = r#"breaking:
  SHOP_ARTICLE_MISSING: context field `number`: `u32`; it has other values
      - {"maximum":4294967295,"minimum":0,"type":"integer"}
      + {"const":"[REDACTED]"}
"#;
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn wording_changes_are_cosmetic_and_shown() {
    let old = contract_of(&catalog());
    let new = contract_of(&changed::<ShopError>(|defs| {
        let def = def(defs, "SHOP_CLOSED");
        def.suggestion = Some(Template::new("Come back\nlater"));
        def.summary = None;
        def.detail = Some(Template::new("night"));
        def.docs_url = Some("https://elsewhere.example.com");
    }));
    let changes = old.changes_to(&new);
    assert!(changes.are_compatible());
    assert_eq!(changes.summary(), "4 cosmetic changes");
    assert_eq!(
        changes.to_string(),
        "cosmetic:
  SHOP_CLOSED: summary removed
      - The shop is closed.
  SHOP_CLOSED: detail added
      + night
  SHOP_CLOSED: suggestion changed
      - Come back tomorrow
      + Come back
      + later
  SHOP_CLOSED: docs URL changed
      - https://shop.example.com/errors/SHOP_CLOSED
      + https://elsewhere.example.com

not compared:
  SHOP_DESCRIBED: the values of `mystery`; `Mystery` has no schema
  SHOP_STD: the values of `value`; `serde_json::Value` has no schema
"
    );
}

#[test]
fn changes_are_sorted_by_class() {
    let old = contract_of(&catalog());
    let new = contract_of(&changed::<ShopError>(|defs| {
        def(defs, "SHOP_CLOSED").exit = 1;
        def(defs, "SHOP_CLOSED").summary = Some("Closed.");
        defs.retain(|def| def.code != "SHOP_STD");
        defs.push(Def { code: "SHOP_AFIRE", ..Def::with_exit(70) });
    }));
    let changes = old.changes_to(&new);
    assert_eq!(changes.summary(), "2 breaking, 1 additive and 1 cosmetic change");
    assert!(changes.iter().map(|change| change.class).is_sorted());
    assert_eq!(changes.count(ChangeClass::Breaking), 2);
    let back = new.changes_to(&old);
    assert_eq!(back.summary(), "2 breaking, 1 additive and 1 cosmetic change");
}

#[test]
fn a_retired_code_can_be_removed_but_not_reused() {
    let with = contract_of(&catalog()).to_lock();
    let without = contract_of(&changed::<ShopError>(|defs| defs.retain(|def| def.code != "SHOP_TYPES"))).to_lock();
    let retired = without.replacen("\"errors\"", "\"retired\": [\"SHOP_TYPES\"], \"errors\"", 1);
    let [with, retired] = [with, retired].map(|text| text.parse::<Contract>().unwrap());
    let lines = |changes: Changes| -> Vec<String> {
        changes.iter().map(|change| format!("{} {change}", change.class)).collect()
    };
    assert_eq!(lines(with.changes_to(&retired)), ["breaking SHOP_TYPES: retired"]);
    assert_eq!(
        lines(retired.changes_to(&with)),
        ["breaking SHOP_TYPES: used again; it was retired and meant something else"]
    );
    let forgotten: Contract = without.parse().unwrap();
    assert_eq!(
        lines(retired.changes_to(&forgotten)),
        ["breaking SHOP_TYPES: no longer listed as retired, so it could be declared again"]
    );
    assert_eq!(lines(forgotten.changes_to(&retired)), ["additive SHOP_TYPES: retired"]);
}

#[test]
fn a_type_lists_its_retired_codes() {
    let gone = changed::<ShopError>(|defs| defs.retain(|def| def.code != "SHOP_TYPES"));
    let ty = gone.iter().next().unwrap().ty;
    let retired = RetiredDef { code: "SHOP_TYPES", note: Some("use SHOP_STD") };
    let ty: &'static TypeDef = Box::leak(Box::new(TypeDef { retired: Box::leak(Box::new([retired])), ..*ty }));
    let retired = Catalog::from_types(&[ty]).unwrap();
    let changes = contract_of(&catalog()).changes_to(&contract_of(&retired));
    assert_eq!(
        changes.iter().map(|change| format!("{} {change}", change.class)).collect::<Vec<_>>(),
        ["breaking SHOP_TYPES: retired"]
    );
    for text in [retired.document(), contract_of(&retired).to_lock()] {
        assert_eq!(text.parse::<Contract>().unwrap(), contract_of(&retired));
    }
}

#[test]
fn a_lock_file_and_an_export_keep_all_of_it() {
    let shared = Catalog::from_types(&[ShopError::TYPE, InvalidValue::TYPE, InvalidFields::TYPE]).unwrap();
    for catalog in [catalog(), shared, Catalog::from_types(&[]).unwrap()] {
        let contract = contract_of(&catalog);
        let exported: Contract = catalog.document().parse().unwrap();
        let locked: Contract = contract.to_lock().parse().unwrap();
        assert_eq!(exported, contract);
        assert_eq!(locked, contract);
        assert_eq!(locked.to_lock(), contract.to_lock());
    }
}

#[test]
fn only_the_exit_codes_of_the_codes_of_every_program_are_promised() {
    let with = Catalog::from_types(&[agent_error::process::OutputError::TYPE, ShopError::TYPE]).unwrap();
    assert!(with.get("OUTPUT_NOT_WRITTEN").is_some());
    let (with, without) = (contract_of(&with), contract_of(&catalog()));
    assert!(with.changes_to(&without).is_empty() && without.changes_to(&with).is_empty());
    let lock: Value = serde_json::from_str(&with.to_lock()).unwrap();
    assert_eq!(lock["every_program"]["OUTPUT_NOT_WRITTEN"], json!(74));
    let other: Contract =
        with.to_lock().replace("\"OUTPUT_NOT_WRITTEN\": 74", "\"OUTPUT_NOT_WRITTEN\": 1").parse().unwrap();
    let found: Vec<String> = other.changes_to(&with).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["OUTPUT_NOT_WRITTEN: exit code 1 became 74"]);
}

#[test]
fn ten_thousand_codes_are_compared_quickly() {
    let named = |prefix: &str| {
        changed::<ShopError>(|defs| {
            let many = (0..10_000).map(|n| Def { code: format!("{prefix}_{n:05}").leak(), ..Def::with_exit(1) });
            *defs = many.collect();
        })
    };
    let changes = contract_of(&named("OLD")).changes_to(&contract_of(&named("NEW")));
    assert_eq!(changes.summary(), "10000 breaking and 10000 additive changes");
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

#[test]
fn the_lock_file_contains_the_errors_of_commands_and_tools() {
    let contract: Contract = exported().parse().unwrap();
    let lock = contract.to_lock();
    assert_eq!(lock.parse::<Contract>().unwrap(), contract);
    let document: Value = serde_json::from_str(&lock).unwrap();
    assert_eq!(document["commands"], json!({"buy": ["SHOP_CLOSED"], "list": ["SHOP_CLOSED"]}));
    assert_eq!(document["tools"]["buy"].as_array().unwrap().len(), catalog().len());
    assert_eq!(document["retired"], json!(["SHOP_OLD", "SHOP_OLDER"]));
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
    assert_eq!(of("boutique", "1.0.0").mismatch_with(&new), None, "most codes are the same");
    let other = contract_of(&Catalog::of::<crate::shop::Same>().of_program("same", "3.0.0"));
    assert_eq!(
        other.mismatch_with(&new).unwrap(),
        "The older catalog is that of `same` 3.0.0, the newer one that of `shop` 1.10.0: are they one program?"
    );
    assert_eq!((new.program(), new.version()), (Some("shop"), Some("1.10.0")));
    assert_eq!(new.to_lock().parse::<Contract>().unwrap().version(), Some("1.10.0"));
}
