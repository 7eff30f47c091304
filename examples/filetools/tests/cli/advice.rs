//! Follows the actions of errors as an agent would, until the call succeeds.

use agent_error_testing::Tool;
use std::fs;
use std::path::Path;

fn filetools(folder: &Path, arguments: &[&str]) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_filetools")).args(["--output", "json"]).args(arguments).current_dir(folder)
}

#[test]
fn a_stale_file_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    fs::write(&file, "one").unwrap();
    filetools(folder.path(), &["read", "a.txt"]).run().assert_exit(0);
    fs::write(&file, "two").unwrap();
    let write = filetools(folder.path(), &["write", "a.txt", "--content", "three"]);
    let seen = write.fails("FILE_STALE").follow_action("read", &["a.txt"]);
    assert!(seen.stdout().contains("two"), "{seen}");
    write.run().assert_exit(0);
}

#[test]
fn a_disabled_tool_is_enabled_again() {
    let folder = tempfile::tempdir().unwrap();
    let read = filetools(folder.path(), &["read", "a.txt"]);
    for _ in 0..5 {
        read.run().assert_exit(5);
    }
    read.fails("TOOL_DISABLED").follow_action("clear", &[]);
    // Correct the cause of the last error, `FILE_NOT_FOUND`.
    fs::write(folder.path().join("a.txt"), "one").unwrap();
    read.run().assert_exit(0);
}
