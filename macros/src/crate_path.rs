//! Paths of crates in the generated code.

use crate::manifest::{Dependency, dependency};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};
use syn::Token;

/// The package name of the runtime crate.
const RUNTIME: &str = "agent-error";

/// The path of a crate: a dependency's name in the manifest, or an explicit path as in `crate = path`.
pub(crate) enum CratePath {
    Named(String),
    Given(syn::Path),
}

impl CratePath {
    /// Returns the path of the runtime crate. If the crate isn't a dependency, rustc reports the unresolved path.
    pub(crate) fn of_the_runtime() -> Self {
        Self::of(RUNTIME).unwrap_or_else(|| Self::named(RUNTIME))
    }

    /// Returns the path of another package's crate, or `None` if the current package doesn't depend on that package.
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

    /// Whether the type is part of the runtime crate itself, which sets `crate = crate`.
    pub(crate) fn is_runtime(&self) -> bool {
        matches!(self, Self::Given(path) if path.is_ident("crate"))
    }

    /// Returns the name of the package that is being compiled. Returns an empty string if rustc isn't run by Cargo.
    ///
    /// Doctests of the runtime crate also have its package name. Their types aren't part of the crate, so this returns
    /// an empty string for them.
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
                <Token![::]>::default().to_tokens(tokens);
                format_ident!("{name}").to_tokens(tokens);
            }
            Self::Given(path) => path.to_tokens(tokens),
        }
    }
}
