//! Tests that help, advice and the warning about the environment variable spell the values of `--output` alike.

use crate::{data, envelope, tree};
use agent_error::Format;
use agent_error_testing::Tool;
use serde_json::json;

#[test]
fn help_and_advice_and_warning_spell_the_formats_alike() {
    let words = Format::WORDS.join(", ");
    assert!(words.starts_with("human, json, nested"), "{words}");
    let help = tree(&["--help"]).stdout();
    assert!(
        help.split_whitespace().collect::<Vec<_>>().join(" ").contains(&format!("[possible values: {words}]")),
        "{help}"
    );
    let refused = tree(&["plain", "--output", "yaml"]);
    assert_eq!(envelope(&refused)["error"]["context"]["valid"], json!(Format::WORDS));
    let warned = Tool::new(env!("CARGO_BIN_EXE_tree")).args(["errors", "exits"]).env("TREE_OUTPUT", "yaml").run();
    let warning = format!("TREE_OUTPUT=yaml is not a format; expected one of {words}");
    assert_eq!(envelope(&warned)["warnings"], json!([warning]));
    let manifest = data(&["errors", "manifest"]);
    assert_eq!(manifest["commands"][""]["output_formats"], json!(Format::WORDS));
}

#[test]
fn a_value_in_the_wrong_case_is_reported_with_the_valid_one() {
    for (flag, value, right) in [("--output", "JSON", "json"), ("--output", "Xml", "xml"), ("--mode", "NEW", "new")] {
        let run = tree(&["db", "sync", "--key", "k", "--fast", "STORE_FULL", flag, value]);
        run.assert_code("INVALID_FLAG_VALUE");
        let error = &envelope(&run)["error"];
        assert_eq!(error["context"]["nearest"], json!([right]));
        assert_eq!(error["suggestion"], "Use the nearest value, or choose another valid one");
    }
}
