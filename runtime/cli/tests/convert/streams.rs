//! Closed pipes and full disks.

use crate::{convert, error, feed};
use std::fs::File;
use std::io::Read;
use std::process::Stdio;

#[test]
fn a_reader_who_has_left_is_not_a_failure() {
    for arguments in [&["--to", "json"][..], &["--to", "json", "--lines"]] {
        let mut child = convert(arguments).stdin(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = feed(child, "[error:X] m\n");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

#[test]
fn a_reader_who_leaves_ends_the_conversion() {
    let mut child = convert(&["--to", "json", "--lines"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || stdout.read_exact(&mut [0; 100]));
    let output = feed(child, "[error:X] m\n".repeat(1_000_000));
    reader.join().unwrap().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn an_error_for_a_reader_who_has_left_keeps_its_exit_code() {
    let mut child = convert(&["--to", "json"]).stdin(Stdio::piped()).spawn().unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(feed(child, "no error").status.code(), Some(65));
    let mut child = convert(&["--to", "json", "--lines"]).stdin(Stdio::piped()).spawn().unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(feed(child, "no error\n[error:X] m\n").status.code(), Some(65));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_once() {
    for arguments in [&["--to", "json"][..], &["--to", "json", "--lines"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let child = convert(arguments).stdin(Stdio::piped()).stdout(full).spawn().unwrap();
        let output = feed(child, "[error:X] m\n");
        assert_eq!(output.status.code(), Some(74));
        let error = error(&output.stderr);
        assert_eq!(error["code"], "OUTPUT_NOT_WRITTEN");
        assert_eq!(error["cause"], "No space left on device (ENOSPC, os error 28)");
    }
}
