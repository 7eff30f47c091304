//! Tests of arguments that don't match a tool's schema.

use crate::client::{OneTool, call, connect, failure, strict};
use serde_json::{Value, json};

/// Returns the field errors for a call, each as `field: text`.
pub(crate) async fn refused(schema: Value, arguments: Value) -> Vec<String> {
    let client = connect(strict(OneTool::echo(schema))).await;
    let error = failure(&client, "echo", arguments).await;
    assert_eq!(error.code, "VALIDATION_ERROR", "{error:?}");
    error.field_errors().iter().map(|field| format!("{}: {}", field.field(), field.text())).collect()
}

/// Returns the only field error for a value that doesn't match this schema.
pub(crate) async fn one(property: Value, value: Value) -> String {
    let schema = json!({"type": "object", "properties": {"x": property}});
    let mut all = refused(schema, json!({"x": value})).await;
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[tokio::test]
async fn each_keyword_reports_the_sent_and_valid_values() {
    let cases = [
        (json!({"type": "integer"}), json!("a"), "x: Wrong type. You sent: 'a'. Expected: integer."),
        (json!({"type": ["string", "null"]}), json!(1), "x: Wrong type. You sent: 1. Expected: null or string."),
        (json!({"enum": ["a", "b"]}), json!("c"), "x: Invalid value. You sent: 'c'. Valid options: 'a', 'b'."),
        (json!({"enum": [1, null]}), json!("c"), "x: Invalid value. You sent: 'c'. Valid options: '1', 'null'."),
        (json!({"const": "a"}), json!("c"), "x: Invalid value. You sent: 'c'. Valid options: 'a'."),
        (
            json!({"oneOf": [{"const": "a", "description": "A"}, {"const": "b"}]}),
            json!("c"),
            "x: Invalid value. You sent: 'c'. Valid options: 'a', 'b'.",
        ),
        (json!({"minimum": 1}), json!(0), "x: Too small. You sent: 0. Minimum: 1."),
        (json!({"maximum": 1.5}), json!(2), "x: Too large. You sent: 2. Maximum: 1.5."),
        (json!({"exclusiveMinimum": 1}), json!(1), "x: Too small. You sent: 1. Expected: more than 1."),
        (json!({"exclusiveMaximum": 1}), json!(1), "x: Too large. You sent: 1. Expected: less than 1."),
        (json!({"multipleOf": 5}), json!(3), "x: Invalid value. You sent: 3. Expected: a multiple of 5."),
        (json!({"minLength": 3}), json!("ab"), "x: Too short. You sent: 'ab'. Minimum length: 3 characters."),
        (json!({"maxLength": 1}), json!("ab"), "x: Too long. You sent: 'ab'. Maximum length: 1 characters."),
        (json!({"minItems": 1}), json!([]), "x: Too few items. You sent: array(0). Minimum: 1."),
        (json!({"maxItems": 1}), json!([1, 2]), "x: Too many items. You sent: array(2). Maximum: 1."),
        (json!({"minProperties": 1}), json!({}), "x: Too few members. You sent: {}. Minimum: 1."),
        (json!({"maxProperties": 0}), json!({"a": 1}), "x: Too many members. You sent: {\"a\":1}. Maximum: 0."),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "x: Duplicate items. You sent: array(2). Expected: unique items.",
        ),
        (
            json!({"pattern": "^a+$"}),
            json!("b"),
            "x: Invalid value. You sent: 'b'. Expected: a string that matches ^a+$.",
        ),
        (
            json!({"format": "email"}),
            json!("bad-email"),
            "x: Not a valid email. You sent: 'bad-email'. Expected: an email address, such as user@example.com.",
        ),
        (
            json!({"format": "ipv4"}),
            json!("1.2"),
            "x: Not a valid ipv4. You sent: '1.2'. Expected: an IPv4 address, such as 192.0.2.1.",
        ),
        (
            json!({"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}]}),
            json!(1),
            "x: Too small. You sent: 1. Minimum: 3.",
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
            json!("a"),
            "x: Invalid value. You sent: 'a'. Expected: integer or null.",
        ),
        (
            json!({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
            json!("b"),
            "x: Invalid value. You sent: 'b'. Valid options: 'a'.",
        ),
        (
            json!({"not": {"const": "hunter2"}}),
            json!("hunter2"),
            "x: {\"const\":\"hunter2\"} is not allowed for value. You sent: 'hunter2'.",
        ),
    ];
    for (property, value, expected) in cases {
        assert_eq!(one(property, value).await, expected);
    }
}

#[tokio::test]
async fn a_misspelled_argument_is_reported_with_the_missing_one() {
    let properties = json!({"query": {"type": "string"}, "limit": {"type": "integer"}});
    let open = json!({"type": "object", "properties": properties, "required": ["query"]});
    assert_eq!(
        refused(open.clone(), json!({"qurey": "a", "limit": 1, "extra": true})).await,
        [
            "query: Required field is missing. You sent: (missing). Expected: string.",
            "qurey: Unknown field. You sent: 'a'. Did you mean `query`? Known fields: `limit`, `query`.",
        ]
    );
    // The name can also be too short for a suggestion.
    let short = json!({"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]});
    assert_eq!(
        refused(short, json!({"idd": "a"})).await[1],
        "idd: Unknown field. You sent: 'a'. Did you mean `id`? Known fields: `id`."
    );
    assert_eq!(refused(open.clone(), json!({"extra": true})).await.len(), 1, "others are allowed");
    let mut closed = open;
    closed["additionalProperties"] = false.into();
    assert_eq!(refused(closed, json!({"qurey": "a"})).await.len(), 2, "once each");
}

#[tokio::test]
async fn missing_and_unknown_fields_are_reported_by_path() {
    let schema = json!({
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
    });
    assert_eq!(
        refused(schema.clone(), json!({"items": [{}], "colour": "red", "zzz": 1})).await,
        [
            "items.0.count: Required field is missing. You sent: (missing). Expected: integer (How many).",
            "items.0.kind: Required field is missing. You sent: (missing). Expected: string (Of which color). \
             Valid options: 'red', 'blue'.",
            "colour: Unknown field. You sent: 'red'. Did you mean `color`? Known fields: `color`, `items`.",
            "zzz: Unknown field. You sent: 1. Remove it or correct its name. Known fields: `color`, `items`.",
        ]
    );
    assert_eq!(refused(schema, Value::Null).await.len(), 1, "`null` stands for no arguments");
}

#[tokio::test]
async fn a_secret_with_a_misspelled_name_is_redacted() {
    let schema = json!({
        "type": "object",
        "properties": {"card_token": {"type": "string"}, "id": {"type": "string"}},
        "additionalProperties": false,
    });
    assert_eq!(
        refused(schema, json!({"card_tokn": "hunter2", "idd": "a"})).await,
        [
            "card_tokn: Unknown field. You sent: '[REDACTED]'. Did you mean `card_token`? Known fields: `card_token`, `id`.",
            "idd: Unknown field. You sent: 'a'. Did you mean `id`? Known fields: `card_token`, `id`.",
        ]
    );
}

#[tokio::test]
async fn an_invalid_schema_validates_nothing() {
    for broken in
        [json!({"$ref": "#/no"}), json!({"pattern": "(["}), json!({"$ref": "https://example.com/schema.json"})]
    {
        let schema = json!({"type": "object", "properties": {"x": broken}, "required": ["y"]});
        let client = connect(strict(OneTool::echo(schema))).await;
        let sent = json!({"x": 1});
        assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
    }
}

#[tokio::test]
async fn an_out_of_range_number_is_reported_with_its_field() {
    for (format, value, expected) in [
        ("int32", json!(2_147_483_648_u64), "x: Too large. You sent: 2147483648. Maximum: 2147483647."),
        ("int32", json!(-2_147_483_649_i64), "x: Too small. You sent: -2147483649. Minimum: -2147483648."),
        ("uint64", json!(-1), "x: Too small. You sent: -1. Minimum: 0."),
        ("int64", json!(u64::MAX), "x: Too large. You sent: 18446744073709551615. Maximum: 9223372036854775807."),
    ] {
        assert_eq!(one(json!({"type": ["integer", "null"], "format": format}), value).await, expected);
    }
}
