//! Tests of numbers that JSON Schema, JSON and Rust treat differently.

use crate::arguments::one;
use crate::client::{OneTool, call, connect, strict};
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
