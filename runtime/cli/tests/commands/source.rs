//! Files, standard input and programs that contain or print catalogs.

use crate::{REPORTS, agent_error, envelope};
use agent_error_testing::{Run, Tool};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

#[track_caller]
fn refuses(source: &[&str], code: &str, exit: i32) -> Run {
    let run = agent_error(&[&["lint"], source].concat());
    run.assert_code(code).assert_exit(exit).assert_schema();
    assert!(run.record().unwrap().suggestion.is_some(), "{run}");
    run
}

#[track_caller]
fn sh_is_refused(script: &str, code: &str, exit: i32) -> Run {
    refuses(&["--timeout", "1", "--", "sh", "-c", script, "sh", "--password", "hunter2-Pa55"], code, exit)
}

#[test]
fn catalogs_are_read_from_files_standard_input_and_programs() {
    let folder = tempfile::tempdir().unwrap();
    let marked = folder.path().join("marked.json");
    let catalog = fs::read_to_string(REPORTS).unwrap();
    fs::write(&marked, format!("\u{feff}{catalog}")).unwrap();
    let expected = agent_error(&["lint", REPORTS]).stdout();
    let findings = |run: &Run| run.stdout().split("\"meta\"").next().unwrap().to_owned();
    let expected = expected.split("\"meta\"").next().unwrap();
    assert_eq!(findings(&agent_error(&["lint", marked.to_str().unwrap()])), expected);
    assert_eq!(findings(&agent_error(&["lint", "--", "cat", REPORTS])), expected);
    // A process that's left behind, and a full pipe, don't delay the catalog.
    let script = format!("sleep 30 & head -c 1000000 /dev/zero >&2; cat '{REPORTS}'");
    let started = Instant::now();
    assert_eq!(findings(&agent_error(&["lint", "--", "sh", "-c", &script])), expected);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let stdin = Tool::new(env!("CARGO_BIN_EXE_agent-error")).args(["lint", "-"]).stdin(catalog).run();
    assert_eq!(findings(&stdin), expected);
    refuses(&["-", "-"], "CONFLICTING_FLAGS", 2);
    refuses(&[], "MISSING_REQUIRED_FLAGS", 2);
}

#[test]
fn a_program_without_arguments_is_asked_for_its_catalog() {
    let run = refuses(&["--", "echo"], "CATALOG_NOT_RECOGNIZED", 65);
    let message = run.record().unwrap().message.clone();
    assert!(message.starts_with("the output of `echo errors catalog` is not a catalog: "), "{message}");
    // Arguments are passed on without a shell, and standard input is empty.
    let run = refuses(&["--", "echo", "$HOME", "--timeout"], "CATALOG_NOT_RECOGNIZED", 65);
    assert!(run.stdout().contains("text that starts with `$HOME --timeout`"), "{run}");
    assert!(refuses(&["--", "cat", "-"], "CATALOG_NOT_RECOGNIZED", 65).stdout().contains("found nothing"));
}

#[test]
fn files_that_are_not_catalogs_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("catalog.json");
    let path = file.to_str().unwrap();
    let lock = include_bytes!("../../errors.lock.json");
    let message = |found: &str| format!("{path} is not a catalog: found {found}");
    for (content, found) in [
        (&b" \n"[..], "nothing"),
        (b"{\"catalog\xff", "invalid UTF-8 at byte 9"),
        (b"{\"ok\": true, \"data\": {}}", "an envelope"),
        (lock, "a lock file"),
    ] {
        fs::write(&file, content).unwrap();
        assert_eq!(refuses(&[path], "CATALOG_NOT_RECOGNIZED", 65).record().unwrap().message, message(found));
    }
    File::create(&file).unwrap().set_len(64 * 1024 * 1024 + 1).unwrap();
    let run = refuses(&[path], "CATALOG_NOT_RECOGNIZED", 65);
    assert_eq!(run.record().unwrap().message, message("more than 67108864 bytes"));
    for path in ["/nonexistent.json", folder.path().to_str().unwrap()] {
        assert_eq!(
            refuses(&[path], "CATALOG_FILE_UNREADABLE", 66).record().unwrap().message,
            format!("cannot read {path}")
        );
    }
}

#[test]
fn programs_that_cannot_be_started_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    fs::write(&script, "#!/nonexistent/interpreter\n").unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    // Even root cannot execute a directory.
    for program in ["no-program-has-this-name", folder.path().to_str().unwrap(), script.to_str().unwrap()] {
        let run = refuses(&["--", program], "PROGRAM_NOT_STARTED", 69);
        assert!(run.record().unwrap().message.starts_with(&format!("cannot start {program}: ")), "{run}");
    }
}

#[test]
fn a_program_that_fails_shows_why() {
    let run = sh_is_refused("echo token=tok_9f8e7d6c5b4a3210 >&2; exit 3", "CATALOG_PROGRAM_FAILED", 69);
    run.assert_no_secret(["hunter2-Pa55", "tok_9f8e7d6c5b4a3210"]);
    let error = envelope(&run)["error"].clone();
    assert_eq!((&error["detail"], &error["context"]["exit_code"]), (&"token=[REDACTED]".into(), &3.into()));
    let coded = r#"echo '{"ok":false,"error":{"code":"UNKNOWN_COMMAND","message":"no"}}'; exit 2"#;
    let run = sh_is_refused(coded, "CATALOG_PROGRAM_FAILED", 69);
    assert_eq!(run.record().unwrap().detail.as_deref(), Some("UNKNOWN_COMMAND: no"));
    let run = sh_is_refused("kill -9 $$", "CATALOG_PROGRAM_FAILED", 69);
    assert!(run.record().unwrap().message.contains("signal: 9"), "{run}");
}

#[test]
fn a_program_that_does_not_end_is_killed_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let alive = folder.path().join("alive");
    let script = format!("(while :; do touch '{}'; sleep 0.1; done) & wait", alive.display());
    let run = sh_is_refused(&script, "CATALOG_PROGRAM_TIMED_OUT", 10);
    run.assert_no_secret(["hunter2-Pa55"]);
    assert_eq!(run.record().unwrap().value("timeout_s").unwrap(), 1);
    fs::remove_file(&alive).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(!alive.exists(), "a child of the program still runs");
    sh_is_refused("exec >&- 2>&-; exec sleep 1000", "CATALOG_PROGRAM_TIMED_OUT", 10);
    refuses(&["--", "yes"], "CATALOG_NOT_RECOGNIZED", 65);
}
