//! Collects all errors of a type, so that users see them in a single compilation.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The errors found so far. Only [`Errors::finish`] returns them.
#[derive(Default)]
#[must_use = "errors that are not finished are lost"]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    probes: Vec<Probe>,
}

/// A mistake that rustc reports better than we can, if it gets that far.
struct Probe {
    /// Code that fails to compile.
    code: TokenStream,
    /// Our own error. It's used if other errors prevent rustc from checking the code.
    error: syn::Error,
}

impl Errors {
    /// Adds an error at `span`.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.found.push(syn::Error::new(span, message));
    }

    /// Adds an error that spans all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds a second location to the last error, such as "first one here".
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

    /// Adds a mistake as code that fails to compile, with an error to use if there are other errors.
    pub(crate) fn probe(&mut self, code: TokenStream, tokens: impl ToTokens, message: impl Display) {
        self.probes.push(Probe { code, error: syn::Error::new_spanned(tokens, message) });
    }

    /// Returns the value of `result`, or records its error.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    /// Returns `Ok` without errors. Otherwise, returns them all as `compile_error!` items.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_empty() && self.probes.is_empty() {
            return Ok(());
        }
        if self.found.is_empty() {
            return Err(self.probes.into_iter().map(|probe| probe.code).collect());
        }
        let errors = self.found.into_iter().chain(self.probes.into_iter().map(|probe| probe.error));
        Err(errors.map(syn::Error::into_compile_error).collect())
    }
}
