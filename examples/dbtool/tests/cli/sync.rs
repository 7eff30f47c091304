//! Tests of `sync`: a violated UNIQUE constraint, and the ways to resolve it.

use crate::filled;
use crate::tool::{Expected, Sandbox, envelope};
use serde_json::json;

/// Creates two databases. `dbtool.db` contains [`ITEMS`]; `other.db` contains one of its SKUs with another name, and a
/// new item.
fn two_databases() -> Sandbox {
    let sandbox = filled();
    sandbox.write("other.csv", "sku,name,count\nC-1,Washer,9\nA-2,Hex nut,5\n");
    sandbox.succeeds(&["init", "--db", "other.db"]);
    sandbox.succeeds(&["process", "other.csv", "--db", "other.db"]);
    sandbox
}

#[test]
fn a_duplicate_is_reported_with_column_value_and_both_items() {
    let sandbox = two_databases();
    let output = sandbox.run(&["sync", "other.db"]);
    sandbox.failed(
        &output,
        &Expected {
            code: "DB_ITEM_DUPLICATE",
            exit: 6,
            message: "dbtool.db already has an item with the sku \"A-2\"".into(),
            suggestion: "Pass `--on-conflict skip` to keep existing items",
            context: json!({
                "path": "dbtool.db", "column": "sku", "value": "A-2",
                "stored": {"sku": "A-2", "name": "Nut", "count": 4},
                "given": {"sku": "A-2", "name": "Hex nut", "count": 5},
            }),
            ..Expected::default()
        },
    );
    let detail = &envelope(&output)["error"]["detail"];
    assert_eq!(detail, "existing item: \"Nut\" with count 4; new item: \"Hex nut\" with count 5");
    let cause = &envelope(&output)["error"]["cause"];
    assert!(cause.as_str().unwrap().starts_with("UNIQUE constraint failed: items.sku"), "a real constraint: {cause}");
    assert_eq!(sandbox.succeeds(&["status"]).0["items"], 2, "nothing was added, C-1 included");
}

#[test]
fn duplicates_are_skipped_or_replaced_on_request() {
    let sandbox = two_databases();
    let changes = |added, updated, skipped| json!({"db": "dbtool.db", "source": "other.db", "added": added, "updated": updated, "skipped": skipped});
    assert_eq!(sandbox.succeeds(&["sync", "other.db", "--on-conflict", "skip"]).0, changes(1, 0, 1));
    assert_eq!(sandbox.succeeds(&["status"]).0["pieces"], 16);
    assert_eq!(sandbox.succeeds(&["sync", "other.db", "--on-conflict", "update"]).0, changes(0, 2, 0));
    assert_eq!(sandbox.succeeds(&["status"]).0["pieces"], 17);
}

#[test]
fn process_reports_the_same_violation() {
    let sandbox = filled();
    sandbox.fails(
        &["process", "items.csv"],
        &Expected {
            code: "DB_ITEM_DUPLICATE",
            exit: 6,
            message: "dbtool.db already has an item with the sku \"A-1\"".into(),
            suggestion: "`--on-conflict update` to replace them",
            context: json!({
                "path": "dbtool.db", "column": "sku", "value": "A-1",
                "stored": {"sku": "A-1", "name": "Bolt", "count": 3},
                "given": {"sku": "A-1", "name": "Bolt", "count": 3},
            }),
            ..Expected::default()
        },
    );
    assert_eq!(sandbox.succeeds(&["process", "items.csv", "--on-conflict", "skip"]).0["skipped"], 2);
}
