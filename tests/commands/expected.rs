//! Tests of commands that return a code that they don't declare.

use crate::{sync, tree};

const COMPLAINT: &str = "warning: `tree db sync` ended with NET_DOWN, which is not among its errors; \
                         add it to the command's `error_set![]`\n";

#[test]
fn an_error_outside_the_set_is_reported_in_debug_builds_and_changes_nothing_else() {
    let run = sync("NET_DOWN");
    run.assert_code("NET_DOWN").assert_exit(12).assert_schema();
    assert_eq!(run.stderr(), if cfg!(debug_assertions) { COMPLAINT } else { "" });
}

#[test]
fn errors_of_the_command_and_of_those_above_it_are_expected() {
    for (code, exit) in [("STORE_BROKEN", 79), ("STORE_LOCKED", 12)] {
        let run = sync(code);
        run.assert_code(code).assert_exit(exit);
        assert_eq!(run.stderr(), "", "{code}");
    }
}

#[test]
fn codes_of_every_program_are_expected() {
    let run = sync("INTERNAL");
    run.assert_code("INTERNAL").assert_exit(70);
    assert!(!run.stderr().contains("not among its errors"), "{run}");
    let run = tree(&["db", "sync"]);
    run.assert_code("MISSING_REQUIRED_FLAGS").assert_exit(2);
    assert_eq!(run.stderr(), "");
}

#[test]
fn a_command_without_declarations_may_return_any_code() {
    let run = tree(&["plain"]);
    run.assert_code("NET_DOWN").assert_exit(12);
    assert_eq!(run.stderr(), "");
}

#[test]
fn a_subcommand_that_replaces_its_parent_inherits_no_errors() {
    let run = tree(&["measure", "oak"]);
    run.assert_code("NET_DOWN");
    assert_eq!(run.stderr(), "");
    let run = tree(&["measure", "list"]);
    run.assert_code("NET_DOWN");
    let complaint = COMPLAINT.replace("tree db sync", "tree measure list");
    assert_eq!(run.stderr(), if cfg!(debug_assertions) { complaint.as_str() } else { "" });
}

#[test]
fn an_alias_is_the_same_command() {
    for name in ["copy", "hidden-alias"] {
        let run = tree(&["db", name, "--key", "k", "--fast", "NET_DOWN"]);
        assert_eq!(run.stderr(), if cfg!(debug_assertions) { COMPLAINT } else { "" });
    }
}
