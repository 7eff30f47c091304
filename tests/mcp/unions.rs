//! Tests of arguments that must match one of several schemas.

use crate::client::{OneTool, call, connect, failure, strict};
use serde_json::{Value, json};

/// Returns the schema that schemars generates for an internally tagged enum.
fn tagged() -> Value {
    json!({
        "type": "object",
        "required": ["trace"],
        "properties": {"trace": {"type": "boolean"}},
        "oneOf": [
            {"type": "object", "required": ["action"], "properties": {"action": {"type": "string", "const": "list"}}},
            {
                "type": "object",
                "required": ["action", "id"],
                "properties": {"action": {"type": "string", "const": "destroy"}, "id": {"type": "integer"}},
            },
            {"$ref": "#/$defs/Create"},
        ],
        "$defs": {
            "Create": {
                "type": "object",
                "required": ["action", "name"],
                "properties": {"action": {"enum": ["create"]}, "name": {"type": "string"}},
            },
        },
    })
}

#[tokio::test]
async fn a_discriminator_selects_one_branch() {
    let client = connect(strict(OneTool::echo(tagged()))).await;
    for (arguments, code) in [
        (json!({"trace": true}), "MISSING_DISCRIMINATOR"),
        (json!({"action": 7}), "INVALID_DISCRIMINATOR"),
        (json!({"action": null}), "INVALID_DISCRIMINATOR"),
        (json!({"action": "destory"}), "UNKNOWN_ACTION"),
    ] {
        let error = failure(&client, "echo", arguments).await;
        assert_eq!(
            (error.code(), error.actions().join(" ")),
            (code, "list destroy create".to_owned())
        );
        let nearest = (code == "UNKNOWN_ACTION").then(|| json!(["destroy"]));
        assert_eq!(error.context().get("nearest"), nearest);
    }
    let error = failure(&client, "echo", json!({"action": "destroy", "trace": 1})).await;
    assert_eq!(error.context().get("action"), Some(json!("echo/destroy")));
    let mut fields: Vec<&str> = error
        .field_errors()
        .collect::<Vec<_>>()
        .iter()
        .map(|field| field.field())
        .collect();
    fields.sort_unstable();
    assert_eq!(fields, ["id", "trace"]);
    let sent = json!({"action": "create", "name": "a", "trace": true});
    assert_eq!(
        call(&client, "echo", sent.clone()).await.structured_content,
        Some(sent)
    );
}

/// Returns a schema in which two branches have the same tag.
pub(crate) fn same_tags() -> Value {
    let branch = |kind: &str, required: &[&str]| json!({"required": required, "properties": {"kind": {"const": kind}}});
    json!({"type": "object", "oneOf": [
        branch("a", &["kind", "x"]),
        branch("a", &["kind", "y", "z"]),
        branch("b", &["kind"]),
    ]})
}

#[tokio::test]
async fn a_call_may_match_any_branch_with_the_same_tag() {
    let (client, sent) = (
        connect(strict(OneTool::echo(same_tags()))).await,
        json!({"kind": "a", "y": 1, "z": 1}),
    );
    assert_eq!(
        call(&client, "echo", sent.clone()).await.structured_content,
        Some(sent)
    );
}

/// Returns the schema of a list of shapes, with the schemas that schemars generates for nested
/// internally tagged enums.
pub(crate) fn shapes() -> Value {
    let shape = |kind: &str, required: &[&str], properties: Value| {
        let mut properties = properties;
        properties["kind"] = json!({"type": "string", "const": kind});
        json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
    };
    json!({
        "type": "object",
        "properties": {"x": {"anyOf": [{"$ref": "#/$defs/Shape"}, {"type": "null"}]}, "y": {"$ref": "#/$defs/Shape"}},
        "$defs": {"Shape": {"type": "object", "oneOf": [
            shape("circle", &["kind", "radius"], json!({"radius": {"type": "number"}})),
            shape("square", &["kind", "side"], json!({"side": {"type": "number"}, "label": {"type": "string"}})),
            shape("point", &["kind"], json!({})),
        ]}},
    })
}
