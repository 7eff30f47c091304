//! Paths of crates in the generated code.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The path of a crate: the name of its package, or an explicit path as in `crate = path`.
pub(crate) enum CratePath {
    /// The name of a package.
    Package(&'static str),
    Given(syn::Path),
}

impl CratePath {
    pub(crate) const RUNTIME: Self = Self::Package("agent-error");

    /// Whether the type is part of the runtime crate itself, which sets `crate = crate`.
    pub(crate) fn is_runtime(&self) -> bool {
        matches!(self, Self::Given(path) if path.is_ident("crate"))
    }

    /// Returns the name of the package that is being compiled. Returns an empty string if rustc isn't run by Cargo.
    ///
    /// Doctests of the runtime crate also have its package name. Their types aren't part of the crate, so this returns
    /// an empty string for them.
    pub(crate) fn declaring_package(&self) -> String {
        let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
        match package == "agent-error" && !self.is_runtime() {
            true => String::new(),
            false => package,
        }
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Package(name) => {
                let name = quote::format_ident!("{}", name.replace('-', "_"));
                tokens.extend(quote!(::#name));
            }
            Self::Given(path) => path.to_tokens(tokens),
        }
    }
}
