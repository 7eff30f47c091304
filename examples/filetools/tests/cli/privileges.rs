//! Tests of file permissions. They don't apply to root, so root runs a copy of filetools as an unprivileged user.

use crate::sandbox::{Sandbox, failed};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output};

/// Creates a world-writable root whose parent directories are accessible to every user.
fn open_to_all() -> Sandbox {
    let sandbox = Sandbox::new();
    protect(&sandbox, "..", 0o755);
    protect(&sandbox, ".", 0o777);
    sandbox
}

fn protect(sandbox: &Sandbox, name: &str, mode: u32) {
    fs::set_permissions(sandbox.path(name), Permissions::from_mode(mode)).unwrap();
}

fn unprivileged(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    const UNPRIVILEGED: u32 = 65_534;
    if fs::metadata(sandbox.root()).unwrap().uid() != 0 {
        return sandbox.run(arguments);
    }
    // Copy the file in another process. Otherwise, a test that forks at the same time would inherit a write handle to
    // the copy, and the kernel would refuse to run it (`ETXTBSY`).
    let copy = sandbox.path("../filetools");
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_filetools")).arg(&copy).status();
    assert!(copied.unwrap().success());
    let mut command = Command::new(copy);
    command.args(arguments).current_dir(sandbox.root()).env_clear().uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    command.output().unwrap()
}

#[test]
fn a_file_without_permissions_is_unchanged() {
    let sandbox = open_to_all();
    sandbox.write("closed", "kept");
    protect(&sandbox, "closed", 0o000);
    sandbox.write("readable", "kept");
    protect(&sandbox, "readable", 0o444);
    let asks = "hint: Ask the file's owner for permission; no tool can grant it\n";
    for (arguments, action, path) in [
        (&["read", "closed"][..], "read", "closed"),
        (&["write", "closed", "--content", "x"], "write", "closed"),
        (&["write", "readable", "--content", "x"], "write", "readable"),
        (&["edit", "readable", "--old", "kept", "--new", "x"], "write", "readable"),
    ] {
        let text = failed(&unprivileged(&sandbox, arguments), 7);
        assert_eq!(text, format!("[error:PERMISSION_DENIED] cannot {action} {path}: permission denied\n{asks}"));
    }
    protect(&sandbox, "closed", 0o600);
    assert_eq!((sandbox.content("closed"), sandbox.content("readable")), ("kept".into(), "kept".into()));
}

#[test]
fn a_read_only_directory_cannot_store_the_state() {
    let sandbox = open_to_all();
    protect(&sandbox, ".", 0o555);
    let text = failed(&unprivileged(&sandbox, &["read", "a.txt"]), 7);
    let root = sandbox.root().canonicalize().unwrap();
    assert_eq!(
        text,
        format!(
            "[error:PERMISSION_DENIED] cannot save the state to {}/.filetools: permission denied\n\
             hint: Pass a writable file as `--state`\n",
            root.display()
        )
    );
}

/// Not even root can create files in `/sys`.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_write_access_is_reported_to_root() {
    let sandbox = Sandbox::new();
    let text = sandbox.fails(&["--root", "/sys", "--state", "state", "write", "new", "--content", "x"], 7);
    assert!(text.starts_with("[error:PERMISSION_DENIED] cannot write new: "), "{text}");
}
