//! Temporary directories for proofs, and the detection of changed files.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::Hasher;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, fs, io, process};

/// A new temporary directory. Removed on drop.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("proof-{}-{number}", process::id()));
        fs::create_dir(&path)?;
        // Programs print the canonical path, for example if the temporary directory is a symbolic link.
        Ok(Self(fs::canonicalize(&path).unwrap_or(path)))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Takes a snapshot of all files and directories in this directory.
    pub(super) fn seen(&self) -> Seen {
        let mut seen = Seen { root: self.0.clone(), files: BTreeMap::new() };
        look(&self.0, &mut |path, metadata| seen.add(path, metadata));
        seen
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Ignore errors: a leftover directory doesn't affect other proofs.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The length and the hash of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Content {
    length: u64,
    hash: u64,
}

impl Content {
    /// Hashes the first `length` bytes of a file.
    fn of(path: &Path, length: u64) -> Self {
        let mut hasher = std::hash::DefaultHasher::new();
        let mut buffer = vec![0; 64 * 1024];
        // Treat an unreadable file as empty.
        if let Ok(file) = File::open(path) {
            let mut file = file.take(length);
            while let Ok(count @ 1..) = file.read(&mut buffer) {
                hasher.write(&buffer[..count]);
            }
        }
        Self { length, hash: hasher.finish() }
    }
}

/// A snapshot of a directory. Directories and symbolic links are listed without content.
#[derive(Debug)]
pub(super) struct Seen {
    root: PathBuf,
    files: BTreeMap<PathBuf, Option<Content>>,
}

impl Seen {
    fn add(&mut self, path: &Path, metadata: &fs::Metadata) {
        let name = path.strip_prefix(&self.root).unwrap_or(path).to_owned();
        let content = metadata.is_file().then(|| Content::of(path, metadata.len()));
        self.files.insert(name, content);
    }

    /// Returns a description of the first file that was lost before the `later` snapshot.
    ///
    /// A file is lost if it's missing. Unless the fix may replace content, a file is also lost if it no longer starts
    /// with its old content.
    pub(super) fn lost_in(&self, later: &Self, may_replace: bool) -> Option<String> {
        self.files.iter().find_map(|(path, content)| match (content, later.files.get(path)) {
            (_, None) => Some(format!("{} is gone", path.display())),
            (Some(_), Some(None)) => Some(format!("{} is no longer a file", path.display())),
            (Some(_), Some(Some(_))) if may_replace => None,
            (Some(before), Some(Some(after))) if after.length < before.length => {
                Some(format!("{} is shorter", path.display()))
            }
            (Some(before), Some(Some(_))) => {
                (!later.starts_with(path, *before)).then(|| format!("the content of {} was replaced", path.display()))
            }
            (None, Some(_)) => None,
        })
    }

    /// Returns the first file that is new or changed in the `later` snapshot.
    ///
    /// If the fix may replace content, only new files and files with appended content count as changed.
    pub(super) fn changed_in(&self, later: &Self, may_replace: bool) -> Option<String> {
        let is_changed = |path: &PathBuf, content: &Option<Content>| match (self.files.get(path), content) {
            (Some(Some(before)), Some(after)) if may_replace => {
                after.length > before.length && later.starts_with(path, *before)
            }
            (before, after) => before != Some(after),
        };
        let changed = later.files.iter().find(|(path, content)| is_changed(path, content));
        changed.map(|(path, _)| path.display().to_string())
    }

    /// Returns the first path that is new, changed or missing in the `later` snapshot.
    pub(super) fn difference(&self, later: &Self) -> Option<String> {
        let paths = later.files.keys().chain(self.files.keys());
        let changed = paths.into_iter().find(|path| self.files.get(*path) != later.files.get(*path));
        changed.map(|path| path.display().to_string())
    }

    /// Whether the file still starts with the given content.
    fn starts_with(&self, path: &Path, content: Content) -> bool {
        Content::of(&self.root.join(path), content.length) == content
    }

    /// Takes a snapshot of the home, temporary and package directories, for systems that can't isolate a fix.
    ///
    /// Skips files that were modified in the last hour, because other processes may be using them.
    pub(super) fn outside() -> Self {
        let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from);
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let roots = home.into_iter().chain(package).chain([env::temp_dir()]);
        let mut seen = Self { root: PathBuf::from("/"), files: BTreeMap::new() };
        let rested = SystemTime::now().checked_sub(Duration::from_secs(3600));
        for root in roots {
            look(&root, &mut |path, metadata| {
                let is_at_rest = metadata.modified().ok() < rested;
                if metadata.is_file() && is_at_rest && seen.files.len() < MAX_FILES {
                    seen.files.insert(path.to_owned(), Some(Content::of(path, metadata.len().min(MAX_BYTES))));
                }
            });
        }
        seen
    }

    /// Returns the first file in a snapshot from [`outside`](Self::outside) that was removed or changed.
    pub(super) fn changed_since(&self) -> Option<String> {
        self.files.iter().find_map(|(path, before)| {
            let now = fs::metadata(path).ok().map(|metadata| Content::of(path, metadata.len().min(MAX_BYTES)));
            match (now, before) {
                (None, _) => Some(format!("{} is gone", path.display())),
                (Some(now), Some(before)) if now != *before => Some(format!("{} has changed", path.display())),
                _ => None,
            }
        })
    }
}

/// The limits of a snapshot outside of the proof's directory: the number of files, and the bytes to hash per file.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: u64 = 1 << 20;

/// Directories to skip, because build tools and caches change them at any time.
const SKIPPED: [&str; 6] = [".cargo", ".rustup", ".git", "node_modules", "target", ".cache"];

fn look(folder: &Path, found: &mut dyn FnMut(&Path, &fs::Metadata)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        found(&path, &metadata);
        if metadata.is_dir() && !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped) {
            look(&path, found);
        }
    }
}
