//! Parses attributes into entries. Accepts keys in any order, preserves all spans, and doesn't interpret values.

use crate::errors::Errors;
use crate::keys::{self, Place};
use crate::listed::listed;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Ident, Lit, LitBool, LitStr, Meta, Token};

/// An entry of the form `key`, `key = value` or `key(list)`.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) span: Span,
    value: Value,
}

enum Value {
    Flag,
    Assigned(TokenStream),
    List(TokenStream),
}

/// The entries of all attributes on an item. Keys are unique.
#[derive(Default)]
pub(crate) struct Entries {
    entries: Vec<Entry>,
    /// Whether an entry failed to parse. If so, a key that seems to be missing may have been in that entry.
    broken: bool,
}

impl Entries {
    /// Parses `#[code(...)]`, `#[agent_error(...)]` or `#[context(...)]`.
    pub(crate) fn read(&mut self, attribute: &Attribute, place: Place, errors: &mut Errors) {
        let is_code = attribute.path().is_ident("code");
        match &attribute.meta {
            Meta::Path(path) => {
                self.broken = true;
                errors.on(path, missing_arguments(path.to_token_stream().to_string().as_str()));
            }
            Meta::NameValue(pair) if is_code => self.insert(
                Entry {
                    name: "code".to_owned(),
                    span: pair.path.to_token_stream().into_iter().next().map_or_else(Span::call_site, |t| t.span()),
                    value: Value::Assigned(pair.value.to_token_stream()),
                },
                place,
                errors,
            ),
            Meta::NameValue(pair) => {
                self.broken = true;
                errors.on(pair, missing_arguments(pair.path.to_token_stream().to_string().as_str()));
            }
            Meta::List(list) => {
                let parser = |input: ParseStream<'_>| parse_entries(input, is_code);
                if let Some((entries, broken)) = errors.keep(parser.parse2(list.tokens.clone())) {
                    for entry in entries {
                        self.insert(entry, place, errors);
                    }
                    self.broken |= !broken.is_empty();
                    for error in broken {
                        errors.push(error);
                    }
                }
            }
        }
    }

    fn insert(&mut self, entry: Entry, place: Place, errors: &mut Errors) {
        if let Some(complaint) = keys::complaint(&entry.name, place) {
            errors.at(entry.span, complaint);
        } else if let Some(first) = self.entries.iter().find(|known| known.name == entry.name) {
            errors.at(entry.span, format_args!("duplicate key `{}`", entry.name));
            errors.also_at(first.span, "first one here");
        } else {
            self.entries.push(entry);
        }
    }

    /// Adds an entry from another derive's attribute, unless the item already has the key.
    pub(crate) fn supply(&mut self, name: &str, span: Span, value: Option<TokenStream>) {
        if self.get(name).is_none() {
            let value = value.map_or(Value::Flag, Value::Assigned);
            self.entries.push(Entry { name: name.to_owned(), span, value });
        }
    }

    /// Removes and returns the entries whose keys match `wanted`.
    pub(crate) fn split_off(&mut self, wanted: impl Fn(&str) -> bool) -> Self {
        let (taken, left) = std::mem::take(&mut self.entries).into_iter().partition(|entry| wanted(&entry.name));
        self.entries = left;
        Self { entries: taken, broken: self.broken }
    }

    /// Whether an entry failed to parse.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    pub(crate) fn span_of(&self, name: &str) -> Option<Span> {
        self.get(name).map(|entry| entry.span)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Returns the span of a key that doesn't accept a value.
    pub(crate) fn flag(&self, name: &str, errors: &mut Errors) -> Option<Span> {
        let entry = self.get(name)?;
        if !matches!(entry.value, Value::Flag) {
            errors.at(entry.span, format_args!("invalid value for `{name}`; expected the key alone"));
        }
        Some(entry.span)
    }

    /// Returns the string value of a key.
    pub(crate) fn string(&self, name: &str, errors: &mut Errors) -> Option<LitStr> {
        self.get(name)?.parse("a string", errors)
    }

    /// Returns the value of a boolean key. A key without a value means `true`.
    pub(crate) fn switch(&self, name: &str, errors: &mut Errors) -> Option<bool> {
        let entry = self.get(name)?;
        if matches!(entry.value, Value::Flag) {
            return Some(true);
        }
        entry.parse::<LitBool>("`true` or `false`", errors).map(|literal| literal.value)
    }

