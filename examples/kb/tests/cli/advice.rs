//! Follows the advice as an agent would, until the call succeeds.

use agent_error_testing::Tool;
use std::fs;
use std::path::Path;
use std::time::SystemTime;
use tempfile::tempdir;

fn kb(folder: &Path, arguments: &[&str]) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_kb"))
        .args(arguments)
        .current_dir(folder)
}

#[test]
fn the_fix_creates_a_missing_knowledge_base() {
    let folder = tempdir().unwrap();
    kb(folder.path(), &["list", "--db", "eve's.json"])
        .fails("not_found")
        .follow_fix();
}

#[test]
fn a_retry_after_the_wait_succeeds() {
    let folder = tempdir().unwrap();
    let ends = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() + 2;
    fs::write(
        folder.path().join("kb.json"),
        format!(r#"{{"entries": {{}}, "window": [{ends}, 120]}}"#),
    )
    .unwrap();
    kb(
        folder.path(),
        &["put", "lexer", "--type", "note", "--title", "Lexer"],
    )
    .fails("limit_exceeded")
    .retry();
}

#[test]
fn the_list_has_the_right_id() {
    let folder = tempdir().unwrap();
    let db = "--db=eve's.json";
    for arguments in [
        &["init", db][..],
        &["put", "parser", "--type", "note", "--title", "Parser", db],
    ] {
        kb(folder.path(), arguments).run().assert_exit(0);
    }
    let list = kb(folder.path(), &["get", "parsr", db])
        .fails("not_found")
        .follow_action("list", &[]);
    assert!(list.stdout().contains("\"parser\""), "{list}");
}
