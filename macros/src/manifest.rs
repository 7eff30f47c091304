//! Looks up the names of dependencies in `Cargo.toml`.

use std::path::{Path, PathBuf};

/// The result of looking up a package in the manifest.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Dependency {
    /// The package is a dependency or the current package. Contains the crate name.
    Named(String),
    /// The package isn't a dependency.
    Missing,
    /// The manifest can't be found, because rustc isn't run by Cargo.
    Unknown,
}

/// Looks up a package among the dependencies of the current package.
pub(crate) fn dependency(package: &str) -> Dependency {
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) else { return Dependency::Unknown };
    let Some(manifest) = read(&folder) else { return Dependency::Unknown };
    let workspace = || folder.ancestors().filter_map(read).find(|manifest| is_workspace(manifest));
    name_in(&manifest, workspace, package).map_or(Dependency::Missing, Dependency::Named)
}

fn read(folder: &Path) -> Option<String> {
    std::fs::read_to_string(folder.join("Cargo.toml")).ok()
}

fn is_workspace(manifest: &str) -> bool {
    manifest.lines().any(|line| line.trim_start().starts_with("[workspace"))
}

/// Returns the crate name of a package. If the manifest declares the package more than once, prefers an entry that
/// isn't renamed.
fn name_in(manifest: &str, workspace: impl Fn() -> Option<String>, package: &str) -> Option<String> {
    let mut renamed = None;
    for Declared { name, package: declared, is_inherited } in declarations(manifest) {
        let declared = match is_inherited && name != package {
            true => workspace().and_then(|workspace| inherited(&workspace, &name)).unwrap_or(declared),
            false => declared,
        };
        if declared == package {
            if name == package {
                return Some(in_code(&name));
            }
            renamed = Some(name);
        }
    }
    match renamed {
        None if is_itself(manifest, package) => Some(in_code(package)),
        renamed => renamed.map(|name| in_code(&name)).filter(|name| syn::parse_str::<syn::Ident>(name).is_ok()),
    }
}

fn in_code(name: &str) -> String {
    name.replace('-', "_")
}

/// Whether this is the manifest of the package itself.
fn is_itself(manifest: &str, package: &str) -> bool {
    entries(manifest).any(|(table, key, value)| table == ["package"] && key == "name" && unquoted(value) == package)
}

/// Returns the package that the workspace manifest declares as `name`, if it's renamed.
fn inherited(workspace: &str, name: &str) -> Option<String> {
    let mut declared = entries(workspace).filter_map(|(table, key, value)| match table.split_first() {
        Some((first, rest)) if first == "workspace" => declared(rest, key, value),
        _ => None,
    });
    declared.find_map(|found| (found.name == name && found.package != name).then_some(found.package))
}

/// A declared dependency.
struct Declared {
    name: String,
    package: String,
    is_inherited: bool,
}

/// Returns the entries of all dependency tables. A table such as `[dependencies.errors]` yields one entry per line.
fn declarations(manifest: &str) -> impl Iterator<Item = Declared> {
    entries(manifest)
        .filter(|(table, ..)| table.first().is_none_or(|first| first != "workspace"))
        .filter_map(|(table, key, value)| declared(&table, key, value))
}

fn declared(table: &[String], key: &str, value: &str) -> Option<Declared> {
    let is_true = |value: &str| value.trim() == "true";
    let (name, package, is_inherited) = match table {
        // [dependencies.errors]
        [.., table, name] if is_dependencies(table) => {
            (name.as_str(), (key == "package").then_some(value), key == "workspace" && is_true(value))
        }
        [.., table] if is_dependencies(table) => match key.split_once('.') {
            // errors.workspace = true
            Some((name, key)) => (name, (key == "package").then_some(value), key == "workspace" && is_true(value)),
            // errors = { version = "1", package = "…" }
            None => {
                let inline = |wanted: &str| {
                    let pairs = value.split([',', '{', '}']).filter_map(|pair| pair.split_once('='));
                    pairs.into_iter().find(|(key, _)| key.trim() == wanted).map(|(_, value)| value)
                };
                (key, inline("package"), inline("workspace").is_some_and(is_true))
            }
        },
        _ => return None,
    };
    let name = unquoted(name).to_owned();
    let package = package.map_or_else(|| name.clone(), |package| unquoted(package).to_owned());
    Some(Declared { name, package, is_inherited })
}

