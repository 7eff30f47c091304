//! Tests of the state that single calls and sessions store, and of its locks.

use crate::sandbox::Sandbox;
use crate::talk::Talk;
use serde_json::json;

#[test]
fn the_state_is_in_a_folder_ignored_by_git() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    sandbox.succeeds(&["read", "a.txt"]);
    assert_eq!(sandbox.content(".filetools/.gitignore"), "*\n");
    let state: serde_json::Value = serde_json::from_str(&sandbox.content(".filetools/calls.json")).unwrap();
    assert_eq!(state["known"]["a.txt"]["size"], 0);
    assert!(!sandbox.path(".filetools/calls.json.journal").exists());
}

#[test]
fn an_explicit_state_path_is_used() {
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
        "[error:TIMEOUT] the session that uses s.json timed out after 5000 ms\n\
         hint: Wait for the other session to end, or pass another file as `--state`",
    );
    talk.kill();
    sandbox.succeeds(&["--state", "s.json", "run", "--", "true"]);
}

#[test]
fn concurrent_single_calls_take_turns() {
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
fn a_damaged_state_is_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", "{\"known\": 3}");
    sandbox.refuses(
        &["--state", "s.json", "run", "--", "true"],
        2,
        "[error:INVALID_ARGS] invalid arguments: cannot load the state from s.json: invalid type: integer `3`, expected a map at line 1 column 11\n\
         hint: Pass another file as `--state`; if this one belongs to filetools, it's damaged and can be removed",
    );
}

#[test]
fn an_unwritable_state_is_reported_before_the_call() {
    let sandbox = Sandbox::new();
    sandbox.refuses(
        &["--state", "no/such/state", "write", "a.txt", "--content", "x"],
        5,
        "[error:FILE_NOT_FOUND] cannot save the state to no/such/state.lock: not found\n\
         hint: Pass a file in an existing directory as `--state`",
    );
    assert!(!sandbox.path("a.txt").exists());
}

#[test]
fn a_missing_root_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    for (root, exit, problem, advice) in [
        ("nowhere", 5, "[error:FILE_NOT_FOUND] cannot open the root nowhere: not found", "an existing"),
        ("a.txt", 2, "[error:INVALID_ARGS] invalid arguments: cannot open the root a.txt: not a directory", "a"),
    ] {
        let text = sandbox.fails(&["--root", root, "read", "a.txt"], exit);
        assert_eq!(text, format!("{problem}\nhint: Pass {advice} directory as `--root`\n"));
    }
}

#[test]
fn a_state_must_be_a_regular_file_of_limited_size() {
    let sandbox = Sandbox::new();
    sandbox.make_pipe("pipe");
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    std::fs::File::create(sandbox.path("huge")).unwrap().set_len(1 << 40).unwrap();
    let advice = "hint: Pass another file as `--state`; this one was not changed";
    for (state, kind) in [
        ("/dev/full", "a device"),
        ("/dev/zero", "a device"),
        ("/dev/null", "a device"),
        ("pipe", "a pipe"),
        ("folder", "a directory"),
    ] {
        let expected = format!("[error:NOT_REGULAR_FILE] {state} is {kind}, not a regular file\n{advice}");
        for call in [&["run", "--", "true"][..], &["clear"], &["session"]] {
            sandbox.refuses(&[&["--state", state], call].concat(), 2, &expected);
        }
    }
    let text = sandbox.fails(&["--state", "huge", "clear"], 2);
    assert_eq!(
        text,
        format!("[error:FILE_TOO_LARGE] huge is too large: 1099511627776 bytes, but the limit is 16777216\n{advice}\n")
    );
    for (suffix, call) in [(".lock", &["clear"][..]), (".journal", &["run", "--", "true"])] {
        sandbox.make_pipe(&format!("s.json{suffix}"));
        let text = sandbox.fails(&[&["--state", "s.json"], call].concat(), 2);
        assert!(
            text.starts_with(&format!("[error:NOT_REGULAR_FILE] s.json{suffix} is a pipe, not a regular file")),
            "{text}"
        );
        std::fs::remove_file(sandbox.path(&format!("s.json{suffix}"))).unwrap();
    }
    assert!(!std::path::Path::new("/dev/null.lock").exists());
}

#[test]
fn an_existing_draft_is_replaced_and_not_followed() {
    let sandbox = Sandbox::new();
    sandbox.write("precious.txt", "kept");
    std::os::unix::fs::symlink("precious.txt", sandbox.path("s.json.draft")).unwrap();
    sandbox.succeeds(&["--state", "s.json", "clear"]);
    assert_eq!(sandbox.content("precious.txt"), "kept");
    assert!(sandbox.content("s.json").starts_with('{'));
}

#[test]
fn lock_files_are_removed() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["--state", "s.json", "read", "a.txt"]);
    sandbox.succeeds(&["read", "a.txt"]);
    let mut talk = Talk::start(&sandbox, &[]);
    talk.succeeds("read", json!({"path": "a.txt"}));
    assert_eq!(talk.end(), Some(0));
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(sandbox.path(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names("."), [".filetools", "a.txt", "s.json"]);
    assert_eq!(names(".filetools"), [".gitignore", "calls.json", "session-1.json"]);
}

#[test]
fn a_foreign_file_is_not_overwritten() {
    let sandbox = Sandbox::new();
    sandbox.write("package.json", r#"{"name": "mine"}"#);
    let text = sandbox.fails(&["--state", "package.json", "clear"], 2);
    assert!(
        text.starts_with("[error:INVALID_ARGS] ") && text.contains("cannot load the state from package.json"),
        "{text}"
    );
    assert_eq!(sandbox.content("package.json"), r#"{"name": "mine"}"#);
}
