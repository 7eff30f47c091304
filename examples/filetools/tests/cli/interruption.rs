//! Follows the advice after an interruption, as an agent would. `errfmt.md` interrupts a real command.

use agent_error_testing::Tool;
use std::fs;

#[test]
fn an_interrupted_write_is_reported_once_with_a_check_that_shows_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let tool = |arguments: &[&str]| {
        Tool::new(env!("CARGO_BIN_EXE_filetools")).args(["--output", "json"]).args(arguments).current_dir(folder.path())
    };
    tool(&["write", "a.txt", "--content", "old"]).run().assert_exit(0);
    // Writes take too little time to interrupt, so change the state to that of an interrupted one.
    let state = folder.path().join(".filetools.json");
    let json = fs::read_to_string(&state).unwrap();
    fs::write(&state, json.replace("\"running\":null", "\"running\":[\"write\",\"a.txt\"]")).unwrap();

    let failed = tool(&["write", "b.txt", "--content", "new"]).fails("TOOL_INTERRUPTED");
    failed.assert_exit(3);
    assert!(!folder.path().join("b.txt").exists(), "the current call was not made");
    let error: serde_json::Value = serde_json::from_str(&failed.stdout()).unwrap();
    assert_eq!(error["error"]["check_command"], "filetools read -- a.txt");
    assert_eq!(error["error"]["side_effects"], "unknown");
    assert_eq!(error["error"]["retryable"], serde_json::Value::Null, "not retryable, which is the default");
    assert!(tool(&["read", "--", "a.txt"]).run().stdout().contains("old"));
    tool(&["write", "b.txt", "--content", "new"]).run().assert_exit(0);
}

#[test]
fn a_stale_file_can_be_written_after_it_was_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let tool =
        |arguments: &[&str]| Tool::new(env!("CARGO_BIN_EXE_filetools")).args(arguments).current_dir(folder.path());
    tool(&["write", "a.txt", "--content", "old"]).run().assert_exit(0);
    fs::write(folder.path().join("a.txt"), "changed").unwrap();
    let write = tool(&["--output", "json", "write", "a.txt", "--content", "new"]);
    write.fails("FILE_STALE").follow_action("read", &["a.txt"]);
    write.run().assert_exit(0);
}
