//! Follows the advice as an agent would, until the call succeeds.

use crate::statements::{folder, kb};

#[test]
fn the_fix_creates_a_missing_knowledge_base() {
    let folder = folder();
    kb(folder.path(), &["list", "--db", "eve's.json"]).fails("not_found").follow_fix();
}

#[test]
fn a_retry_after_the_wait_succeeds() {
    let folder = folder();
    kb(folder.path(), &["add", "lexer", "--title", "Lexer", "--db", "small.json"]).fails("limit_exceeded").retry();
}

#[test]
fn the_list_has_the_right_id() {
    let folder = folder();
    let list = kb(folder.path(), &["get", "parsr"]).fails("not_found").follow_action("list", &[]);
    assert!(list.stdout().contains("\"parser\""), "{list}");
}
