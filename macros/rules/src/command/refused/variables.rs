//! The environment variables that programs read as code.

use super::super::words::has;

/// Variables that contain code, commands, options, or the place where programs look for them.
const NAMES: &str = "BASH_ENV CC CLASSPATH CXX EDITOR ENV GIT_DIR GIT_EXTERNAL_DIFF GIT_SSH GIT_TEMPLATE_DIR HOME IFS \
    LESSOPEN LESSCLOSE MAKEFLAGS NODE_PATH PATH PERL5DB PERL5LIB PERL5OPT PS0 PS1 PS2 PS4 RUSTC RUSTDOC SHELLOPTS \
    VISUAL XDG_CONFIG_HOME";

/// The beginnings of groups of such variables.
const GROUPS: &[&str] = &[
    "BASH_FUNC",
    "DYLD_",
    "GIT_CONFIG",
    "LD_",
    "NPM_CONFIG_",
    "PYTHON",
    "RUBY",
    "npm_config_",
];

/// The last words of the names of such variables, as in `GIT_SEQUENCE_EDITOR` or `MANPAGER`.
const ENDS: &[&str] = &[
    "ASKPASS",
    "BROWSER",
    "CMD",
    "COMMAND",
    "EDITOR",
    "EXEC_PATH",
    "FLAGS",
    "LINKER",
    "OPTIONS",
    "OPTS",
    "PAGER",
    "PRELOAD",
    "RUNNER",
    "SHELL",
    "WRAPPER",
];

/// Whether programs run the value of a variable as code, or take code from it.
pub(super) fn is_code(name: &str) -> bool {
    has(NAMES, name)
        || GROUPS.iter().any(|start| name.starts_with(start))
        || ENDS.iter().any(|end| name.ends_with(end))
}

#[test]
fn variables_with_code_are_recognised_by_their_names() {
    for name in [
        "GIT_SEQUENCE_EDITOR",
        "HGEDITOR",
        "SYSTEMD_PAGER",
        "LD_AUDIT",
        "JAVA_TOOL_OPTIONS",
        "MAVEN_OPTS",
        "RUSTFLAGS",
        "GIT_CONFIG_VALUE_0",
        "SUDO_ASKPASS",
        "CARGO_BUILD_RUSTC_WRAPPER",
        "GIT_PROXY_COMMAND",
    ] {
        assert!(is_code(name), "{name}");
    }
    for name in [
        "NODE_ENV",
        "DB_PATH",
        "RUST_LOG",
        "GIT_AUTHOR_NAME",
        "LANG",
        "TOOL_EDITION",
        "PAGES",
    ] {
        assert!(!is_code(name), "{name}");
    }
}
