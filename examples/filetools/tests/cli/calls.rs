//! The state that single calls and sessions leave behind, and who may use it.

use crate::sandbox::Sandbox;
use crate::talk::Talk;
use serde_json::json;

#[test]
fn the_state_hides_in_a_folder_that_git_ignores() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    sandbox.succeeds(&["read", "a.txt"]);
    assert_eq!(sandbox.content(".filetools/.gitignore"), "*\n");
    let state: serde_json::Value = serde_json::from_str(&sandbox.content(".filetools/calls.json")).unwrap();
    assert_eq!(state["known"]["a.txt"]["size"], 0);
    assert!(!sandbox.path(".filetools/calls.json.journal").exists());
}

#[test]
fn a_state_of_ones_own_is_where_it_was_named() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["--state", "../mine", "read", "a.txt"]);
    assert!(sandbox.path("../mine").is_file() && !sandbox.path(".filetools").exists());
    sandbox.write("a.txt", "two");
    sandbox.succeeds(&["write", "a.txt", "--content", "three"]);
    sandbox.fails(&["--state", "../mine", "write", "a.txt", "--content", "x"], 6);
}

#[test]
fn a_state_is_used_by_one_process_at_a_time() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::start(&sandbox, &["--state", "s.json"]);
    talk.succeeds("clear", json!({}));
    sandbox.refuses(
        &["--state", "s.json", "run", "--", "true"],
        10,
        "[error:TIMEOUT] the session that uses s.json did not end within 5000 ms\n\
         hint: Wait for the other session to end, or name another state with `--state`",
    );
    talk.kill();
    sandbox.succeeds(&["--state", "s.json", "run", "--", "true"]);
}

#[test]
fn single_calls_at_once_take_turns() {
    let sandbox = Sandbox::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let sandbox = &sandbox;
            scope.spawn(move || sandbox.succeeds(&["write", &format!("{number}.txt"), "--content", "x"]));
        }
    });
    let state: serde_json::Value = serde_json::from_str(&sandbox.content(".filetools/calls.json")).unwrap();
    assert_eq!(state["known"].as_object().unwrap().len(), 8);
}

#[test]
fn a_damaged_state_is_not_taken_for_an_empty_one() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", "{\"known\": 3}");
    sandbox.refuses(
        &["--state", "s.json", "run", "--", "true"],
        2,
        "[error:INVALID_ARGS] invalid arguments: cannot load the state s.json: invalid type: integer `3`, expected a map at line 1 column 11\n\
         hint: Remove that file, which is damaged, or name another one with `--state`",
    );
}

#[test]
fn a_state_that_cannot_be_kept_is_told_before_anything_is_done() {
    let sandbox = Sandbox::new();
    sandbox.refuses(
        &["--state", "no/such/state", "write", "a.txt", "--content", "x"],
        5,
        "[error:FILE_NOT_FOUND] cannot keep the state no/such/state.lock: there is no such file\n\
         hint: Name a file in a directory that exists with `--state`",
    );
    assert!(!sandbox.path("a.txt").exists());
}

#[test]
fn a_root_that_does_not_exist_is_told() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    for root in ["nowhere", "a.txt"] {
        let text = sandbox.fails(&["--root", root, "read", "a.txt"], 5);
        assert_eq!(
            text,
            format!(
                "[error:FILE_NOT_FOUND] cannot open the root {root}: there is no such file\n\
                 hint: Name a directory that exists with `--root`\n"
            )
        );
    }
}
