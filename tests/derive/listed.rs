//! Tests of fields in `actions` and `values_from`.

use agent_error::{AgentError, Catalog};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("failed")]
enum BerthError {
    #[code(
        "LISTED_NO_BERTH",
        actions(
            "berth show {berth} --file={config}",
            "berth.list",
            "berth_list",
            "GET /berths/{id}",
            "jq {{}} {berth}"
        )
    )]
    NoBerth {
        #[context(rename = "config", values_from = "berth configs --near={berth}")]
        file: String,
        #[context(values_from = "berth list --file={config} --owner={owner}")]
        berth: String,
        owner: Option<String>,
    },
    #[code("LISTED_PLAIN", actions("jq {{}}", "GET /berths/{{id}}"))]
    Plain {
        #[context(values_from = "jq {{}} list")]
        name: String,
    },
}

fn no_berth(file: &str, berth: &str, owner: Option<&str>) -> BerthError {
    BerthError::NoBerth {
        file: file.to_owned(),
        berth: berth.to_owned(),
        owner: owner.map(str::to_owned),
    }
}

fn values_from(error: &dyn AgentError) -> Value {
    crate::context(error)["values_from"].clone()
}

#[cfg(unix)]
#[test]
fn values_in_commands_are_quoted() {
    let error = no_berth("a b.toml", "it's", Some("eve; rm"));
    let record = error.record();
    let expected = [
        r#"berth show "it's" --file='a b.toml'"#,
        "berth.list",
        "berth_list",
        "GET /berths/{id}",
        r#"jq {} "it's""#,
    ];
    assert_eq!(record.actions(), expected);
    let expected = json!({
        "berth": "berth list --file='a b.toml' --owner='eve; rm'",
        "config": r#"berth configs --near="it's""#,
    });
    assert_eq!(values_from(&error), expected);
}

#[test]
fn a_command_without_one_of_its_values_is_omitted() {
    // The berth could be a flag, and there's no owner.
    let error = no_berth("a.toml", "-b", None);
    let record = error.record();
    assert_eq!(
        record.actions(),
        ["berth.list", "berth_list", "GET /berths/{id}"]
    );
    assert_eq!(
        values_from(&error),
        json!({"config": "berth configs --near=-b"})
    );
    let error = no_berth("a.toml", "\n", None);
    assert_eq!(values_from(&error), Value::Null);
}

#[test]
fn the_catalog_has_the_templates() {
    let document = Catalog::of::<BerthError>().document();
    let document: Value = serde_json::from_str(&document).unwrap();
    let code = &document["errors"][0];
    assert_eq!(code["actions"][0], "berth show {berth} --file={config}");
    assert_eq!(
        code["context"][1]["values_from"],
        "berth list --file={config} --owner={owner}"
    );
}

#[test]
fn braces_are_escaped_except_in_requests() {
    let error = BerthError::Plain {
        name: "x".to_owned(),
    };
    assert_eq!(error.record().actions(), ["jq {}", "GET /berths/{{id}}"]);
    assert_eq!(values_from(&error), json!({"name": "jq {} list"}));
}
