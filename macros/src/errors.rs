//! Collects the errors of one type, so that the user sees all of them in one compile.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The errors found so far. [`Errors::finish`] takes them out; nothing else does.
#[derive(Default)]
#[must_use = "errors that are not finished are lost"]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    probes: TokenStream,
}

impl Errors {
    /// Adds an error on `span`.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.found.push(syn::Error::new(span, message));
    }

    /// Adds an error that underlines all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds a second place to what was said last, as rustc's "first one here".
    pub(crate) fn also_at(&mut self, span: Span, message: impl Display) {
        let note = syn::Error::new(span, message);
        match self.found.last_mut() {
            Some(last) => last.combine(note),
            None => self.found.push(note),
        }
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Adds code that does not compile, for a mistake that rustc explains better than we could.
    pub(crate) fn probe(&mut self, code: TokenStream) {
        self.probes.extend(code);
    }

    /// Keeps the value of `result`, or its error.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    /// All errors as `compile_error!` items, or `Ok` if there is none.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_empty() && self.probes.is_empty() {
            return Ok(());
        }
        let mut tokens = self.probes;
        for error in self.found {
            tokens.extend(error.into_compile_error());
        }
        Err(tokens)
    }
}
