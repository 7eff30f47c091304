//! A Rust template for a missing proof.

use agent_error_tooling::Promise;

pub(super) fn of(promise: &Promise) -> String {
    let mut lines = vec![
        format!(".prove({:?}, |proof| {{", promise.code),
        "    // Set up what makes the call fail, in `proof.folder()`.".to_owned(),
        "    proof.fails(proof.tool(TOOL).args([\"...\", \"--output\", \"json\"]))?;".to_owned(),
    ];
    let actions: Vec<&str> = promise.actions().collect();
    if promise.fixes() {
        lines.push("    proof.fix()?;".to_owned());
    }
    for action in &actions {
        lines.push(format!("    proof.call(proof.tool(TOOL).args([{action:?}]))?;"));
    }
    if actions.is_empty() && promise.lists_actions() {
        lines.push("    proof.call(proof.tool(TOOL).args([\"...\"]))?;".to_owned());
    }
    lines.push(match (promise.retries(), actions.is_empty() && !promise.lists_actions()) {
        (true, _) => "    proof.retry()".to_owned(),
        (false, true) => "    proof.again()".to_owned(),
        (false, false) => "    proof.again_with(proof.tool(TOOL).args([\"...\"])).map(drop)".to_owned(),
    });
    lines.push("})".to_owned());
    lines.join("\n")
}
