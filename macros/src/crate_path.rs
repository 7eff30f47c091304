//! Where the runtime crate lives.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The path that generated code starts from: `::agent_error`, or what `crate = path` says.
pub(crate) enum CratePath {
    Default,
    Given(syn::Path),
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Default => tokens.extend(quote!(::agent_error)),
            Self::Given(path) => path.to_tokens(tokens),
        }
    }
}