    /// Returns the value of a key that only accepts the given keywords.
    pub(crate) fn word(&self, name: &str, words: &[&'static str], errors: &mut Errors) -> Option<&'static str> {
        let entry = self.get(name)?;
        let expected = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let given = entry.parse::<Word>(&format!("one of {expected}"), errors)?;
        let found = words.iter().copied().find(|word| *word == given.text);
        if found.is_none() {
            let listed = listed(&given.text, words);
            errors.at(given.span, format_args!("invalid value for `{name}`; expected one of {listed}"));
        }
        found
    }
}

impl Entry {
    /// Parses the value as a `T`. On failure, adds an error that contains `expected`.
    pub(crate) fn parse<T: Parse>(&self, expected: &str, errors: &mut Errors) -> Option<T> {
        let Value::Assigned(tokens) = &self.value else {
            errors.at(self.span, format_args!("missing value for `{0}`; write `{0} = ...`", self.name));
            return None;
        };
        let parsed = syn::parse2::<T>(tokens.clone()).ok();
        if parsed.is_none() {
            let message = format!("invalid value for `{}`; expected {expected}", self.name);
            match tokens.is_empty() {
                true => errors.at(self.span, message),
                false => errors.on(tokens, message),
            }
        }
        parsed
    }

    /// Whether the entry has the form `key = value`.
    pub(crate) fn is_assigned(&self) -> bool {
        matches!(self.value, Value::Assigned(_))
    }

    /// Returns the tokens of the value, whether it's written as `key = value` or `key(list)`.
    pub(crate) fn tokens(&self) -> Option<&TokenStream> {
        match &self.value {
            Value::Assigned(tokens) | Value::List(tokens) => Some(tokens),
            Value::Flag => None,
        }
    }

    /// Returns the arguments of `key(...)`.
    pub(crate) fn list(&self) -> Option<&TokenStream> {
        match &self.value {
            Value::List(tokens) => Some(tokens),
            Value::Flag | Value::Assigned(_) => None,
        }
    }

    /// Returns the string literals in `key("a", "b")`.
    pub(crate) fn strings(&self, errors: &mut Errors) -> Vec<LitStr> {
        let parser = syn::punctuated::Punctuated::<LitStr, Token![,]>::parse_terminated;
        let parsed = self.list().and_then(|tokens| parser.parse2(tokens.clone()).ok()).filter(|list| !list.is_empty());
        parsed.map_or_else(
            || {
                let message = format!("invalid value for `{0}`; expected `{0}(\"...\", ...)`", self.name);
                errors.at(self.span, message);
                Vec::new()
            },
            |list| list.into_iter().collect(),
        )
    }
}

/// A keyword, written as an identifier or a string literal.
struct Word {
    text: String,
    span: Span,
}

impl Parse for Word {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            let literal: LitStr = input.parse()?;
            return Ok(Self { text: literal.value(), span: literal.span() });
        }
        let ident = input.call(Ident::parse_any)?;
        Ok(Self { text: ident.to_string(), span: ident.span() })
    }
}

/// Parses the entries in another derive's attribute. Ignores syntax errors, because the other derive reports them.
pub(crate) fn foreign(attribute: &Attribute) -> Vec<Entry> {
    let Meta::List(list) = &attribute.meta else { return Vec::new() };
    let parser = |input: ParseStream<'_>| parse_entries(input, false);
    parser.parse2(list.tokens.clone()).map_or_else(|_| Vec::new(), |(entries, _)| entries)
}

fn missing_arguments(attribute: &str) -> String {
    match attribute {
        "code" => "missing key `code`; write `#[code(\"NOT_FOUND\", ...)]`".to_owned(),
        other => format!("missing keys; write `#[{other}(key = value, ...)]`"),
    }
}

/// Parses all entries. Also returns the errors of invalid entries.
fn parse_entries(input: ParseStream<'_>, positional_code: bool) -> syn::Result<(Vec<Entry>, Vec<syn::Error>)> {
    let (mut entries, mut broken) = (Vec::new(), Vec::new());
    let mut first = true;
    while !input.is_empty() {
        match parse_entry(input, first && positional_code) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                broken.push(error);
                until_comma(input)?;
            }
        }
        first = false;
        if !input.is_empty() && !input.peek(Token![,]) {
            broken.push(input.error("expected `,` between keys"));
            until_comma(input)?;
        }
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
        }
    }
    Ok((entries, broken))
}

fn parse_entry(input: ParseStream<'_>, positional_code: bool) -> syn::Result<Entry> {
    if input.peek(Lit) {
        let literal: Lit = input.parse()?;
        if !positional_code {
            return Err(syn::Error::new(literal.span(), "expected a key; write `code = \"...\"`"));
        }
        let value = Value::Assigned(literal.to_token_stream());
        return Ok(Entry { name: "code".to_owned(), span: literal.span(), value });
    }
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected a key, such as `exit = 5`"));
    }
    let key = input.call(Ident::parse_any)?;
    let value = if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        Value::Assigned(until_comma(input)?)
    } else if input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        Value::List(content.parse()?)
    } else {
        Value::Flag
    };
    Ok(Entry { name: key.to_string(), span: key.span(), value })
}

fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}
