//! Tests of numbers that JSON Schema, JSON and Rust treat differently.

use crate::arguments::one;
use crate::client::{OneTool, call, connect, failure, strict};
use serde_json::{Value, json};

#[tokio::test]
async fn an_out_of_range_number_is_reported_with_its_field() {
    for (format, value, expected) in [
        ("int32", json!(2_147_483_648_u64), "x: Too large. You sent: 2147483648. Maximum: 2147483647."),
        ("int32", json!(-2_147_483_649_i64), "x: Too small. You sent: -2147483649. Minimum: -2147483648."),
        ("uint32", json!(4_294_967_296_u64), "x: Too large. You sent: 4294967296. Maximum: 4294967295."),
        ("uint64", json!(-1), "x: Too small. You sent: -1. Minimum: 0."),
        ("uint64", json!(2e19), "x: Too large. You sent: 2e+19. Maximum: 18446744073709551615."),
        ("int64", json!(u64::MAX), "x: Too large. You sent: 18446744073709551615. Maximum: 9223372036854775807."),
    ] {
        assert_eq!(one(json!({"type": ["integer", "null"], "format": format}), value).await, expected);
    }
    for (format, sent) in [("uint64", json!(u64::MAX)), ("int64", json!(i64::MIN)), ("uint32", Value::Null)] {
        let property = json!({"type": ["integer", "null"], "format": format});
        let schema = json!({"type": "object", "properties": {"x": property}});
        let client = connect(strict(OneTool::echo(schema))).await;
        assert_eq!(call(&client, "echo", json!({"x": sent})).await.structured_content, Some(json!({"x": sent})));
    }
}

/// JSON Schema accepts 5.0 as an integer, but serde would reject it.
#[tokio::test]
async fn whole_numbers_may_have_a_zero_fraction() {
    let count = json!({"type": ["integer", "null"]});
    let by_reference = json!({
        "type": "object",
        "$defs": {"Count": {"type": "integer"}},
        "properties": {"count": {"$ref": "#/$defs/Count"}},
    });
    let tagged = json!({
        "type": "object",
        "oneOf": [
            {"properties": {"action": {"const": "list"}}, "required": ["action"]},
            {"properties": {"action": {"const": "get"}, "count": count}, "required": ["action"]},
        ],
    });
    let plain = json!({"type": "object", "properties": {"count": count, "price": {"type": "number"}}});
    for schema in [plain, by_reference, tagged] {
        let client = connect(strict(OneTool::echo(schema))).await;
        for (sent, read) in [("5.0", "5"), ("-0.0", "0"), ("5", "5"), ("9007199254740992.0", "9007199254740992")] {
            let arguments = serde_json::from_str(&format!(r#"{{"action":"get","count":{sent},"price":5.0}}"#)).unwrap();
            let result = call(&client, "echo", arguments).await;
            let echoed = result.structured_content.unwrap().to_string();
            assert_eq!(echoed, format!(r#"{{"action":"get","count":{read},"price":5.0}}"#));
        }
        let half: Value = json!({"action": "get", "count": 5.5});
        assert_eq!(failure(&client, "echo", half).await.code, "VALIDATION_ERROR");
    }
}

#[tokio::test]
async fn whole_numbers_are_converted_wherever_the_schema_requires_integers() {
    let schema = json!({
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "pair": {"prefixItems": [{"type": "integer"}, {"type": "number"}]},
            "tree": {"$ref": "#/$defs/Tree"},
            "map": {"additionalProperties": {"type": ["integer", "null"]}},
        },
        "$defs": {
            "Tree": {"properties": {"count": {"type": "integer"}, "below": {"items": {"$ref": "#/$defs/Tree"}}}},
        },
    });
    let sent =
        r#"{"list":[1.0,null,1.5e1],"map":{"a":2.0},"pair":[3.0,3.0],"tree":{"below":[{"count":4.0}],"free":5.0}}"#;
    let read = r#"{"list":[1,null,15],"map":{"a":2},"pair":[3,3.0],"tree":{"below":[{"count":4}],"free":5.0}}"#;
    let client = connect(strict(OneTool::echo(schema))).await;
    let result = call(&client, "echo", serde_json::from_str(sent).unwrap()).await;
    assert_eq!(result.structured_content.unwrap().to_string(), read);
}
