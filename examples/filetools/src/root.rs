//! The root directory and its files.
//!
//! Paths are resolved by cap-std. Neither `..` nor a symbolic link can leave the root, even if another process moves
//! files at the same time.

use crate::error::{Action, FailedAccess, FileKind, ToolError};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, FileType, FileTypeExt as _, Metadata, OpenOptions, OpenOptionsExt as _};
use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// The root directory, which paths can't leave.
#[derive(Debug)]
pub(crate) struct Root {
    /// The canonical path.
    path: PathBuf,
    /// The absolute path as passed, which callers may also use.
    alias: PathBuf,
    dir: Dir,
}

/// A resolved path.
#[derive(Debug)]
pub(crate) struct Target {
    /// The path, as passed.
    pub(crate) path: String,
    /// The path relative to the root, with symbolic links resolved.
    pub(crate) place: PathBuf,
}

impl Target {
    /// Returns the key of the file in the session's state.
    pub(crate) fn key(&self) -> String {
        self.place.to_string_lossy().into_owned()
    }

    pub(crate) fn refused(&self, action: Action, source: io::Error) -> ToolError {
        FailedAccess { action, path: self.path.clone(), source }.into()
    }

    fn not_regular(&self, kind: FileKind) -> ToolError {
        ToolError::not_regular_file(&self.path, kind)
    }
}

