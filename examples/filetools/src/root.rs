//! The directory of the tools, and the files in it.
//!
//! cap-std resolves paths beneath the directory: neither `..` nor a symbolic link leads out of it, even if another
//! process moves files at the same time.

use crate::error::{Action, FileKind, Refused, ToolError};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, FileType, FileTypeExt as _, Metadata, OpenOptions, OpenOptionsExt as _};
use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// The directory that paths cannot leave.
#[derive(Debug)]
pub(crate) struct Root {
    /// Its path without links.
    path: PathBuf,
    /// Its absolute path as given, since callers may use it.
    alias: PathBuf,
    dir: Dir,
}

/// The target of a path.
#[derive(Debug)]
pub(crate) struct Target {
    /// The path as given.
    pub(crate) path: String,
    /// The same file in the directory, without links.
    pub(crate) place: PathBuf,
}

impl Target {
    /// The name of the file in a session.
    pub(crate) fn key(&self) -> String {
        self.place.to_string_lossy().into_owned()
    }

    pub(crate) fn refused(&self, action: Action, source: io::Error) -> ToolError {
        Refused { action, path: self.path.clone(), source }.into()
    }

    fn not_regular(&self, kind: FileKind) -> ToolError {
        ToolError::not_regular_file(&self.path, kind)
    }
}

/// While it is held, other sessions do not change the files of the directory.
pub(crate) struct WriteLock(#[allow(dead_code, reason = "holds the lock")] std::fs::File);

impl Root {
    pub(crate) fn open(path: &Path) -> Result<Self, ToolError> {
        let refused = |source| Refused { action: Action::OpenRoot, path: path.to_string_lossy().into_owned(), source };
        let canonical = path.canonicalize().map_err(refused)?;
        let dir = Dir::open_ambient_dir(&canonical, ambient_authority()).map_err(refused)?;
        Ok(Self { alias: std::path::absolute(path).map_err(refused)?, path: canonical, dir })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Resolves a path, whether or not the file exists.
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

    /// The path without links. A file that is replaced at the same time must not look as if it were missing, so its
    /// directory is resolved, and the file itself only if it is a link.
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

    /// The place of a file whose directory does not exist, after following the part of the path that exists. `None`
    /// if a `..` follows a directory that does not exist.
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

    /// Opens a regular file, also for writing if `writable`. Does not wait for pipes or touch devices.
    pub(crate) fn open_file(&self, action: Action, target: &Target, writable: bool) -> Result<File, ToolError> {
        let refused = |source| target.refused(action, source);
        regular(target, &self.dir.metadata(&target.place).map_err(refused)?)?;
        let mut options = OpenOptions::new();
        options.read(true).write(writable).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        let file = self.dir.open_with(&target.place, &options).map_err(refused)?;
        regular(target, &file.metadata().map_err(refused)?)?;
        Ok(file)
    }

    /// Whether the target exists; a dangling link counts.
    pub(crate) fn is_vacant(&self, target: &Target) -> Result<bool, ToolError> {
        match self.dir.symlink_metadata(&target.place) {
            Ok(metadata) if metadata.is_symlink() => Err(target.not_regular(FileKind::DanglingLink)),
            Ok(_) => Ok(false),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            Err(source) => Err(target.refused(Action::Write, source)),
        }
    }

    /// Waits until no other session changes files here.
    pub(crate) fn lock(&self) -> Result<WriteLock, ToolError> {
        let lock = || {
            let directory = std::fs::File::open(&self.path)?;
            rustix::fs::flock(&directory, FlockOperation::LockExclusive)?;
            Ok(WriteLock(directory))
        };
        lock().map_err(|source| {
            Refused { action: Action::Lock, path: self.path.to_string_lossy().into_owned(), source }.into()
        })
    }

    /// Replaces the target with `content`, completely or not at all, and opens the new file.
    ///
    /// A process that is killed here leaves its temporary file behind; the next call replaces it. Callers hold the
    /// lock.
    pub(crate) fn replace(&self, _: &WriteLock, target: &Target, content: &[u8]) -> Result<File, ToolError> {
        let parent = target.place.parent().unwrap_or(Path::new(""));
        if !parent.as_os_str().is_empty() {
            self.dir.create_dir_all(parent).map_err(|source| target.refused(Action::CreateDirectory, source))?;
        }
        let name = target.place.file_name().unwrap_or_default().to_string_lossy();
        // A temporary name that is valid however long the name of the file is.
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

/// The root itself has the empty path.
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
