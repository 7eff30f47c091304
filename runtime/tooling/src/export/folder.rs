//! Writes an export to a folder atomically.
//!
//! If the folder doesn't exist, creates it under a temporary name and then renames it. If the folder exists, first
//! stages the changed files, and then moves them to their final locations one by one. If a move fails, all previous
//! moves are undone.

use super::exported_file::folder_name;
use crate::atomic_file::{linked, unique};
use crate::document::Document;
use crate::export::{ExportError, ExportFormat, ExportedFile};
use agent_error_rules::fnv::fnv1a;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The result of an export to a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportReport {
    /// The output folder.
    pub folder: PathBuf,
    /// The relative paths of all exported files, sorted.
    pub files: Vec<String>,
    /// The relative paths of removed files, sorted. An earlier export in the same format created them.
    pub removed: Vec<String>,
}

impl Document {
    /// Exports the catalog to a folder. Creates the folder if it doesn't exist.
    ///
    /// Replaces each changed file atomically. Removes files of an earlier export in the same format if they're no
    /// longer needed and haven't been modified since. Doesn't touch any other files.
    ///
    /// # Errors
    ///
    /// Returns [`ExportError::Occupied`] or [`ExportError::NotWritten`]. In both cases, the folder is unchanged.
    pub fn export_to(&self, export: ExportFormat, folder: impl AsRef<Path>) -> Result<ExportReport, ExportError> {
        let list = export.is_folder().then(|| format!(".agent-error-{export}"));
        write(folder.as_ref(), self.export(export), list.as_deref())
    }
}

impl Document {
    /// Exports the catalogs of several programs. Each program gets a folder with its name. For `ExportFormat::Site`,
    /// also writes `index.html`, a searchable list of all codes.
    ///
    /// # Errors
    ///
    /// Returns [`ExportError::DuplicateProgram`], [`ExportError::Occupied`] or [`ExportError::NotWritten`]. In all
    /// cases, the folder is unchanged.
    pub fn export_fleet(
        documents: &[Self],
        export: ExportFormat,
        folder: impl AsRef<Path>,
    ) -> Result<ExportReport, ExportError> {
        let mut folders = BTreeSet::new();
        let mut files = Vec::new();
        for document in documents {
            let program = document.named().0;
            let below = folder_name(program);
            if !folders.insert(below.to_lowercase()) {
                return Err(ExportError::DuplicateProgram { program: program.to_owned() });
            }
            let exported = document.export(export).into_iter();
            files.extend(exported.map(|file| ExportedFile { path: format!("{below}/{}", file.path), ..file }));
        }
        #[cfg(feature = "pages")]
        if export == ExportFormat::Site {
            files.push(crate::pages::fleet_index(documents));
        }
        files.sort();
        write(folder.as_ref(), files, Some(&format!(".agent-error-{export}")))
    }
}

/// Writes the files to a folder. If `list` is the name of a file, also writes the names and fingerprints of all files
/// to it, so that a later export can tell which files it may remove.
fn write(folder: &Path, mut files: Vec<ExportedFile>, list: Option<&str>) -> Result<ExportReport, ExportError> {
    let paths: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    if let Some(list) = list {
        let mut text = String::new();
        for file in &files {
            for part in [&fingerprint(file.text.as_bytes()), " ", &file.path, "\n"] {
                text.push_str(part);
            }
        }
        files.push(ExportedFile { path: list.to_owned(), text });
    }
    let removed = match is_folder(folder)? {
        true => replace(folder, &files, list)?,
        // Follow a dangling link instead of replacing it.
        false => create(&linked(folder), &files).map(|()| Vec::new())?,
    };
    Ok(ExportReport { folder: folder.to_owned(), files: paths, removed })
}

/// Whether the folder exists. Returns an error if the path exists but isn't a folder.
fn is_folder(path: &Path) -> Result<bool, ExportError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(true),
        Ok(_) => Err(ExportError::Occupied { path: path.to_owned(), needed: "folder" }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        // A parent of the path is a file.
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            let in_the_way = path.ancestors().find(|above| above.is_file()).unwrap_or(path);
            Err(ExportError::Occupied { path: in_the_way.to_owned(), needed: "folder" })
        }
        Err(error) => Err(not_written(path)(error)),
    }
}

