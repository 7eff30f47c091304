//! An export into a folder, completely or not at all.
//!
//! A new folder is made next to its place and then renamed. In an existing one, the files are staged first; each then
//! replaces its predecessor by a rename, and a failed rename reverts those before it.

use super::exported_file::folder_name;
use crate::document::Document;
use crate::export::{ExportError, ExportFormat, ExportedFile};
use crate::place::{linked, unique};
use agent_error_rules::fnv::fnv1a;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The result of an export into a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exported {
    /// The folder.
    pub folder: PathBuf,
    /// The files of the export, by their paths in the folder, sorted.
    pub files: Vec<String>,
    /// Files that only an earlier export of the same format had, sorted.
    pub removed: Vec<String>,
}

impl Document {
    /// Writes the documents into a folder, which is created if it does not exist; a reader never sees half of a file.
    /// Pages that only an earlier export of this format had are removed; other files are kept.
    ///
    /// # Errors
    ///
    /// [`ExportError::Occupied`] or [`ExportError::NotWritten`]; then nothing has changed.
    pub fn export_to(&self, export: ExportFormat, folder: impl AsRef<Path>) -> Result<Exported, ExportError> {
        let list = export.is_folder().then(|| format!(".agent-error-{export}"));
        write(folder.as_ref(), self.export(export), list.as_deref())
    }
}

impl Document {
    /// Writes the documents of several programs, each into a folder that is named after its program. For a site, also writes
    /// `index.html`, which lists and filters the codes of all programs.
    ///
    /// # Errors
    ///
    /// [`ExportError::DuplicateProgram`], [`ExportError::Occupied`] or [`ExportError::NotWritten`]; then nothing has changed.
    pub fn export_fleet(
        documents: &[Self],
        export: ExportFormat,
        folder: impl AsRef<Path>,
    ) -> Result<Exported, ExportError> {
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

/// Writes the files, and with a `list` also their names, so that a later export knows which files it may remove.
fn write(folder: &Path, mut files: Vec<ExportedFile>, list: Option<&str>) -> Result<Exported, ExportError> {
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
        // A dangling link stays a link.
        false => create(&linked(folder), &files).map(|()| Vec::new())?,
    };
    Ok(Exported { folder: folder.to_owned(), files: paths, removed })
}

/// Whether the folder exists; anything else in its place is an error.
fn is_folder(path: &Path) -> Result<bool, ExportError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(true),
        Ok(_) => Err(ExportError::Occupied { path: path.to_owned(), needed: "folder" }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        // A file is in the place of a parent folder.
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            let in_the_way = path.ancestors().find(|above| above.is_file()).unwrap_or(path);
            Err(ExportError::Occupied { path: in_the_way.to_owned(), needed: "folder" })
        }
        Err(error) => Err(not_written(path)(error)),
    }
}

/// Makes the whole folder next to its place.
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

/// Replaces the files that differ, and removes outdated ones of an earlier export.
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
    let mut swaps = Swaps { folder, backup: staged.path.join(".replaced"), done: Vec::new() };
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

/// Whether the file is missing or differs. Reports anything in its place before anything is changed.
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
    // A file that cannot be read is replaced.
    Ok(!fs::read(&path).is_ok_and(|bytes| bytes == file.text.as_bytes()))
}

/// The folders between the folder of the export and a file in it.
fn folders_of(folder: &Path, path: &str) -> impl Iterator<Item = PathBuf> {
    let above: Vec<PathBuf> = Path::new(path).ancestors().skip(1).map(Path::to_owned).collect();
    above.into_iter().filter(|above| *above != Path::new("")).map(|above| folder.join(above))
}

/// Whether it is a folder, and not a link to one, which may lead anywhere.
fn is_own(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// The files of an earlier export of the format that have not changed since: only these may be removed. The list may
/// come from anywhere, so each line has the fingerprint of the written content.
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

/// The kinds of files that exports of several files write.
const KINDS: [&str; 7] = ["md", "txt", "toml", "css", "html", "json", "ts"];

/// The hash of a file's content.
fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

/// Folders that only contained removed files.
fn remove_empty_folders(folder: &Path, path: &str) {
    for above in Path::new(path).ancestors().skip(1).filter(|above| *above != Path::new("")) {
        // A folder with other files is kept.
        if fs::remove_dir(folder.join(above)).is_err() {
            break;
        }
    }
}

/// The prefix of the names of staged folders.
const STAGED: &str = ".agent-error-export";

/// An export takes seconds: an older staged folder is left over.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Removes the staged folders of exports that were killed.
fn remove_abandoned(parent: &Path) {
    let is_abandoned = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let own = name.to_str().and_then(|name| name.strip_prefix(STAGED)?.strip_prefix('.'));
        let is_named = own.is_some_and(|numbers| numbers.chars().all(|c| c.is_ascii_digit() || c == '.'));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        is_named && is_own(&entry.path()) && age().is_some_and(|age| age > ABANDONED)
    };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten().filter(is_abandoned) {
        // What cannot be removed does no harm.
        let _ = fs::remove_dir_all(entry.path());
    }
}

/// A folder of staged files, which is removed at the end.
struct Stage {
    path: PathBuf,
}

impl Stage {
    fn in_folder(parent: &Path) -> Result<Self, ExportError> {
        remove_abandoned(parent);
        let mut last = io::Error::from(ErrorKind::AlreadyExists);
        // A folder that a killed process left behind may have one of our names.
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

    /// Writes the files of `folder`.
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
        // After a rename it is empty, and a folder that cannot be removed is harmless.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The files that were replaced so far.
struct Swaps<'a> {
    folder: &'a Path,
    backup: PathBuf,
    /// Each with its predecessor, if it has one.
    done: Vec<(&'a str, Option<PathBuf>)>,
}

impl<'a> Swaps<'a> {
    /// Puts `new` in the place of a file, or removes the file.
    fn swap(&mut self, path: &'a str, new: Option<&Path>) -> Result<(), ExportError> {
        let place = self.folder.join(path);
        let backup = self.backup.join(path);
        let swapped = || -> io::Result<Option<PathBuf>> {
            make_folder_of(&place)?;
            let old = place.symlink_metadata().is_ok();
            if old {
                make_folder_of(&backup)?;
                match new {
                    // A copy, so that the place is never empty.
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
            // The caller gets the first error.
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

impl Serialize for Exported {
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
