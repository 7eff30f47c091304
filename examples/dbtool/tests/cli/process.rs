//! Tests of `process` with valid and invalid CSV files.

use crate::tool::Expected;
use crate::{ITEMS, with_file};
use serde_json::json;

/// Asserts that `process` rejects a file and imports nothing.
#[track_caller]
fn process_refuses(content: impl AsRef<[u8]>, expected: &Expected) {
    let sandbox = with_file("in.csv", content);
    sandbox.fails(&["process", "in.csv"], expected);
    assert_eq!(sandbox.succeeds(&["status"]).0["items"], 0);
}

#[test]
fn items_are_imported_and_counted() {
    let sandbox = with_file("in.csv", ITEMS);
    let (data, warnings) = sandbox.succeeds(&["process", "in.csv"]);
    assert_eq!(data, json!({"db": "dbtool.db", "file": "in.csv", "added": 2, "updated": 0, "skipped": 0}));
    assert_eq!(warnings, json!([]));
    assert_eq!(sandbox.succeeds(&["status"]).0, json!({"path": "dbtool.db", "items": 2, "pieces": 7}));
}

#[test]
fn columns_may_be_in_any_order_and_unknown_ones_are_ignored() {
    let sandbox = with_file("in.csv", "\u{feff}name, color, count, sku\n\"Bolt\nlong\", red, 3, A-1\n");
    let (data, warnings) = sandbox.succeeds(&["process", "in.csv"]);
    assert_eq!(data["added"], 1);
    assert_eq!(warnings, json!(["ignored the column `color`"]));
}

#[test]
fn a_file_without_rows_is_a_warning() {
    let (data, warnings) = with_file("in.csv", "sku,name,count\n").succeeds(&["process", "in.csv"]);
    assert_eq!(data["added"], 0);
    assert_eq!(warnings, json!(["the file contains no items, only a header"]));
}

#[test]
fn an_invalid_number_is_reported_by_row_line_and_column() {
    for value in ["N/A", "-1", "1.5", "4294967296", "1e3"] {
        let content = format!("sku,name,count\nA-1,\"Bolt\nlong\",3\nA-2,Nut,{value}\n");
        process_refuses(
            content,
            &Expected {
                code: "CSV_NUMBER_INVALID",
                exit: 65,
                message: format!("in.csv, row 3, column `count`: invalid count {value:?}"),
                suggestion: "Use an integer from 0 to 4294967295 in row 3 (line 4)",
                context: json!({
                    "path": "in.csv", "row": 3, "line": 4, "column": "count", "value": value,
                    "valid": "an integer from 0 to 4294967295",
                }),
                ..Expected::default()
            },
        );
    }
}

#[test]
fn a_file_without_a_header_is_reported_as_empty() {
    for content in ["", "\n\n"] {
        process_refuses(
            content,
            &Expected {
                code: "CSV_FILE_EMPTY",
                exit: 65,
                message: "in.csv is empty".into(),
                suggestion: "sku,name,count",
                context: json!({"path": "in.csv"}),
                ..Expected::default()
            },
        );
    }
}

#[test]
fn duplicate_and_missing_columns_are_rejected() {
    process_refuses(
        "sku,name,cuont\n",
        &Expected {
            code: "CSV_COLUMN_MISSING",
            exit: 65,
            message: "in.csv has no column `count`".into(),
            suggestion: "Add `count` to the header",
            context: json!({
                "path": "in.csv", "column": "count",
                "found": ["sku", "name", "cuont"], "required": ["sku", "name", "count"],
            }),
            ..Expected::default()
        },
    );
    process_refuses(
        "sku,name,count,name\n",
        &Expected {
            code: "CSV_COLUMN_REPEATED",
            exit: 65,
            message: "duplicate column `name` in in.csv".into(),
            suggestion: "Rename or remove one of the columns",
            context: json!({"path": "in.csv", "column": "name"}),
            ..Expected::default()
        },
    );
}

#[test]
fn a_row_has_a_value_for_each_column() {
    process_refuses(
        "sku,name,count\nA-1,Bolt, long,3\n",
        &Expected {
            code: "CSV_ROW_LENGTH_INVALID",
            exit: 65,
            message: "in.csv, row 2: 4 values, but the header has 3 columns".into(),
            suggestion: "Write 3 values in row 2 (line 2)",
            context: json!({"path": "in.csv", "row": 2, "line": 2, "values": 4, "columns": 3}),
            ..Expected::default()
        },
    );
    process_refuses(
        "sku,name,count\n,Bolt,3\n",
        &Expected {
            code: "CSV_VALUE_MISSING",
            exit: 65,
            message: "in.csv, row 2: empty value for `sku`".into(),
            suggestion: "Fill in `sku` in row 2",
            context: json!({"path": "in.csv", "row": 2, "line": 2, "column": "sku"}),
            ..Expected::default()
        },
    );
}

#[test]
fn duplicate_skus_are_rejected() {
    process_refuses(
        "sku,name,count\nA-1,Bolt,3\nA-2,Nut,4\nA-1,Screw,5\n",
        &Expected {
            code: "CSV_SKU_REPEATED",
            exit: 65,
            message: "in.csv, row 4: duplicate SKU \"A-1\", first used in row 2".into(),
            suggestion: "Remove row 2 or row 4",
            context: json!({
                "path": "in.csv", "row": 4, "line": 4, "column": "sku", "value": "A-1", "first_row": 2,
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn invalid_utf8_is_reported() {
    for (content, row) in [(&b"sku,na\xffme,count\n"[..], 1), (b"sku,name,count\nA-1,Bo\xfflt,3\n", 2)] {
        process_refuses(
            content,
            &Expected {
                code: "CSV_TEXT_INVALID",
                exit: 65,
                message: format!("in.csv, row {row}, value 2: invalid UTF-8"),
                suggestion: "Save the file as UTF-8",
                context: json!({"path": "in.csv", "row": row, "line": row, "position": 2}),
                ..Expected::default()
            },
        );
    }
}
