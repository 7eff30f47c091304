//! The path of the runtime crate.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use std::path::Path;

/// The path at the start of all generated paths: `crate = path`, the name of the dependency in the package's manifest,
/// or `::agent_error`.
pub(crate) enum CratePath {
    Default,
    Renamed(String),
    Given(syn::Path),
}

impl CratePath {
    /// The default path.
    pub(crate) fn of_package() -> Self {
        let folder = std::env::var_os("CARGO_MANIFEST_DIR");
        let manifest = folder.and_then(|folder| std::fs::read_to_string(Path::new(&folder).join("Cargo.toml")).ok());
        manifest.as_deref().and_then(renamed).map_or(Self::Default, Self::Renamed)
    }

    /// The name of the package that is being compiled; empty if Cargo doesn't run the compiler.
    ///
    /// With `crate = crate`, the package is the runtime crate itself. Its documentation tests have the same package name,
    /// but their types aren't part of the crate.
    pub(crate) fn declaring_package(&self) -> String {
        match self {
            Self::Given(path) if path.is_ident("crate") => "agent-error".to_owned(),
            _ => std::env::var("CARGO_PKG_NAME").ok().filter(|name| name != "agent-error").unwrap_or_default(),
        }
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Default => tokens.extend(quote!(::agent_error)),
            Self::Renamed(name) => {
                let name = format_ident!("{name}");
                tokens.extend(quote!(::#name));
            }
            Self::Given(path) => path.to_tokens(tokens),
        }
    }
}

/// The name of the dependency in a manifest, if it was renamed.
fn renamed(manifest: &str) -> Option<String> {
    let mut found = None;
    let mut section = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').split('.').map(|part| part.trim().to_owned()).collect();
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let (key, value) = (key.trim(), value.trim());
        let is_ours = value.trim_matches(['"', '\'']) == "agent-error";
        let name = match section.as_slice() {
            [.., table, name] if is_dependencies(table) && key == "package" && is_ours => name.as_str(),
            [.., table, name] if is_dependencies(table) && name == "agent-error" => return None,
            [.., table] if is_dependencies(table) => {
                let inline = value.split([',', '{', '}']).filter_map(|pair| pair.split_once('='));
                let renames = inline.into_iter().any(|(key, value)| {
                    key.trim() == "package" && value.trim().trim_matches(['"', '\'']) == "agent-error"
                });
                match key.split_once('.') {
                    Some((name, "package")) if is_ours => name,
                    None if renames => key,
                    dotted if dotted.map_or(key, |(name, _)| name) == "agent-error" => return None,
                    _ => continue,
                }
            }
            _ => continue,
        };
        found = Some(name.trim_matches('"').replace('-', "_"));
    }
    found.filter(|name| syn::parse_str::<syn::Ident>(name).is_ok())
}

fn is_dependencies(table: &str) -> bool {
    matches!(table, "dependencies" | "dev-dependencies" | "build-dependencies")
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn a_renamed_dependency_is_found() {
        for (manifest, name) in [
            ("[dependencies]\nmy-errors = { version = \"1\", package = \"agent-error\" }", Some("my_errors")),
            ("[dependencies.errors]\nversion = \"1\"\npackage = 'agent-error'", Some("errors")),
            ("[target.'cfg(unix)'.dependencies.errors]\npackage = \"agent-error\"", Some("errors")),
            ("[dependencies]\nerrors.package = \"agent-error\"", Some("errors")),
            ("[dependencies]\nagent-error = \"1\"", None),
            ("[dependencies]\nagent-error = \"1\"\n[dev-dependencies]\nx = { package = \"agent-error\" }", None),
            (
                "[dependencies]\nx = { package = \"agent-error\" }\n[dev-dependencies]\nagent-error.workspace = true",
                None,
            ),
            ("[dependencies.agent-error]\nversion = \"1\"", None),
            ("[package]\nname = \"agent-error\"", None),
            ("[dependencies]\nx = { package = \"agent-error-macros\" }", None),
        ] {
            assert_eq!(renamed(manifest).as_deref(), name, "{manifest}");
        }
    }
}
