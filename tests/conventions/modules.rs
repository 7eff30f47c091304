//! Finds the imports between the files of a package.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules that each module imports, such as `format/brief`. Each module is a file.
pub(crate) type Imports = BTreeMap<String, BTreeSet<String>>;

type Names = Vec<String>;

/// Returns the names of the files and folders in a folder, without their extensions.
pub(crate) fn top_level(source: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(source)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// Returns the Rust files in a folder and its subfolders, without tests and snapshots.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| !path.ends_with("tests.rs") && !path.ends_with("snapshots"));
    let (folders, mut found): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| path.is_dir());
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    found.extend(folders.iter().flat_map(|folder| files(folder)));
    found
}

/// Returns the tokens of a file without its unit tests.
pub(crate) fn tokens(file: &Path) -> TokenStream {
    let text = fs::read_to_string(file).unwrap();
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    code.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Collects the string literals in tokens, without their escapes.
pub(crate) fn strings(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            // Not those of attributes, which doc comments are, too.
            TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => {
                strings(group.stream(), found);
            }
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                let lines = literal
                    .split("\\\n")
                    .map(str::trim_start)
                    .collect::<String>();
                found.extend(
                    lines
                        .strip_prefix('"')
                        .map(|text| text.trim_end_matches('"').replace('\\', "")),
                );
            }
            _ => {}
        }
    }
}

/// Returns the imports between the files of a package. Re-exports are followed, and don't count as
/// imports. Imports of ancestors don't count either, since a child is a part of its parent.
pub(crate) fn imports(source: &Path) -> Imports {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(source).unwrap().with_extension("");
        let module: Names = name
            .iter()
            .map(|name| name.to_str().unwrap().to_owned())
            .collect();
        (
            if module == ["lib"] {
                Names::new()
            } else {
                module
            },
            File::of(tokens(&path)),
        )
    };
    let modules: BTreeMap<Names, File> = files(source).into_iter().map(read).collect();
    let mut imports = Imports::new();
    for (module, file) in &modules {
        let targets = file
            .paths
            .iter()
            .filter_map(|path| resolve(&modules, module, path, 0));
        let targets = targets
            .filter(|target| !module.starts_with(target))
            .map(|target| target.join("/"));
        imports.insert(module.join("/"), targets.collect());
    }
    imports
}

/// Returns the modules that import each other, directly or through others.
pub(crate) fn in_cycles(imports: &Imports) -> BTreeSet<&str> {
    imports
        .keys()
        .map(String::as_str)
        .filter(|module| reached(imports, module).contains(module))
        .collect()
}

fn reached<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a str> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![&imports[from]]);
    while let Some(targets) = next.pop() {
        next.extend(
            targets
                .iter()
                .filter(|target| seen.insert(target.as_str()))
                .map(|target| &imports[target]),
        );
    }
    seen
}

/// Returns the module that declares the item at a path.
fn resolve(
    modules: &BTreeMap<Names, File>,
    module: &[String],
    path: &[String],
    depth: usize,
) -> Option<Names> {
    const MAX_RE_EXPORTS: usize = 8;
    let supers = path.iter().take_while(|name| *name == "super").count();
    let (mut at, mut rest) = match path.first()?.as_str() {
        "crate" => (Names::new(), &path[1..]),
        "self" => (module.to_vec(), &path[1..]),
        _ => (
            module[..module.len().checked_sub(supers)?].to_vec(),
            &path[supers..],
        ),
    };
    let is_relative = rest.len() == path.len();
    while let [name, inner @ ..] = rest {
        let child = [&at[..], std::slice::from_ref(name)].concat();
        if modules.contains_key(&child) {
            (at, rest) = (child, inner);
            continue;
        }
        let named = modules[&at]
            .named
            .get(name)
            .filter(|_| depth < MAX_RE_EXPORTS);
        let target =
            named.and_then(|named| resolve(modules, &at, &[&named[..], inner].concat(), depth + 1));
        return target.or_else(|| (!is_relative || at != module).then_some(at));
    }
    Some(at)
}

/// The paths that a file names.
#[derive(Default)]
struct File {
    /// Without those of re-exports.
    paths: BTreeSet<Names>,
    /// What `use` gives a name.
    named: BTreeMap<String, Names>,
}

/// What the tokens before belong to.
#[derive(Clone, Copy, PartialEq)]
enum Item {
    Code,
    Use,
    ReExport,
}

impl File {
    fn of(tokens: TokenStream) -> Self {
        let mut file = Self::default();
        file.collect(tokens, &[], Item::Code);
        file
    }

    /// Collects the paths in tokens. `prefix` is the path before `::{…}`.
    fn collect(&mut self, tokens: TokenStream, prefix: &[String], mut item: Item) {
        let (mut path, mut colons, mut is_public) = (
            prefix.to_vec(),
            if prefix.is_empty() { 0 } else { 2 },
            false,
        );
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    match name.as_str() {
                        "pub" => is_public = true,
                        "use" => item = if is_public { Item::ReExport } else { Item::Use },
                        _ => {}
                    }
                    if colons != 2 {
                        self.add(&mut path, item);
                    }
                    path.push(name);
                    colons = 0;
                }
                TokenTree::Group(group) if colons == 2 && group.delimiter() == Delimiter::Brace => {
                    self.collect(group.stream(), &std::mem::take(&mut path), item);
                    colons = 0;
                }
                TokenTree::Group(group) => {
                    self.add(&mut path, item);
                    self.collect(group.stream(), &[], Item::Code);
                    is_public &= group.delimiter() == Delimiter::Parenthesis;
                }
                TokenTree::Punct(mark) => {
                    self.add(&mut path, item);
                    if mark.as_char() == ';' {
                        (item, is_public) = (Item::Code, false);
                    }
                    if mark.as_char() == ',' && !prefix.is_empty() {
                        (path, colons) = (prefix.to_vec(), 2);
                    } else {
                        colons = 0;
                    }
                }
                TokenTree::Literal(_) => {}
            }
        }
        self.add(&mut path, item);
    }

    fn add(&mut self, path: &mut Names, item: Item) {
        let path = std::mem::take(path);
        if item != Item::Code && path.len() > 1 {
            self.named
                .insert(path[path.len() - 1].clone(), path.clone());
        }
        if item != Item::ReExport && path.len() > 1 {
            self.paths.insert(path);
        }
    }
}