/// A lock that prevents other sessions from changing files in the root.
pub(crate) struct WriteLock(#[allow(dead_code, reason = "holds the lock")] std::fs::File);

impl Root {
    pub(crate) fn open(path: &Path) -> Result<Self, ToolError> {
        let refused =
            |source| FailedAccess { action: Action::OpenRoot, path: path.to_string_lossy().into_owned(), source };
        let canonical = path.canonicalize().map_err(refused)?;
        let dir = Dir::open_ambient_dir(&canonical, ambient_authority()).map_err(refused)?;
        Ok(Self { alias: std::path::absolute(path).map_err(refused)?, path: canonical, dir })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Resolves a path. The file doesn't need to exist.
    pub(crate) fn locate(&self, action: Action, path: &str) -> Result<Target, ToolError> {
        let given = Path::new(path);
        let relative = match given.strip_prefix(&self.alias).or_else(|_| given.strip_prefix(&self.path)) {
            Ok(inside) if inside.as_os_str().is_empty() => Path::new("."),
            Ok(inside) => inside,
            Err(_) => given,
        };
        let target = Target { path: path.to_owned(), place: relative.to_owned() };
        match self.place(relative, path.ends_with('/')) {
            Ok(place) => Ok(Target { place, ..target }),
            Err(error) if Errno::from_io_error(&error) == Some(Errno::LOOP) => {
                Err(target.not_regular(FileKind::LinkLoop))
            }
            Err(source) => Err(target.refused(action, source)),
        }
    }

    /// Resolves symbolic links. Resolves the parent directory first, and the file only if it's a link. Otherwise, a
    /// file that is being replaced could appear to be missing.
    fn place(&self, path: &Path, is_directory: bool) -> io::Result<PathBuf> {
        let (Some(parent), Some(name), false) = (path.parent(), path.file_name(), is_directory) else {
            return self.dir.canonicalize(path);
        };
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        let place = match self.dir.canonicalize(parent) {
            Ok(parent) => without_dots(&parent).join(name),
            Err(error) if error.kind() == ErrorKind::NotFound => return self.vacant(path).ok_or(error),
            Err(error) => return Err(error),
        };
        let followed = match self.dir.symlink_metadata(&place) {
            Ok(metadata) if metadata.is_symlink() => self.dir.canonicalize(&place),
            Ok(_) => return Ok(place),
            Err(error) => Err(error),
        };
        match followed {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(place),
            followed => followed,
        }
    }

    /// Resolves a path whose parent directory doesn't exist, by resolving its longest existing prefix. Returns `None`
    /// if `..` follows a missing directory.
    fn vacant(&self, path: &Path) -> Option<PathBuf> {
        let mut missing = Vec::new();
        for way in path.ancestors() {
            let way = if way.as_os_str().is_empty() { Path::new(".") } else { way };
            if let Ok(place) = self.dir.canonicalize(way) {
                return Some(missing.into_iter().rev().fold(without_dots(&place), |place, name| place.join(name)));
            }
            missing.push(way.file_name()?);
        }
        None
    }

    /// Opens a regular file. Doesn't block on pipes or open devices.
    pub(crate) fn open_file(&self, action: Action, target: &Target, writable: bool) -> Result<File, ToolError> {
        let refused = |source| target.refused(action, source);
        regular(target, &self.dir.metadata(&target.place).map_err(refused)?)?;
        let mut options = OpenOptions::new();
        options.read(true).write(writable).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        let file = self.dir.open_with(&target.place, &options).map_err(refused)?;
        regular(target, &file.metadata().map_err(refused)?)?;
        Ok(file)
    }

    /// Whether the target doesn't exist. Returns an error for a dangling link.
    pub(crate) fn is_vacant(&self, target: &Target) -> Result<bool, ToolError> {
        match self.dir.symlink_metadata(&target.place) {
            Ok(metadata) if metadata.is_symlink() => Err(target.not_regular(FileKind::DanglingLink)),
            Ok(_) => Ok(false),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            Err(source) => Err(target.refused(Action::Write, source)),
        }
    }

    /// Waits until no other session is changing files in the root.
    pub(crate) fn lock(&self) -> Result<WriteLock, ToolError> {
        let lock = || {
            let directory = std::fs::File::open(&self.path)?;
            rustix::fs::flock(&directory, FlockOperation::LockExclusive)?;
            Ok(WriteLock(directory))
        };
        lock().map_err(|source| {
            FailedAccess { action: Action::Lock, path: self.path.to_string_lossy().into_owned(), source }.into()
        })
    }

    /// Replaces the target atomically and opens the new file. The caller must hold the lock.
    ///
    /// If the process is killed, a temporary file remains, which the next call replaces.
    pub(crate) fn replace(&self, _: &WriteLock, target: &Target, content: &[u8]) -> Result<File, ToolError> {
        let parent = target.place.parent().unwrap_or(Path::new(""));
        if !parent.as_os_str().is_empty() {
            self.dir.create_dir_all(parent).map_err(|source| target.refused(Action::CreateDirectory, source))?;
        }
        let name = target.place.file_name().unwrap_or_default().to_string_lossy();
        // Shorten the name, so that the temporary name is never too long.
        let short: String = name.chars().take(32).collect();
        let draft = parent.join(format!(".{short}.filetools-draft"));
        self.fill(&draft, target, content).map_err(|source| {
            let _ = self.dir.remove_file(&draft);
            target.refused(Action::Write, source)
        })
    }

    fn fill(&self, draft: &Path, target: &Target, content: &[u8]) -> io::Result<File> {
        match self.dir.remove_file(draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = self.dir.open_with(draft, OpenOptions::new().read(true).write(true).create_new(true))?;
        io::Write::write_all(&mut file, content)?;
        if let Ok(replaced) = self.dir.metadata(&target.place) {
            file.set_permissions(replaced.permissions())?;
        }
        self.dir.rename(draft, &self.dir, &target.place)?;
        Ok(file)
    }
}

/// Removes `.` components. The result for the root itself is the empty path.
fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

fn regular(target: &Target, metadata: &Metadata) -> Result<(), ToolError> {
    match kind(metadata.file_type()) {
        Some(kind) => Err(target.not_regular(kind)),
        None => Ok(()),
    }
}

fn kind(kind: FileType) -> Option<FileKind> {
    Some(match kind {
        kind if kind.is_file() => return None,
        kind if kind.is_dir() => FileKind::Directory,
        kind if kind.is_fifo() => FileKind::Pipe,
        kind if kind.is_socket() => FileKind::Socket,
        _ => FileKind::Device,
    })
}
