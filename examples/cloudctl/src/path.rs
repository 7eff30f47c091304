//! Paths in output.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A path as people and JSON read it; parts that are not Unicode are replaced.
#[derive(Clone, Debug)]
pub(crate) struct FilePath(PathBuf);

impl From<PathBuf> for FilePath {
    fn from(path: PathBuf) -> Self {
        Self(path)
    }
}

impl Deref for FilePath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl Serialize for FilePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