/// Returns each `key = value` pair with the path of its table. Doesn't parse inline tables.
fn entries(manifest: &str) -> impl Iterator<Item = (Vec<String>, &str, &str)> {
    let mut table = Vec::new();
    manifest.lines().map(str::trim).filter_map(move |line| {
        if let Some(header) = line.strip_prefix('[') {
            let parts = header.split(']').next().unwrap_or_default().split('.');
            table = parts.map(|part| unquoted(part).to_owned()).collect();
            return None;
        }
        let (key, value) = line.split_once('=')?;
        Some((table.clone(), key.trim(), value))
    })
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

fn is_dependencies(table: &str) -> bool {
    matches!(table, "dependencies" | "dev-dependencies" | "build-dependencies")
}

#[cfg(test)]
mod tests {
    use super::name_in;

    fn name(manifest: &str) -> Option<String> {
        name_in(manifest, || None, "agent-error")
    }

    #[test]
    fn a_renamed_dependency_is_found() {
        for (manifest, expected) in [
            ("[dependencies]\nmy-errors = { version = \"1\", package = \"agent-error\" }", Some("my_errors")),
            ("[dependencies.errors]\nversion = \"1\"\npackage = 'agent-error'", Some("errors")),
            ("[target.'cfg(unix)'.dependencies.errors]\npackage = \"agent-error\"", Some("errors")),
            ("[dependencies]\nerrors.package = \"agent-error\"", Some("errors")),
            ("[dependencies]\nx = { package = \"agent-error-macros\" }", None),
        ] {
            assert_eq!(name(manifest).as_deref(), expected, "{manifest}");
        }
    }

    #[test]
    fn a_dependency_by_its_own_name_comes_first() {
        for manifest in [
            "[dependencies]\nagent-error = \"1\"",
            "[dependencies] # all of them\n\"agent-error\" = \"1\"",
            "[dependencies]\nagent-error = \"1\"\n[dev-dependencies]\nx = { package = \"agent-error\" }",
            "[dependencies]\nx = { package = \"agent-error\" }\n[dev-dependencies]\nagent-error.workspace = true",
            "[dependencies]\nagent-error = { workspace = true, features = [\"clap\"] }",
            "[dependencies.agent-error]\nversion = \"1\"",
            "[target.'cfg(unix)'.dependencies]\nagent-error = \"1\"",
        ] {
            assert_eq!(name(manifest).as_deref(), Some("agent_error"), "{manifest}");
        }
    }

    #[test]
    fn a_package_that_is_not_a_dependency_is_missing_unless_it_is_the_package_itself() {
        assert_eq!(name("[package]\nname = \"tool\""), None);
        assert_eq!(name("[workspace.dependencies]\nagent-error = \"1\"\n[dependencies]\nserde = \"1\""), None);
        assert_eq!(name("[package]\nname = \"agent-error\"").as_deref(), Some("agent_error"));
    }

    #[test]
    fn a_workspace_may_rename_what_its_members_inherit() {
        let workspace =
            "[workspace]\n[workspace.dependencies]\nerrors = { package = \"agent-error\", version = \"1\" }";
        let name = |manifest| name_in(manifest, || Some(workspace.to_owned()), "agent-error");
        for manifest in [
            "[dependencies]\nerrors.workspace = true",
            "[dependencies]\nerrors = { workspace = true, features = [\"clap\"] }",
            "[dev-dependencies.errors]\nworkspace = true",
        ] {
            assert_eq!(name(manifest).as_deref(), Some("errors"), "{manifest}");
        }
        assert_eq!(name("[dependencies]\nerrors = \"1\"\nserde.workspace = true"), None);
    }
}
