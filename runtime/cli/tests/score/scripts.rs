//! Programs to score, as shell scripts.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use tempfile::TempDir;

/// A directory with one executable script.
pub(crate) struct Script {
    directory: TempDir,
}

impl Script {
    pub(crate) fn new(body: &str) -> Self {
        let script = Self { directory: tempfile::tempdir().unwrap() };
        fs::write(script.path(), format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(script.path(), Permissions::from_mode(0o755)).unwrap();
        script
    }

    pub(crate) fn path(&self) -> String {
        self.directory.path().join("tool").display().to_string()
    }

    /// The file that a script has left in its directory.
    pub(crate) fn left(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.directory.path().join(name)).ok()
    }
}

/// A program without mistakes, as dbtool: `errors list`, coded errors, `ok` for successes.
pub(crate) fn good() -> Script {
    Script::new(
        r#"fail() {
  printf '{"ok":false,"data":null,"error":{"code":"%s","message":"%s","suggestion":"See `tool --help`",' "$1" "$2"
  printf '"docs_url":"https://tool.example.com/%s","context":{"argument":"%s"}},"warnings":[]}\n' "$1" "$3"
  exit 2
}
case "$1" in
  errors) echo "$*" > "$(dirname "$0")/asked"
    echo '{"ok":true,"data":{"errors":[{"code":"UNKNOWN_COMMAND"},{"code":"UNKNOWN_FLAG"}]},"error":null}' ;;
  status) echo '{"ok":true,"data":{"items":3},"error":null}' ;;
  -*) fail UNKNOWN_FLAG "unexpected flag" "$1" ;;
  prose) echo "something went wrong" >&2; exit 1 ;;
  *) fail UNKNOWN_COMMAND "unknown command" "$1" ;;
esac"#,
    )
}
