//! Collects the errors of one type, so that the user sees all of them in one compile.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The errors found so far. Only [`Errors::finish`] takes them out.
#[derive(Default)]
#[must_use = "errors that are not finished are lost"]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    probes: Vec<Probe>,
}

/// A mistake that rustc explains better, if compilation reaches that point.
struct Probe {
    /// Code that does not compile.
    code: TokenStream,
    /// The error in our words, for when other errors keep rustc from checking the code.
    error: syn::Error,
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

    /// Adds a second place to the last error, such as rustc's "first one here".
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

    /// Adds a mistake as code that does not compile, and an error that is used if there are other errors.
    pub(crate) fn probe(&mut self, code: TokenStream, tokens: impl ToTokens, message: impl Display) {
        self.probes.push(Probe { code, error: syn::Error::new_spanned(tokens, message) });
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

    /// All errors as `compile_error!` items, or `Ok` without errors.
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
