//! A package with a lock file, whose test runs as it would under cargo.

use std::process::{Command, Output};
use std::{env, fs};
use tempfile::TempDir;

/// The environment variable that enables the test `locks::the_shop_is_locked`.
pub(crate) const LOCK: &str = "CATALOG_TESTS_LOCK";

pub(crate) struct Package {
    pub(crate) folder: TempDir,
}

impl Package {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn locked(text: &str) -> Self {
        let package = Self::new();
        fs::write(package.path(), text).unwrap();
        package
    }

    pub(crate) fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("errors.lock.json")
    }

    pub(crate) fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    /// Runs the lock test as cargo would run it in this package.
    pub(crate) fn test(&self, wish: Option<&str>) -> Output {
        self.test_of("errors.lock.json", wish)
    }

    pub(crate) fn test_of(&self, path: &str, wish: Option<&str>) -> Output {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["locks::the_shop_is_locked", "--exact"]);
        command.env(LOCK, path).env("CARGO_MANIFEST_DIR", self.folder.path());
        command.env("CARGO_PKG_NAME", "shop").env("CARGO_PKG_VERSION", "1.2.3").env("RUST_BACKTRACE", "0");
        match wish {
            Some(wish) => command.env("AGENT_ERROR_LOCK", wish),
            None => command.env_remove("AGENT_ERROR_LOCK"),
        };
        command.output().unwrap()
    }

    #[track_caller]
    pub(crate) fn passes(&self, wish: Option<&str>) -> String {
        let output = self.test(wish);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "the test was run");
        String::from_utf8(output.stderr).unwrap()
    }

    #[track_caller]
    pub(crate) fn fails(&self, wish: Option<&str>) -> String {
        let output = self.test(wish);
        assert!(!output.status.success());
        // The test runner prints the captured output of a failed test to standard output.
        String::from_utf8(output.stdout).unwrap()
    }
}
