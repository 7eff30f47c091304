//! Paths in output.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::fmt;
use std::path::{Path, PathBuf};

/// A path as people and JSON read it; parts that are not Unicode are replaced.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "String")]
pub(crate) struct FilePath(PathBuf);

impl From<&Path> for FilePath {
    fn from(path: &Path) -> Self {
        Self(path.to_owned())
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

/// By hand, since serde rejects a `PathBuf` that is not Unicode, after the work is done.
impl Serialize for FilePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
