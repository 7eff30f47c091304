//! Tests of arguments that must match one of several schemas.

use crate::arguments::refused;
use crate::client::{OneTool, call, connect, failure, strict};
use agent_error::AgentError as _;
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
        assert_eq!((error.code(), error.actions.join(" ")), (code, "list destroy create".to_owned()));
        let nearest = (code == "UNKNOWN_ACTION").then(|| json!(["destroy"]));
        assert_eq!(error.value("nearest"), nearest);
    }
    let error = failure(&client, "echo", json!({"action": "destroy", "trace": 1})).await;
    assert_eq!(error.value("action"), Some(json!("echo/destroy")));
    let mut fields: Vec<&str> = error.field_errors().iter().map(|field| field.field()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["id", "trace"]);
    let sent = json!({"action": "create", "name": "a", "trace": true});
    assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
}

#[tokio::test]
async fn branches_with_the_same_tag_are_no_actions() {
    let branch = |kind: &str, required: &[&str]| json!({"required": required, "properties": {"kind": {"const": kind}}});
    let schema = json!({"type": "object", "oneOf": [
        branch("a", &["kind", "x"]),
        branch("a", &["kind", "y", "z"]),
        branch("b", &["kind"]),
    ]});
    assert_eq!(
        refused(schema.clone(), json!({"kind": "c"})).await,
        ["kind: Invalid value. You sent: 'c'. Valid options: 'a', 'b'."]
    );
    assert_eq!(
        refused(schema.clone(), json!({"kind": "a"})).await,
        ["x: Required field is missing. You sent: (missing)."]
    );
    let (client, sent) = (connect(strict(OneTool::echo(schema))).await, json!({"kind": "a", "y": 1, "z": 1}));
    assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
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