/// Creates a new folder. Writes all files to a staging folder first, and then renames it.
fn create(folder: &Path, files: &[ExportedFile]) -> Result<(), ExportError> {
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(not_written(parent))?;
    let staged = Stage::in_folder(parent)?;
    staged.fill(files, folder)?;
    fs::rename(&staged.path, folder).map_err(not_written(folder))
}

/// Updates an existing folder. Replaces changed files, and removes files of an earlier export that are no longer
/// needed. Returns the removed files.
fn replace(folder: &Path, files: &[ExportedFile], list: Option<&str>) -> Result<Vec<String>, ExportError> {
    let kept: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut stale: Vec<String> = list.map_or(Vec::new(), |list| written_before(folder, list));
    stale.retain(|path| !kept.contains(path.as_str()));
    let mut changed = Vec::new();
    for file in files {
        if differs(folder, file)? {
            changed.push(file.clone());
        }
    }
    stale.sort_unstable();
    if changed.is_empty() && stale.is_empty() {
        return Ok(stale);
    }
    let staged = Stage::in_folder(folder)?;
    staged.fill(&changed, folder)?;
    let mut swaps = Rollback { folder, backup: staged.path.join(".replaced"), done: Vec::new() };
    let swapped = changed.iter().try_for_each(|file| swaps.swap(&file.path, Some(&staged.path.join(&file.path))));
    if let Err(error) = swapped.and_then(|()| stale.iter().try_for_each(|path| swaps.swap(path, None))) {
        swaps.undo();
        return Err(error);
    }
    for path in &stale {
        remove_empty_folders(folder, path);
    }
    Ok(stale)
}

/// Whether a file is missing or has different content. Returns an error if the path isn't available for a file.
fn differs(folder: &Path, file: &ExportedFile) -> Result<bool, ExportError> {
    let path = folder.join(&file.path);
    if let Some(in_the_way) =
        folders_of(folder, &file.path).find(|above| above.symlink_metadata().is_ok() && !is_own(above))
    {
        return Err(ExportError::Occupied { path: in_the_way, needed: "folder" });
    }
    if path.is_dir() {
        return Err(ExportError::Occupied { path, needed: "file" });
    }
    // Also replace files that can't be read.
    Ok(!fs::read(&path).is_ok_and(|bytes| bytes == file.text.as_bytes()))
}

/// Returns the parent folders of a file, up to but excluding the output folder.
fn folders_of(folder: &Path, path: &str) -> impl Iterator<Item = PathBuf> {
    let above: Vec<PathBuf> = Path::new(path).ancestors().skip(1).map(Path::to_owned).collect();
    above.into_iter().filter(|above| *above != Path::new("")).map(|above| folder.join(above))
}

/// Whether the path is a folder. Returns `false` for symbolic links, which could lead outside the output folder.
fn is_own(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// Returns the files of an earlier export that haven't been modified since, and can therefore be removed. Checks the
/// content of each file, because the list may have been tampered with.
fn written_before(folder: &Path, list: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(list)).unwrap_or_default();
    let inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let is_exported =
        |path: &str| matches!(Path::new(path).extension(), Some(kind) if KINDS.iter().any(|known| kind == *known));
    let unchanged = |print: &str, path: &str| {
        let file = folder.join(path);
        file.symlink_metadata().is_ok_and(|found| found.is_file())
            && folders_of(folder, path).all(|above| is_own(&above))
            && fs::read(file).is_ok_and(|bytes| fingerprint(&bytes) == print)
    };
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let own = lines.filter(|(print, path)| inside(path) && is_exported(path) && unchanged(print, path));
    own.map(|(_, path)| path.to_owned()).collect()
}

/// The extensions of exported files.
const KINDS: [&str; 7] = ["md", "txt", "toml", "css", "html", "json", "ts"];

/// Returns a hash of a file's content.
fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

