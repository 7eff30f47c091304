//! Finds imports between the top-level modules of the runtime.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the names of the files and folders in a folder, without their extensions.
pub(crate) fn top_level(source: &Path) -> Vec<String> {
    let mut modules: Vec<String> = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    modules.sort();
    modules.dedup();
    modules
}

/// Returns the imports of later modules, and the number of imports.
pub(crate) fn against(source: &Path, order: &[&str]) -> (Vec<String>, usize) {
    let root = code(&source.join("lib.rs"));
    let re_exported = re_exports(&root);
    let (mut against, mut count) = (Vec::new(), 0);
    for (own, module) in order.iter().enumerate() {
        for file in files(source, module) {
            for path in code(&file).split("crate::").skip(1) {
                let name = path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                let imported = re_exported.get(name).copied().unwrap_or(name);
                let place = order.iter().position(|module| *module == imported);
                count += usize::from(place.is_some());
                if place > Some(own) {
                    against.push(format!("{} imports crate::{name}", file.display()));
                }
            }
        }
    }
    (against, count)
}

/// Returns the module from which the root re-exports each name.
fn re_exports(root: &str) -> BTreeMap<&str, &str> {
    let uses = root.split("\npub use ").skip(1).filter_map(|path| path.split(';').next()?.split_once("::"));
    let names = uses.flat_map(|(module, names)| {
        names.split([':', '{', '}', ',', ' ']).filter(|name| !name.is_empty()).map(move |name| (name, module))
    });
    names.filter(|(name, module)| name != module).collect()
}

fn files(source: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = vec![source.join(format!("{module}.rs"))];
    let mut folders = vec![source.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs") && !file.ends_with("tests.rs"));
    files
}

/// Returns the code of a file without comments and unit tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}
