//! Paths of the crates that generated code refers to.

use crate::manifest::{Dependency, dependency};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// The package name of the runtime.
const RUNTIME: &str = "agent-error";

/// The crate path in generated code: the dependency's name in the manifest, or an explicit path such as `crate = path`.
pub(crate) enum CratePath {
    Named(String),
    Given(syn::Path),
}

impl CratePath {
    /// Returns the path of the runtime crate. If it isn't a dependency, rustc reports that.
    pub(crate) fn of_the_runtime() -> Self {
        Self::of(RUNTIME).unwrap_or_else(|| Self::named(RUNTIME))
    }

    /// Returns the crate path of another package, or `None` if the current package doesn't depend on it.
    pub(crate) fn of(package: &str) -> Option<Self> {
        match dependency(package) {
            Dependency::Named(name) => Some(Self::Named(name)),
            Dependency::Unknown => Some(Self::named(package)),
            Dependency::Missing => None,
        }
    }

    fn named(package: &str) -> Self {
        Self::Named(package.replace('-', "_"))
    }

    /// Whether the type is part of the runtime crate, which uses `crate = crate`.
    pub(crate) fn is_runtime(&self) -> bool {
        matches!(self, Self::Given(path) if path.is_ident("crate"))
    }

    /// Returns the name of the package that is being compiled. Empty if the compiler isn't run by Cargo.
    ///
    /// The runtime's doctests have its package name, but their types aren't part of the crate.
    pub(crate) fn declaring_package(&self) -> String {
        match self.is_runtime() {
            true => RUNTIME.to_owned(),
            false => std::env::var("CARGO_PKG_NAME").ok().filter(|name| name != RUNTIME).unwrap_or_default(),
        }
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Named(name) => {
                let name = format_ident!("{name}");
                tokens.extend(quote!(::#name));
            }
            Self::Given(path) => path.to_tokens(tokens),
        }
    }
}
