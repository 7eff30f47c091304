//! Tests that no path can leave the root.

use crate::sandbox::Sandbox;
use std::os::unix::fs::symlink;

fn leads_out(action: &str, path: &str) -> String {
    format!(
        "[error:PERMISSION_DENIED] cannot {action} {path}: the path is outside the root\n\
         hint: Use a path inside the root; tools can't access other paths"
    )
}

#[test]
fn dots_links_and_absolute_paths_cannot_leave_the_root() {
    let sandbox = Sandbox::new();
    sandbox.write("../secret", "secret");
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    symlink("../secret", sandbox.path("to-secret")).unwrap();
    symlink("..", sandbox.path("up")).unwrap();
    symlink("/etc", sandbox.path("etc")).unwrap();
    let absolute = sandbox.root().parent().unwrap().join("secret");
    for path in [
        "../secret",
        "folder/../../secret",
        "to-secret",
        "up/secret",
        "etc/passwd",
        "/etc/passwd",
        absolute.to_str().unwrap(),
    ] {
        let with_tool = |arguments: &[&str]| [&["--max-errors", "99"], arguments].concat().join("\n");
        for (arguments, action) in [
            (with_tool(&["read", path]), "read"),
            (with_tool(&["write", path, "--content", "x"]), "write"),
            (with_tool(&["edit", path, "--old", "secret", "--new", "x"]), "write"),
        ] {
            let arguments: Vec<&str> = arguments.split('\n').collect();
            sandbox.refuses(&arguments, 7, &leads_out(action, path));
        }
    }
    assert_eq!(sandbox.content("../secret"), "secret");
}

#[test]
fn no_file_is_created_outside_the_root() {
    let sandbox = Sandbox::new();
    symlink("..", sandbox.path("up")).unwrap();
    for path in ["../new", "up/new", "../new/folder/file", "/new"] {
        sandbox.refuses(&["write", path, "--content", "x"], 7, &leads_out("write", path));
    }
    assert!(!sandbox.path("../new").exists());
}

#[test]
fn files_inside_the_root_are_reached_by_any_path() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    sandbox.write("folder/a.txt", "inside");
    symlink("folder/a.txt", sandbox.path("link")).unwrap();
    symlink(sandbox.root(), sandbox.path("../alias")).unwrap();
    let absolute = sandbox.path("folder/a.txt");
    for path in ["folder/../folder/a.txt", "link", absolute.to_str().unwrap()] {
        assert_eq!(sandbox.succeeds(&["read", path]).0["content"], "inside");
    }
    let alias = sandbox.path("../alias");
    let through_alias = alias.join("link");
    let arguments = ["--root", alias.to_str().unwrap(), "read", through_alias.to_str().unwrap()];
    assert_eq!(sandbox.succeeds(&arguments).0["content"], "inside");
}
