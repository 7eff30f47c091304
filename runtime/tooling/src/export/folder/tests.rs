use super::write;
use crate::export::{ExportError, ExportReport, ExportedFile};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::time::{Duration, SystemTime};

const LIST: Option<&str> = Some(".agent-error-pages");

fn files(files: &[(&str, &str)]) -> Vec<ExportedFile> {
    files.iter().map(|(path, text)| ExportedFile { path: (*path).to_owned(), text: (*text).to_owned() }).collect()
}

/// Returns all files in a folder and their content, except the list of files.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    fn collect(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(root, &path, found);
            } else {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(folder, folder, &mut found);
    found.remove(".agent-error-pages");
    found
}

fn expected(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_folder_is_created_with_its_parents() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("a/b/pages");
    let pages = [("index.md", "index\n"), ("codes/A.md", "a\n")];
    let ExportReport { files: written, removed, .. } = write(&folder, files(&pages), LIST).unwrap();
    assert_eq!((written.len(), removed.len()), (2, 0));
    assert_eq!(tree(&folder), expected(&pages));
    assert_eq!(fs::read_dir(place.path().join("a/b")).unwrap().count(), 1, "nothing temporary is left");
}

#[test]
fn outdated_pages_are_removed_and_other_files_kept() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    fs::write(folder.join("mine.md"), "mine").unwrap();
    write(folder, files(&[("index.md", "1"), ("old/A.md", "a"), ("codes/B.md", "b")]), LIST).unwrap();
    fs::write(folder.join("codes/also mine.md"), "mine").unwrap();
    let ExportReport { removed, .. } = write(folder, files(&[("index.md", "2"), ("codes/C.md", "c")]), LIST).unwrap();
    assert_eq!(removed, ["codes/B.md", "old/A.md"]);
    let kept = [("mine.md", "mine"), ("codes/also mine.md", "mine"), ("index.md", "2"), ("codes/C.md", "c")];
    assert_eq!(tree(folder), expected(&kept));
    assert!(!folder.join("old").exists(), "empty folders are removed, too");
    let again = write(folder, files(&[("index.md", "2"), ("codes/C.md", "c")]), LIST).unwrap();
    assert!(again.removed.is_empty());
}

#[test]
fn unchanged_files_are_not_touched() {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), files(&[("a", "1"), ("b", "1")]), LIST).unwrap();
    let modified = |name: &str| fs::metadata(place.path().join(name)).unwrap().modified().unwrap();
    let long_ago = std::time::UNIX_EPOCH;
    for name in ["a", "b"] {
        fs::File::options().write(true).open(place.path().join(name)).unwrap().set_modified(long_ago).unwrap();
    }
    write(place.path(), files(&[("a", "1"), ("b", "2")]), LIST).unwrap();
    assert_eq!(modified("a"), long_ago);
    assert_ne!(modified("b"), long_ago);
}

#[test]
fn nothing_changes_if_a_path_is_occupied() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    write(folder, files(&[("a", "1"), ("b", "1")]), LIST).unwrap();
    fs::create_dir(folder.join("c")).unwrap();
    fs::write(folder.join("d"), "mine").unwrap();
    let before = tree(folder);
    for (path, in_the_way, needed) in [("c", "c", "file"), ("d/e/f", "d", "folder")] {
        let error = write(folder, files(&[("a", "2"), (path, "2")]), LIST).unwrap_err();
        assert_eq!(error, ExportError::Occupied { path: folder.join(in_the_way), needed });
        assert_eq!(tree(folder), before);
    }
}

/// A name that's too long fails even for root.
#[test]
fn nothing_changes_if_one_file_cannot_be_written() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    write(folder, files(&[("a", "1"), ("b", "1"), ("old", "1")]), LIST).unwrap();
    let before = tree(folder);
    let too_long = "x".repeat(300);
    let error = write(folder, files(&[("a", "2"), ("new/b", "2"), (&too_long, "2")]), LIST).unwrap_err();
    assert!(matches!(&error, ExportError::NotWritten { path, .. } if *path == folder.join(&too_long)), "{error:?}");
    assert_eq!(tree(folder), before);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 4, "nothing temporary is left");
}

#[test]
fn failed_swaps_are_undone() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    write(folder, files(&[("a", "1"), ("gone", "1")]), None).unwrap();
    let staged = tempfile::tempdir_in(folder).unwrap();
    let new = staged.path().join("new");
    fs::write(&new, "2").unwrap();
    let before = tree(folder);
    let mut swaps = super::Rollback { folder, backup: staged.path().join("backup"), done: Vec::new() };
    swaps.swap("a", Some(&new)).unwrap();
    swaps.swap("gone", None).unwrap();
    fs::write(&new, "3").unwrap();
    swaps.swap("deep/new", Some(&new)).unwrap();
    assert!(swaps.swap("b", Some(Path::new("/no/such/file"))).is_err());
    assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), "2");
    assert!(!folder.join("gone").exists() && folder.join("deep/new").exists());
    swaps.undo();
    drop(staged);
    let after: BTreeMap<_, _> = before.into_iter().filter(|(path, _)| !path.starts_with(".tmp")).collect();
    assert_eq!(tree(folder), after);
    assert!(!folder.join("deep").exists());
}

