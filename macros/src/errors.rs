//! Collects the errors of a type, so that a single compilation reports all of them.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The errors of a type. Call [`Errors::finish`] to report them.
#[derive(Default)]
#[must_use = "errors that are not finished are lost"]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    probes: Vec<Probe>,
}

/// A mistake for which rustc's error is more precise than a macro's.
struct Probe {
    /// Code that rustc rejects because of the mistake.
    code: TokenStream,
    /// The macro's error, which replaces the code if there are other errors.
    error: syn::Error,
}

impl Errors {
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.found.push(syn::Error::new(span, message));
    }

    /// Adds an error at all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds a note at another location to the last error, such as "first one here".
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

    /// Adds a mistake that rustc reports when it compiles `code`. If there are other errors, reports `message` instead.
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

    /// Returns `Ok` if there are no errors. Otherwise, returns code that makes rustc report all errors.
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
