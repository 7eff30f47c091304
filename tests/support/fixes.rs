//! Lists the codes whose fix a test has to follow.

use agent_error_testing::Tool;
use serde_json::Value;

/// Returns the codes in a program's catalog that have a fix, sorted.
pub(crate) fn codes_with_fix(program: &str) -> Vec<String> {
    let catalog = Tool::new(program).args(["errors", "catalog"]).run().stdout();
    let catalog: Value = serde_json::from_str(&catalog).unwrap();
    let errors = catalog["errors"].as_array().unwrap().iter();
    let mut codes: Vec<String> = errors
        .filter(|error| error.to_string().contains("\"fix_command\":"))
        .map(|error| error["code"].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes
}
