//! Runs `dbtool` in its own directory.

use crate::command_line::CommandLine;
use crate::programs::program;
use crate::shell::Shell;
use tempfile::TempDir;

/// A directory with a file of items, but without a database.
pub(crate) struct Database {
    pub(crate) directory: TempDir,
}

impl Database {
    pub(crate) fn none() -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("items.csv"), "sku,name,count\nA-1,Bolt,3\n").unwrap();
        Self { directory }
    }

    pub(crate) fn client(&self) -> CommandLine {
        CommandLine::new(Shell::new(program("dbtool"), self.directory.path(), &[]))
    }
}