/// Removes the parent folders that became empty when a file was removed.
fn remove_empty_folders(folder: &Path, path: &str) {
    for above in Path::new(path).ancestors().skip(1).filter(|above| *above != Path::new("")) {
        // Stop at the first folder that still contains files.
        if fs::remove_dir(folder.join(above)).is_err() {
            break;
        }
    }
}

/// The name prefix of staging folders.
const STAGED: &str = ".agent-error-export";

/// The age at which a staging folder counts as abandoned. Exports only take seconds.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Removes the staging folders of exports that were killed.
fn remove_abandoned(parent: &Path) {
    let is_abandoned = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let own = name.to_str().and_then(|name| name.strip_prefix(STAGED)?.strip_prefix('.'));
        let is_named = own.is_some_and(|numbers| numbers.chars().all(|c| c.is_ascii_digit() || c == '.'));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        is_named && is_own(&entry.path()) && age().is_some_and(|age| age > ABANDONED)
    };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten().filter(is_abandoned) {
        // Ignore errors: an abandoned folder does no harm.
        let _ = fs::remove_dir_all(entry.path());
    }
}

/// A staging folder. Removed when dropped.
struct Stage {
    path: PathBuf,
}

impl Stage {
    fn in_folder(parent: &Path) -> Result<Self, ExportError> {
        remove_abandoned(parent);
        let mut last = io::Error::from(ErrorKind::AlreadyExists);
        // A process that was killed may have left a folder with the same name.
        for _ in 0..100 {
            let path = parent.join(unique(STAGED));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(not_written(parent)(error)),
            }
        }
        Err(not_written(parent)(last))
    }

    /// Writes the files to the staging folder. Errors contain the final path in `folder`.
    fn fill(&self, files: &[ExportedFile], folder: &Path) -> Result<(), ExportError> {
        files.iter().try_for_each(|file| {
            let path = self.path.join(&file.path);
            make_folder_of(&path)
                .and_then(|()| fs::write(&path, &file.text))
                .map_err(not_written(&folder.join(&file.path)))
        })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Ignore errors: a leftover staging folder does no harm.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Files that have been replaced or removed. Each change can be undone.
struct Rollback<'a> {
    folder: &'a Path,
    backup: PathBuf,
    /// The path of each changed file, and the backup of its previous version, if any.
    done: Vec<(&'a str, Option<PathBuf>)>,
}

impl<'a> Rollback<'a> {
    /// Replaces a file with `new`, or removes it if `new` is `None`.
    fn swap(&mut self, path: &'a str, new: Option<&Path>) -> Result<(), ExportError> {
        let place = self.folder.join(path);
        let backup = self.backup.join(path);
        let swapped = || -> io::Result<Option<PathBuf>> {
            make_folder_of(&place)?;
            let old = place.symlink_metadata().is_ok();
            if old {
                make_folder_of(&backup)?;
                match new {
                    // Copy the old file instead of moving it, so that the path always exists.
                    Some(_) => fs::copy(&place, &backup).map(|_| ())?,
                    None => fs::rename(&place, &backup)?,
                }
            }
            new.map_or(Ok(()), |new| fs::rename(new, &place))?;
            Ok(old.then_some(backup))
        };
        let backup = swapped().map_err(not_written(&place))?;
        self.done.push((path, backup));
        Ok(())
    }

    fn undo(&mut self) {
        while let Some((path, backup)) = self.done.pop() {
            let place = self.folder.join(path);
            // Ignore errors: the caller needs the original error.
            let _ = match backup {
                Some(backup) => fs::rename(backup, place),
                None => fs::remove_file(place),
            };
            remove_empty_folders(self.folder, path);
        }
    }
}

fn make_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn not_written(path: &Path) -> impl FnOnce(io::Error) -> ExportError {
    let path = path.to_owned();
    move |error| ExportError::NotWritten { path, source: error.into() }
}

impl Serialize for ExportReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("folder", &self.folder.display().to_string())?;
        map.serialize_entry("files", &self.files)?;
        map.serialize_entry("removed", &self.removed)?;
        map.end()
    }
}

#[cfg(test)]
mod tests;
