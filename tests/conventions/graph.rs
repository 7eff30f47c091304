//! Finds which file imports which, following re-exports.

use crate::scan::{Scanned, scan};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// An import.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) path: String,
}

/// The imports of a package.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) imports: BTreeSet<Import>,
}

struct Module {
    file: String,
    scanned: Scanned,
}

impl Graph {
    /// Collects the imports in a `src` directory whose root is `lib.rs`.
    pub(crate) fn of(source: &Path) -> Self {
        let mut modules = HashMap::new();
        load(source, Vec::new(), "lib.rs", &mut modules);
        let mut imports = BTreeSet::new();
        for (module, Module { file, scanned }) in &modules {
            for named in &scanned.named {
                let Some(absolute) = absolute(module, &named.path, scanned) else { continue };
                let Some(to) = resolve(&absolute, &modules, 0) else { continue };
                if to != *file {
                    imports.insert(Import { from: file.clone(), to, path: named.path.join("::") });
                }
            }
        }
        Self { imports }
    }

    pub(crate) fn len(&self) -> usize {
        self.imports.len()
    }

    /// Returns the files that each file imports. A module and its submodules count as a single file.
    pub(crate) fn between_files(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for import in &self.imports {
            let (from, to) = (import.from.trim_end_matches(".rs"), import.to.trim_end_matches(".rs"));
            let inside = |outer: &str, inner: &str| outer == "lib" || inner.starts_with(&format!("{outer}/"));
            if !inside(from, to) && !inside(to, from) {
                edges.entry(&import.from).or_default().insert(&import.to);
            }
        }
        edges
    }
}

fn load(source: &Path, module: Vec<String>, file: &str, modules: &mut HashMap<Vec<String>, Module>) {
    let text = fs::read_to_string(source.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let scanned = scan(&text);
    for child in &scanned.children {
        let path: PathBuf = module.iter().chain([child]).collect();
        let inside = format!("{}.rs", path.display());
        // This module is declared as `#[path = "private.rs"] pub mod __private`.
        let inside = if child == "__private" { "private.rs".to_owned() } else { inside };
        if source.join(&inside).exists() {
            load(source, [module.as_slice(), std::slice::from_ref(child)].concat(), &inside, modules);
        }
    }
    modules.insert(module, Module { file: file.to_owned(), scanned });
}

/// Resolves a path to the package root. Returns `None` for paths into other packages.
fn absolute(module: &[String], path: &[String], scanned: &Scanned) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|word| *word == "super").count();
    match path[0].as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => Some([&module[..module.len().checked_sub(supers)?], &path[supers..]].concat()),
        child if scanned.children.iter().any(|known| known == child) => Some([module, path].concat()),
        _ => None,
    }
}

/// The maximum number of re-exports to follow.
const MAX_RE_EXPORTS: usize = 8;

/// Returns the file that declares the item at a path.
fn resolve(path: &[String], modules: &HashMap<Vec<String>, Module>, depth: usize) -> Option<String> {
    if let [name] = path
        && let Some(module) = modules.values().find(|module| module.scanned.macros.contains(name))
    {
        return Some(module.file.clone());
    }
    let mut length = path.len();
    while !modules.contains_key(&path[..length]) {
        length = length.checked_sub(1)?;
    }
    let module = &modules[&path[..length]];
    let Some(name) = path.get(length).filter(|_| depth < MAX_RE_EXPORTS) else { return Some(module.file.clone()) };
    let alias = module.scanned.named.iter().find(|named| named.alias.as_ref() == Some(name));
    let through = alias.and_then(|named| absolute(&path[..length], &named.path, &module.scanned));
    through.and_then(|target| resolve(&target, modules, depth + 1)).or_else(|| Some(module.file.clone()))
}
