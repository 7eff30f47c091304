//! Locates the declaration of a code in the sources of the package under test.

use crate::lock::in_package;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the types that declare the code, and the location of the first declaration if it can be found.
pub(super) fn of(code: &str, declared_by: &[String]) -> String {
    let types = declared_by.join(", ");
    let (root, literal) = (in_package(Path::new("")), format!("\"{code}\""));
    match line(&root.join("src"), &literal) {
        Some((path, line)) => {
            let path = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            format!("{types} at {path}:{line}")
        }
        None => types,
    }
}

/// Returns the first line that declares a code, which starts with the code's literal or with `#[code(` and the literal.
fn line(path: &Path, literal: &str) -> Option<(PathBuf, usize)> {
    if path.is_dir() {
        let mut inside: Vec<PathBuf> = fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        inside.sort();
        return inside.iter().find_map(|path| line(path, literal));
    }
    let text = fs::read_to_string(path).ok().filter(|_| path.extension().is_some_and(|end| end == "rs"))?;
    let declares = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("#[code(").unwrap_or(line);
        line.strip_prefix(literal).is_some_and(|rest| rest.starts_with([',', ')']))
    };
    let at = text.lines().position(declares)?;
    Some((path.to_owned(), at + 1))
}
