//! Changes of the declaring types, which callers notice only if the output changes.

use crate::assert_table;
use crate::catalog::{Declaration, Version};
use serde_json::json;

type Change = fn(&mut Vec<Declaration>);

fn first() -> Declaration {
    let mut first = Declaration::plain("shop::A")
        .with("fix_command", json!("shop open"))
        .with("actions", json!(["list"]));
    first.field(
        "id",
        "u32",
        json!({"type": "integer", "minimum": 0}),
        json!(7),
    );
    first
}

fn other() -> Declaration {
    let mut other = Declaration::plain("shop::B")
        .with("phase", json!("validation"))
        .with("http_status", json!(429));
    other.field("id", "String", json!({"type": "string"}), json!("a"));
    other
}

const KINDS: &[(&str, Change)] = &[
    ("type renamed", |all| {
        all[0].set("declared_by", json!("shop::Z"));
    }),
    ("all types renamed", |all| {
        all[0].set("declared_by", json!("shop::Z"));
        all[1].set("declared_by", json!("shop::Y"));
    }),
    ("variant renamed", |all| {
        all[1].set("declared_by", json!("shop::B::Renamed"));
    }),
    ("declarations reordered", |all| all.reverse()),
    ("declaration repeated", |all| {
        all.push(first().with("declared_by", json!("shop::C")));
    }),
    ("declaration removed", |all| drop(all.remove(1))),
    ("first declaration removed", |all| drop(all.remove(0))),
    ("all but a new declaration removed", |all| {
        *all = vec![Declaration::plain("shop::C")];
    }),
    ("declaration with a new phase", |all| {
        all.push(other().with("phase", json!("cleanup")));
    }),
    ("declaration with a new status", |all| {
        all.push(other().with("http_status", json!(404)));
    }),
    ("declaration with a protocol code", |all| {
        all.push(other().with("protocol", json!(-32_602)));
    }),
    ("declaration with a fix", |all| {
        all.push(other().with("fix_command", json!("shop close")));
    }),
    ("declaration with an action", |all| {
        all.push(other().with("actions", json!(["show"])));
    }),
    ("declaration with a field", |all| {
        let mut third = other();
        third.field("more", "bool", json!({"type": "boolean"}), json!(true));
        all.push(third);
    }),
    ("declaration without the field", |all| {
        all.push(Declaration::plain("shop::C"));
    }),
    ("declaration with other values", |all| {
        let mut third = Declaration::plain("shop::C");
        third.field("id", "bool", json!({"type": "boolean"}), json!(true));
        all.push(third);
    }),
    ("facts swapped between declarations", |all| {
        let first = all[0].facts["http_status"].clone();
        let second = all[1].facts["http_status"].clone();
        all[0].set("http_status", second);
        all[1].set("http_status", first);
    }),
    ("fix became optional", |all| {
        all[0].set("optional", json!(["fix_command"]));
    }),
    ("values listed in one declaration", |all| {
        all[1].facts["context"][0]["values_from"] = json!("shop list");
    }),
    ("gRPC code declared beside another status", |all| {
        all[0].set("http_status", json!(429));
        all[0].set("grpc", json!("ABORTED"));
    }),
];

#[test]
fn each_change_of_the_declaring_types_has_a_class() {
    let old = Version::new([first(), other()]);
    let changes = KINDS.iter().map(|(kind, change)| {
        let mut new = old.clone();
        change(&mut new.declarations);
        ((*kind).to_owned(), "shared", old.clone(), new)
    });
    assert_table("declarations.txt", changes);
}
