//! A Rust template for a missing proof.

use agent_error_tooling::Promise;

pub(super) fn of(promise: &Promise) -> String {
    let mut lines = vec![
        format!(".prove({:?}, |world| {{", promise.code),
        "    // Set up what makes the call fail, in `world.folder()`.".to_owned(),
        "    world.fails(world.tool(TOOL).args([\"...\", \"--output\", \"json\"]))?;".to_owned(),
    ];
    let actions: Vec<&str> = promise.actions().collect();
    if promise.fixes() {
        lines.push("    world.fix()?;".to_owned());
    }
    for action in &actions {
        lines.push(format!("    world.call(world.tool(TOOL).args([{action:?}]))?;"));
    }
    if actions.is_empty() && promise.lists_actions() {
        lines.push("    world.call(world.tool(TOOL).args([\"...\"]))?;".to_owned());
    }
    lines.push(match (promise.retries(), actions.is_empty() && !promise.lists_actions()) {
        (true, _) => "    world.retry()".to_owned(),
        (false, true) => "    world.again()".to_owned(),
        (false, false) => "    world.again_with(world.tool(TOOL).args([\"...\"])).map(drop)".to_owned(),
    });
    lines.push("})".to_owned());
    lines.join("\n")
}
