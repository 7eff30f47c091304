//! Tests that plant secrets in arguments, argument names and tool names, in every syntax.

use crate::client::{OneTool, connect, strict, try_call};
use crate::secret_shapes::{SECRET, all};
use serde_json::{Map, Value, json};

#[tokio::test]
async fn rejected_calls_show_no_secret() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "integer"}}, "additionalProperties": false});
    let mut leaks = Vec::new();
    // Each format is tested with some of the syntaxes.
    for (turn, format) in agent_error_formats::ALL.iter().enumerate() {
        let client = connect(strict(OneTool::echo(schema.clone())).format(*format)).await;
        for shape in all()
            .iter()
            .skip(turn)
            .step_by(agent_error_formats::ALL.len())
        {
            let named = Value::Object(Map::from_iter([(shape.clone(), 1.into())]));
            for (place, tool, arguments) in [
                ("a value", "echo", json!({"x": shape})),
                ("a nested value", "echo", json!({"x": [{"a": shape}]})),
                ("a name", "echo", named),
                ("a tool", shape.as_str(), json!({})),
            ] {
                let shown = match try_call(&client, tool, arguments).await {
                    Ok(result) => serde_json::to_string(&result).unwrap(),
                    Err(error) => error.to_string(),
                };
                if shown.contains(SECRET) {
                    leaks.push(format!("{shape:?} as {place} in {format}: {shown}"));
                }
            }
        }
    }
    assert!(
        leaks.is_empty(),
        "{} leaks:\n{}",
        leaks.len(),
        leaks[..leaks.len().min(10)].join("\n")
    );
}
