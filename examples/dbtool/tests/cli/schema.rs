//! Tests that dbtool's schema accepts its real envelopes and rejects modified ones.

use crate::own_schema::OwnSchema;
use crate::tool::envelope;
use crate::{ITEMS, with_file};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The schema that validates every envelope in the tests of dbtool.
pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_dbtool")));

#[test]
fn the_schema_is_valid_and_defines_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn an_item_is_described_by_its_own_type() {
    let context = &SCHEMA.document["$defs"]["DB_ITEM_DUPLICATE"]["properties"]["context"]["properties"];
    assert_eq!(context["stored"]["required"], json!(["sku", "name", "count"]));
    assert_eq!(context["path"]["type"], "string");
}

#[test]
fn the_schema_rejects_modified_envelopes() {
    let sandbox = with_file("in.csv", ITEMS);
    sandbox.write("other.csv", "sku,name,count\nA-1,Nail,N/A\n");
    let good = envelope(&sandbox.run(&["process", "other.csv"]));
    assert_eq!(good["error"]["code"], "CSV_NUMBER_INVALID");
    SCHEMA.assert_refuses_changes_of(&good);
    let changes: [(&str, Value); 4] = [
        ("/error/phase", json!("cleanup")),
        ("/error/context/row", json!("3")),
        ("/error/context/row", json!(-3)),
        ("/error/context", json!({"path": "in.csv"})),
    ];
    for (place, value) in changes {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        SCHEMA.assert_invalid(&bad);
    }
    let mut bad = good.clone();
    bad["error"]["context"].as_object_mut().unwrap().remove("row");
    SCHEMA.assert_invalid(&bad);
}
