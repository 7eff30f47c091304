//! Tests of arguments that must match one of several schemas.

use crate::arguments::refused;
use crate::client::{OneTool, call, connect, strict};
use agent_error::{Format, parse};
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
async fn a_discriminator_is_reported_with_its_actions() {
    let client = connect(strict(OneTool::echo(tagged())).format(Format::Xml)).await;
    let refusal = async |arguments: Value| {
        let result = call(&client, "echo", arguments).await;
        parse(crate::client::text(&result)).unwrap()
    };
    let missing = refusal(json!({"trace": true})).await;
    assert_eq!(missing.code, "MISSING_DISCRIMINATOR");
    assert_eq!(missing.actions, ["list", "destroy", "create"]);
    assert_eq!(refusal(json!({"action": 7})).await.code, "INVALID_DISCRIMINATOR");
    assert_eq!(refusal(json!({"action": null})).await.code, "INVALID_DISCRIMINATOR");

    let unknown = refusal(json!({"action": "destory"})).await;
    assert_eq!(unknown.code, "UNKNOWN_ACTION");
    assert_eq!(unknown.actions, ["list", "destroy", "create"]);
    assert_eq!(unknown.value("nearest"), None, "the shape is that of Vurb.ts, without details");

    let client = connect(strict(OneTool::echo(tagged()))).await;
    let result = call(&client, "echo", json!({"action": "destory"})).await;
    assert_eq!(parse(crate::client::text(&result)).unwrap().value("nearest"), Some(json!(["destroy"])));
}

#[tokio::test]
async fn only_the_selected_tagged_schema_applies() {
    let client = connect(strict(OneTool::echo(tagged()))).await;
    let result = call(&client, "echo", json!({"action": "destroy", "trace": 1})).await;
    let error = parse(crate::client::text(&result)).unwrap();
    assert_eq!(error.value("action"), Some(json!("echo/destroy")));
    let mut fields: Vec<String> =
        error.field_errors().iter().map(|field| format!("{}: {field}", field.field())).collect();
    fields.sort();
    assert_eq!(
        fields,
        [
            "id: Required field is missing. You sent: (missing). Expected: integer.",
            "trace: Wrong type. You sent: 1. Expected: boolean.",
        ]
    );
    let sent = json!({"action": "create", "name": "a", "trace": true});
    assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
}

#[tokio::test]
async fn a_field_that_does_not_identify_every_branch_is_not_a_discriminator() {
    let branch = |constants: Value, required: &[&str]| {
        let constants =
            constants.as_object().unwrap().iter().map(|(name, only)| (name.clone(), json!({"const": only})));
        json!({"required": required, "properties": constants.collect::<serde_json::Map<_, _>>()})
    };
    let same = json!({"type": "object", "oneOf": [
        branch(json!({"api": "v1", "kind": "a"}), &["api", "kind", "x"]),
        branch(json!({"api": "v1", "kind": "b"}), &["api", "kind"]),
    ]});
    let twice = json!({"type": "object", "oneOf": [
        branch(json!({"kind": "b"}), &["kind", "x"]),
        branch(json!({"kind": "b"}), &["kind", "y"]),
    ]});
    let partly = json!({"type": "object", "oneOf": [
        branch(json!({"kind": "a"}), &["kind", "x"]),
        branch(json!({"kind": "a"}), &["kind", "y", "z"]),
        branch(json!({"kind": "b"}), &["kind"]),
    ]});
    assert_eq!(
        refused(partly.clone(), json!({"kind": "c"})).await,
        ["kind: Invalid value. You sent: 'c'. Valid options: 'a', 'b'."]
    );
    assert_eq!(
        refused(partly.clone(), json!({"kind": "a"})).await,
        ["x: Required field is missing. You sent: (missing)."]
    );
    for (schema, sent) in [
        (same, json!({"api": "v1", "kind": "b"})),
        (twice, json!({"kind": "b", "y": 1})),
        (partly, json!({"kind": "a", "y": 1, "z": 1})),
    ] {
        let client = connect(strict(OneTool::echo(schema))).await;
        assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
    }
}

/// Returns the schema of a list of shapes, with the schemas that schemars generates for nested internally tagged enums.
fn shapes() -> Value {
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

#[tokio::test]
async fn all_tags_are_listed_and_only_the_chosen_branch_is_checked() {
    for name in ["x", "y"] {
        let refusal = async |value: Value| refused(shapes(), json!({name: value})).await;
        assert_eq!(
            refusal(json!({"kind": "trangle"})).await,
            [format!("{name}.kind: Invalid value. You sent: 'trangle'. Valid options: 'circle', 'square', 'point'.")]
        );
        assert_eq!(
            refusal(json!({"radius": 1})).await,
            [format!(
                "{name}.kind: Required field is missing. You sent: (missing). Valid options: 'circle', 'square', 'point'."
            )]
        );
        let mut square = refusal(json!({"kind": "square", "side": "a", "label": 5})).await;
        square.sort();
        assert_eq!(
            square,
            [
                format!("{name}.label: Wrong type. You sent: 5. Expected: string."),
                format!("{name}.side: Wrong type. You sent: 'a'. Expected: number."),
            ]
        );
    }
    assert_eq!(refused(shapes(), json!({"x": 7})).await, ["x: Invalid value. You sent: 7. Expected: object or null."]);
    assert_eq!(refused(shapes(), json!({"y": 7})).await, ["y: Wrong type. You sent: 7. Expected: object."]);
}
