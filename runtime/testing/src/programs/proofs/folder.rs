//! The folder of a proof, and what changes in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, io, process};

/// A new folder, which is removed at the end.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("proof-{}-{number}", process::id()));
        fs::create_dir(&path)?;
        // Programs see the folder by its real path.
        Ok(Self(fs::canonicalize(&path).unwrap_or(path)))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The files and folders in it.
    pub(super) fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        look(&self.0, &self.0, &mut seen);
        seen
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed does not affect other proofs.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The files of a folder with their lengths; folders have none.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Seen(BTreeMap<PathBuf, Option<u64>>);

impl Seen {
    /// A file that is missing or shorter in a later listing.
    pub(super) fn lost_in(&self, later: &Self) -> Option<String> {
        self.0.iter().find_map(|(path, length)| match later.0.get(path) {
            None => Some(format!("{} is gone", path.display())),
            Some(now) if now < length => Some(format!("{} is shorter", path.display())),
            Some(_) => None,
        })
    }

    /// A file that is new in a later listing, or has another length there.
    pub(super) fn changed_in(&self, later: &Self) -> Option<String> {
        let changed = |(path, length): (&PathBuf, &Option<u64>)| {
            (self.0.get(path) != Some(length)).then(|| path.display().to_string())
        };
        later.0.iter().find_map(changed)
    }
}

fn look(root: &Path, folder: &Path, seen: &mut Seen) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        seen.0.insert(name, (!metadata.is_dir()).then_some(metadata.len()));
        if metadata.is_dir() {
            look(root, &path, seen);
        }
    }
}
