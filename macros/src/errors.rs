//! Collects the errors of a type, so that a single compilation reports all of them.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The errors of a type. Call [`Errors::finish`] to report them.
#[derive(Default)]
#[must_use = "errors that are not finished are lost"]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
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
        match self.found.is_empty() {
            true => Ok(()),
            false => Err(self.found.into_iter().map(syn::Error::into_compile_error).collect()),
        }
    }
}
