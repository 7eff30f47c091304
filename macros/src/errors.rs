//! Collects the errors of a type, so that a single compilation reports all of them.

use agent_error_rules::nearest::nearest;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    /// Whether syntax errors were found. A malformed attribute may contain a key that seems to be
    /// missing.
    pub(crate) has_syntax_errors: bool,
}

impl Errors {
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.found.push(syn::Error::new(span, message));
    }

    /// Adds an error at all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// Returns the value of `parsed`, or records its error.
    pub(crate) fn keep<T>(&mut self, parsed: syn::Result<T>) -> Option<T> {
        match parsed {
            Ok(value) => Some(value),
            Err(error) => {
                self.add_syntax_error(error);
                None
            }
        }
    }

    pub(crate) fn add_syntax_error(&mut self, error: syn::Error) {
        self.found.push(error);
        self.has_syntax_errors = true;
    }

    /// Returns `Ok` if there are no errors. Otherwise, returns code that makes rustc report all
    /// errors.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_empty() {
            return Ok(());
        }
        let found = self.found.into_iter();
        Err(found.map(syn::Error::into_compile_error).collect())
    }
}

/// Formats candidates as `` `a`, `b`, `c` ``. Starts with the candidate that is most similar to
/// `name`.
pub(crate) fn listed(name: &str, candidates: &[&str]) -> String {
    let mut sorted = candidates.to_vec();
    if let Some(first) = nearest(name, candidates.iter().copied()).first() {
        sorted.retain(|candidate| candidate != first);
        sorted.insert(0, first);
    }
    let quoted: Vec<String> = sorted
        .iter()
        .map(|candidate| format!("`{candidate}`"))
        .collect();
    quoted.join(", ")
}
