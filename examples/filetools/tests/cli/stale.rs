//! Tests of files that change between two calls.

use crate::sandbox::Sandbox;
use crate::talk::Talk;
use serde_json::json;
use std::fs::{File, FileTimes};
use std::time::{Duration, SystemTime};

fn stale(path: &str, change: &str) -> String {
    format!(
        "[error:FILE_STALE] {path} has changed since this session last read or wrote it: {change}\n\
         hint: Call `read` with {path:?}, then review your change"
    )
}

fn set_time(sandbox: &Sandbox, name: &str, time: SystemTime) {
    let file = File::options().write(true).open(sandbox.path(name)).unwrap();
    file.set_times(FileTimes::new().set_modified(time)).unwrap();
}

fn time(sandbox: &Sandbox, name: &str) -> SystemTime {
    sandbox.path(name).metadata().unwrap().modified().unwrap()
}

#[test]
fn a_different_modification_time_makes_a_file_stale() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["read", "a.txt"]);
    set_time(&sandbox, "a.txt", time(&sandbox, "a.txt") + Duration::from_micros(1));
    let expected = stale("a.txt", "different modification time");
    sandbox.refuses(&["edit", "a.txt", "--old", "one", "--new", "two"], 6, &expected);
    sandbox.refuses(&["write", "a.txt", "--content", "two"], 6, &expected);
    assert_eq!(sandbox.content("a.txt"), "one");
}

#[test]
fn different_content_of_the_same_time_and_size_makes_a_file_stale() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    let seen = time(&sandbox, "a.txt");
    sandbox.succeeds(&["read", "a.txt"]);
    sandbox.write("a.txt", "two");
    set_time(&sandbox, "a.txt", seen);
    assert_eq!(time(&sandbox, "a.txt"), seen);
    let expected = stale("a.txt", "different content");
    sandbox.refuses(&["write", "a.txt", "--content", "three"], 6, &expected);
    sandbox.refuses(&["edit", "a.txt", "--old", "two", "--new", "2"], 6, &expected);
    assert_eq!(sandbox.content("a.txt"), "two");
}

#[test]
fn reading_a_file_again_makes_it_fresh() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["read", "a.txt"]);
    sandbox.write("a.txt", "two");
    sandbox.fails(&["write", "a.txt", "--content", "three"], 6);
    // Reading part of the file is enough to refresh its fingerprint.
    sandbox.succeeds(&["read", "a.txt", "--limit", "1"]);
    sandbox.succeeds(&["write", "a.txt", "--content", "three"]);
}

#[test]
fn a_file_that_the_session_wrote_is_fresh() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["write", "./new.txt", "--content", "a"]);
    sandbox.succeeds(&["edit", "new.txt", "--old", "a", "--new", "b"]);
    sandbox.succeeds(&["write", "new.txt", "--content", "c"]);
    sandbox.write("new.txt", "d");
    sandbox.refuses(&["write", "new.txt", "--content", "e"], 6, &stale("new.txt", "different content"));
}

#[test]
fn a_deleted_file_is_stale_until_the_session_notices() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["read", "a.txt"]);
    std::fs::remove_file(sandbox.path("a.txt")).unwrap();
    sandbox.refuses(&["write", "a.txt", "--content", "two"], 6, &stale("a.txt", "deleted"));
    sandbox.fails(&["read", "a.txt"], 5);
    sandbox.succeeds(&["write", "a.txt", "--content", "two"]);
}

#[test]
fn a_file_is_the_same_under_all_its_names() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox.write("folder/a.txt", "one");
    std::os::unix::fs::symlink("folder", sandbox.path("link")).unwrap();
    sandbox.succeeds(&["read", "link/a.txt"]);
    sandbox.write("folder/a.txt", "two");
    let absolute = sandbox.path("folder/./a.txt");
    for path in ["folder/a.txt", "./folder/../folder/a.txt", absolute.to_str().unwrap()] {
        sandbox.refuses(&["write", path, "--content", "x"], 6, &stale(path, "different content"));
    }
}

#[test]
fn a_file_that_was_never_read_is_not_stale() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    sandbox.succeeds(&["edit", "a.txt", "--old", "one", "--new", "two"]);
    assert_eq!(sandbox.content("a.txt"), "two");
}

#[test]
fn sessions_see_each_other() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    let (mut anna, mut ben) = (Talk::start(&sandbox, &[]), Talk::start(&sandbox, &[]));
    anna.succeeds("read", json!({"path": "a.txt"}));
    ben.succeeds("read", json!({"path": "a.txt"}));
    anna.succeeds("edit", json!({"path": "a.txt", "old": "one", "new": "two"}));
    let text = ben.fails("edit", json!({"path": "a.txt", "old": "one", "new": "three"}), "FILE_STALE");
    assert_eq!(text, stale("a.txt", "different content"));
    ben.succeeds("read", json!({"path": "a.txt"}));
    ben.succeeds("edit", json!({"path": "a.txt", "old": "two", "new": "three"}));
    assert_eq!(sandbox.content("a.txt"), "three");
}

/// Two sessions increment a number in the same file, and no increment may be lost.
#[test]
fn concurrent_sessions_lose_no_edit() {
    const STEPS: usize = 40;
    let sandbox = Sandbox::new();
    sandbox.write("count.txt", "0");
    let stales: usize = std::thread::scope(|scope| {
        let count = || {
            let mut talk = Talk::start(&sandbox, &["--max-errors", "1000000"]);
            let (mut done, mut stales) = (0, 0);
            while done < STEPS {
                let seen = talk.succeeds("read", json!({"path": "count.txt"}));
                let next = (seen.parse::<usize>().unwrap() + 1).to_string();
                let answer = talk.call("edit", json!({"path": "count.txt", "old": seen, "new": next}));
                match answer["exit"].as_u64() {
                    Some(0) => done += 1,
                    Some(6) => stales += 1,
                    _ => panic!("{answer}"),
                }
            }
            stales
        };
        let threads = [scope.spawn(count), scope.spawn(count)];
        threads.map(|thread| thread.join().unwrap()).into_iter().sum()
    });
    assert_eq!(sandbox.content("count.txt"), (2 * STEPS).to_string(), "{stales} edits were stale");
}
