//! Tests of arguments that don't match a tool's schema.

use crate::client::{OneTool, call, connect, failure, strict};
use crate::snapshots::same;
use crate::unions::{same_tags, shapes};
use serde_json::{Value, json};
use snapbox::file;

/// Returns the field errors for a call, each as `field: text`.
async fn refused(schema: Value, arguments: Value) -> Vec<String> {
    let client = connect(strict(OneTool::echo(schema))).await;
    let error = failure(&client, "echo", arguments).await;
    assert_eq!(error.code(), "VALIDATION_ERROR", "{error:?}");
    error
        .field_errors()
        .collect::<Vec<_>>()
        .iter()
        .map(|field| format!("{}: {}", field.field(), field))
        .collect()
}

/// Returns the only field error for a value that doesn't match this schema.
async fn one(property: Value, value: Value) -> String {
    let schema = json!({"type": "object", "properties": {"x": property}});
    let mut all = refused(schema, json!({"x": value})).await;
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[tokio::test]
async fn each_keyword_reports_the_sent_and_valid_values() {
    let cases = [
        (json!({"type": "integer"}), json!("a")),
        (json!({"type": ["string", "null"]}), json!(1)),
        (json!({"enum": ["a", "b"]}), json!("c")),
        (json!({"enum": [1, null]}), json!("c")),
        (json!({"const": "a"}), json!("c")),
        (
            json!({"oneOf": [{"const": "a", "description": "A"}, {"const": "b"}]}),
            json!("c"),
        ),
        (json!({"minimum": 1}), json!(0)),
        (json!({"maximum": 1.5}), json!(2)),
        (json!({"exclusiveMinimum": 1}), json!(1)),
        (json!({"exclusiveMaximum": 1}), json!(1)),
        (json!({"multipleOf": 5}), json!(3)),
        (json!({"minLength": 3}), json!("ab")),
        (json!({"maxLength": 1}), json!("ab")),
        (json!({"minItems": 1}), json!([])),
        (json!({"maxItems": 1}), json!([1, 2])),
        (json!({"minProperties": 1}), json!({})),
        (json!({"maxProperties": 0}), json!({"a": 1})),
        (json!({"uniqueItems": true}), json!([1, 1])),
        (json!({"pattern": "^a+$"}), json!("b")),
        (json!({"format": "email"}), json!("bad-email")),
        (json!({"format": "ipv4"}), json!("1.2")),
        (
            json!({"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}]}),
            json!(1),
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
            json!("a"),
        ),
        (
            json!({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
            json!("b"),
        ),
        (json!({"not": {"const": "hunter2"}}), json!("hunter2")),
        (
            json!({"type": ["integer", "null"], "format": "int32"}),
            json!(2_147_483_648_u64),
        ),
        (
            json!({"type": ["integer", "null"], "format": "int32"}),
            json!(-2_147_483_649_i64),
        ),
        (
            json!({"type": ["integer", "null"], "format": "uint64"}),
            json!(-1),
        ),
        (
            json!({"type": ["integer", "null"], "format": "int64"}),
            json!(u64::MAX),
        ),
    ];
    let mut shown = String::new();
    for (property, value) in cases {
        shown += &format!(
            "{property} {value}\n  {}\n",
            one(property.clone(), value.clone()).await
        );
    }
    same(shown, file!["snapshots/keywords.txt"]);
}

/// Returns the schema of an order, whose items have a schema of their own.
fn order() -> Value {
    json!({
        "type": "object",
        "required": ["items"],
        "properties": {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "color": {"$ref": "#/$defs/Color"}},
        "additionalProperties": false,
        "$defs": {
            "Item": {
                "type": "object",
                "required": ["count", "kind"],
                "properties": {
                    "count": {"type": "integer", "description": "How many."},
                    "kind": {"$ref": "#/$defs/Color", "description": "Of which color"},
                },
            },
            "Color": {"type": "string", "enum": ["red", "blue"]},
        },
    })
}

#[tokio::test]
async fn missing_unknown_and_invalid_fields_are_reported_by_path() {
    let properties = json!({"query": {"type": "string"}, "limit": {"type": "integer"}});
    let open = json!({"type": "object", "properties": properties, "required": ["query"]});
    let closed = json!({"type": "object", "properties": properties, "additionalProperties": false});
    let short =
        json!({"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]});
    let secret = json!({"type": "object", "properties": {"card_token": {}, "id": {}}, "additionalProperties": false});
    let mut shown = String::new();
    for (schema, arguments) in [
        (
            open.clone(),
            json!({"qurey": "a", "limit": 1, "extra": true}),
        ),
        // Others are allowed.
        (open, json!({"extra": true})),
        (closed, json!({"qurey": "a"})),
        // The name is too short to be similar.
        (short, json!({"idd": "a"})),
        (secret, json!({"card_tokn": "hunter2", "idd": "a"})),
        (order(), json!({"items": [{}], "colour": "red", "zzz": 1})),
        // `null` stands for no arguments.
        (order(), Value::Null),
        (same_tags(), json!({"kind": "c"})),
        (same_tags(), json!({"kind": "a"})),
        (shapes(), json!({"x": {"kind": "trangle"}})),
        (shapes(), json!({"x": {"radius": 1}})),
        (
            shapes(),
            json!({"x": {"kind": "square", "side": "a", "label": 5}}),
        ),
        (shapes(), json!({"x": 7})),
        (
            shapes(),
            json!({"y": {"kind": "square", "side": "a", "label": 5}}),
        ),
        (shapes(), json!({"y": {"radius": 1}})),
        (shapes(), json!({"y": 7})),
    ] {
        let mut fields = refused(schema, arguments.clone()).await;
        fields.sort();
        shown += &format!("{arguments}\n  {}\n", fields.join("\n  "));
    }
    same(shown, file!["snapshots/fields.txt"]);
}

#[tokio::test]
async fn an_invalid_schema_validates_nothing() {
    for broken in [
        json!({"$ref": "#/no"}),
        json!({"pattern": "(["}),
        json!({"$ref": "https://example.com/schema.json"}),
    ] {
        let schema = json!({"type": "object", "properties": {"x": broken}, "required": ["y"]});
        let client = connect(strict(OneTool::echo(schema))).await;
        let sent = json!({"x": 1});
        assert_eq!(
            call(&client, "echo", sent.clone()).await.structured_content,
            Some(sent)
        );
    }
}