#[test]
fn files_outside_the_folder_are_not_removed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("pages");
    let outside = place.path().join("outside");
    fs::write(&outside, "mine").unwrap();
    write(&folder, files(&[("a", "1")]), LIST).unwrap();
    let absolute = outside.display().to_string();
    let print = super::fingerprint(b"mine");
    let list = format!("{print} ../outside\n{print} {absolute}\n\n{print} .\n{print} ..\n");
    fs::write(folder.join(".agent-error-pages"), list).unwrap();
    let exported = write(&folder, files(&[("a", "1")]), LIST).unwrap();
    assert_eq!(exported.removed, Vec::<String>::new());
    assert_eq!(fs::read_to_string(outside).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn links_to_folders_are_followed_even_if_dangling() {
    let place = tempfile::tempdir().unwrap();
    let [real, link, broken] = ["real", "link", "broken"].map(|name| place.path().join(name));
    fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    std::os::unix::fs::symlink("nowhere", &broken).unwrap();
    write(&link, files(&[("a", "1")]), None).unwrap();
    assert_eq!(tree(&real), expected(&[("a", "1")]));
    assert!(link.is_symlink());
    write(&broken, files(&[("a", "1")]), None).unwrap();
    assert_eq!(tree(&place.path().join("nowhere")), expected(&[("a", "1")]));
    assert!(broken.is_symlink());
}

#[test]
fn edited_files_and_files_with_other_fingerprints_are_kept() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    write(folder, files(&[("A.md", "a"), ("B.md", "b")]), LIST).unwrap();
    fs::write(folder.join("A.md"), "mine").unwrap();
    fs::create_dir(folder.join(".git")).unwrap();
    fs::write(folder.join(".git/config"), "mine").unwrap();
    let print = super::fingerprint(b"mine");
    let list = fs::read_to_string(folder.join(".agent-error-pages")).unwrap();
    fs::write(folder.join(".agent-error-pages"), format!("{list}{print} .git/config\nmine.md\n")).unwrap();
    let exported = write(folder, files(&[("C.md", "c")]), LIST).unwrap();
    assert_eq!(exported.removed, ["B.md"]);
    assert_eq!(tree(folder), expected(&[("A.md", "mine"), (".git/config", "mine"), ("C.md", "c")]));
}

#[cfg(unix)]
#[test]
fn links_in_the_folder_are_not_followed() {
    let place = tempfile::tempdir().unwrap();
    let [folder, outside] = ["pages", "outside"].map(|name| place.path().join(name));
    write(&folder, files(&[("codes/A.md", "a"), ("index.md", "i")]), LIST).unwrap();
    fs::rename(folder.join("codes"), &outside).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("codes")).unwrap();
    let exported = write(&folder, files(&[("index.md", "i")]), LIST).unwrap();
    assert_eq!(exported.removed, Vec::<String>::new());
    assert_eq!(fs::read_to_string(outside.join("A.md")).unwrap(), "a");
    let error = write(&folder, files(&[("codes/B.md", "b")]), LIST).unwrap_err();
    assert_eq!(error, ExportError::Occupied { path: folder.join("codes"), needed: "folder" });
}

/// Creates a folder that contains a file. Sets the modification time to `age` ago.
#[cfg(unix)]
fn left(path: &Path, age: Duration) {
    fs::create_dir(path).unwrap();
    fs::write(path.join("A.md"), "half").unwrap();
    fs::File::open(path).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

#[cfg(unix)]
#[test]
fn abandoned_folders_are_removed_by_a_later_export() {
    let place = tempfile::tempdir().unwrap();
    let minute = Duration::from_secs(60);
    for (name, age) in [
        (".agent-error-export.7.0", 61 * minute),
        (".agent-error-export.8.1", minute),
        (".agent-error-export.mine", 61 * minute),
        (".agent-error-exports", 61 * minute),
    ] {
        left(&place.path().join(name), age);
    }
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("A.md"), "mine").unwrap();
    std::os::unix::fs::symlink(outside.path(), place.path().join(".agent-error-export.9.0")).unwrap();
    write(&place.path().join("pages"), files(&[("index.md", "i")]), LIST).unwrap();
    let mut names: Vec<_> = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let young = ".agent-error-export.8.1";
    assert_eq!(names, [young, ".agent-error-export.9.0", ".agent-error-export.mine", ".agent-error-exports", "pages"]);
    assert!(outside.path().join("A.md").exists());

    let pages = place.path().join("pages");
    left(&pages.join(".agent-error-export.7.0"), 61 * minute);
    write(&pages, files(&[("index.md", "new")]), LIST).unwrap();
    assert_eq!(tree(&pages), expected(&[("index.md", "new")]));
}
