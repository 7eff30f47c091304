//! Parses attributes, and the values that several keys share. Preserves all spans.

use crate::errors::{Errors, listed};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Lit, LitBool, LitStr, Meta, Token};

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

/// Parses the entries in `#[code(...)]`, `#[agent_error(...)]` or `#[context(...)]`.
pub(crate) fn entries(attribute: &Attribute, errors: &mut Errors) -> Vec<Entry> {
    let is_code = attribute.path().is_ident("code");
    match &attribute.meta {
        Meta::List(list) if is_code => parse(list.tokens.clone(), true, errors),
        Meta::List(list) => {
            let tokens = without_code(&list.tokens, errors);
            parse(tokens, false, errors)
        }
        Meta::NameValue(pair) if is_code => {
            vec![Entry::code(pair.path.span(), pair.value.to_token_stream())]
        }
        meta => {
            let name = meta.path().to_token_stream();
            let example = if is_code {
                "\"NOT_FOUND\", ..."
            } else {
                "key = value, ..."
            };
            let message = format!("missing keys; write `#[{name}({example})]`");
            errors.add_syntax_error(syn::Error::new_spanned(meta, message));
            Vec::new()
        }
    }
}

/// Rejects a string at the start of another attribute than `#[code]`, and returns the rest.
fn without_code(tokens: &TokenStream, errors: &mut Errors) -> TokenStream {
    let mut rest = tokens.clone().into_iter();
    let Some(TokenTree::Literal(code)) = rest.next() else {
        return tokens.clone();
    };
    let message =
        format!("expected a key; write a code as `#[code({code})]`, or as `code = {code}`");
    errors.add_syntax_error(syn::Error::new(code.span(), message));
    rest.skip_while(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','))
        .collect()
}

/// Parses entries. The first one may be the literal of a code, if `positional_code` is set.
pub(crate) fn parse(tokens: TokenStream, positional_code: bool, errors: &mut Errors) -> Vec<Entry> {
    let mut entries = Vec::new();
    let parsed = Parser::parse2(
        |input: ParseStream<'_>| parse_entries(input, positional_code, &mut entries, errors),
        tokens,
    );
    errors.keep(parsed);
    entries
}

fn parse_entries(
    input: ParseStream<'_>,
    positional_code: bool,
    entries: &mut Vec<Entry>,
    errors: &mut Errors,
) -> syn::Result<()> {
    let mut may_be_code = positional_code;
    while !input.is_empty() {
        let parsed = parse_entry(input, may_be_code);
        may_be_code = false;
        if let Some(entry) = errors.keep(parsed) {
            entries.push(entry);
            if !input.is_empty() && !input.peek(Token![,]) {
                errors.add_syntax_error(input.error("expected `,` between keys"));
            }
        }
        // After an error, skip the rest of the entry.
        until_comma(input)?;
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(())
}

/// Parses the entries in another derive's attribute. Ignores syntax errors, because the other
/// derive reports them.
pub(crate) fn foreign(attribute: &Attribute) -> Vec<Entry> {
    match &attribute.meta {
        Meta::List(list) => parse(list.tokens.clone(), false, &mut Errors::default()),
        _ => Vec::new(),
    }
}

impl Entry {
    fn code(span: Span, value: TokenStream) -> Self {
        Self {
            name: "code".to_owned(),
            span,
            value: Value::Assigned(value),
        }
    }

    /// Parses the value as a `T`. On failure, adds an error that contains `expected`.
    pub(crate) fn parse<T: Parse>(&self, expected: &str, errors: &mut Errors) -> Option<T> {
        let Value::Assigned(_) = self.value else {
            errors.at(
                self.span,
                format_args!("missing value for `{0}`; write `{0} = ...`", self.name),
            );
            return None;
        };
        self.parse_if().or_else(|| self.invalid(expected, errors))
    }

    /// Parses the value in `key = value` if it's a `T`.
    pub(crate) fn parse_if<T: Parse>(&self) -> Option<T> {
        match &self.value {
            Value::Assigned(tokens) => syn::parse2(tokens.clone()).ok(),
            Value::Flag | Value::List(_) => None,
        }
    }

    /// Parses the arguments of `key(...)`, which must have one. On failure, adds an error that
    /// contains `expected`.
    pub(crate) fn parse_list<T: Parse>(
        &self,
        expected: &str,
        errors: &mut Errors,
    ) -> Option<Vec<T>> {
        if let Some(tokens) = self.list()
            && let Ok(list) = Punctuated::<T, Token![,]>::parse_terminated.parse2(tokens.clone())
            && !list.is_empty()
        {
            return Some(list.into_iter().collect());
        }
        self.invalid(expected, errors)
    }

    /// Adds an error at the value. Returns `None`.
    pub(crate) fn invalid<T>(&self, expected: &str, errors: &mut Errors) -> Option<T> {
        let message = format!("invalid value for `{}`; expected {expected}", self.name);
        match &self.value {
            Value::Assigned(tokens) if !tokens.is_empty() => errors.on(tokens, message),
            _ => errors.at(self.span, message),
        }
        None
    }

    /// Returns the tokens of the value, whether it's written as `key = value` or `key(list)`.
    pub(crate) fn tokens(&self) -> Option<&TokenStream> {
        match &self.value {
            Value::Assigned(tokens) | Value::List(tokens) => Some(tokens),
            Value::Flag => None,
        }
    }

    /// Whether the entry is a key alone.
    pub(crate) fn is_flag(&self) -> bool {
        matches!(self.value, Value::Flag)
    }

    pub(crate) fn list(&self) -> Option<&TokenStream> {
        match &self.value {
            Value::List(tokens) => Some(tokens),
            Value::Flag | Value::Assigned(_) => None,
        }
    }
}

/// The value of a key without `=`.
pub(crate) struct Flag;

/// Writes no tokens, because a fact like `Hidden` has no value.
impl ToTokens for Flag {
    fn to_tokens(&self, _: &mut TokenStream) {}
}

/// One of several words. Its tokens are a variant of an enum in the runtime.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    pub(crate) ty: &'static str,
    pub(crate) text: &'static str,
}

impl ToTokens for Word {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        // `Partial` for `partial`, and `FailedPrecondition` for `FAILED_PRECONDITION`.
        let mut name = String::new();
        for part in self.text.split('_') {
            let (first, rest) = part.split_at(1);
            name += &first.to_uppercase();
            name += &rest.to_lowercase();
        }
        let ty = format_ident!("{}", self.ty);
        let variant = format_ident!("{name}");
        tokens.extend(quote!(__agent::#ty::#variant));
    }
}

/// A literal value, or the field that contains the value.
pub(crate) enum Given<T> {
    Fixed(T),
    Field(Ident),
}

pub(crate) fn flag(entry: &Entry, errors: &mut Errors) -> Option<Flag> {
    match entry.value {
        Value::Flag => Some(Flag),
        _ => entry.invalid("the key alone", errors),
    }
}

pub(crate) fn string(entry: &Entry, errors: &mut Errors) -> Option<LitStr> {
    entry.parse("a string", errors)
}

/// Reads a boolean key. A key without a value means `true`.
pub(crate) fn switch(entry: &Entry, errors: &mut Errors) -> Option<bool> {
    match entry.value {
        Value::Flag => Some(true),
        _ => entry
            .parse::<LitBool>("`true` or `false`", errors)
            .map(|literal| literal.value),
    }
}

pub(crate) fn value<T: Parse>(expected: &str) -> impl Fn(&Entry, &mut Errors) -> Option<T> {
    move |entry, errors| entry.parse(expected, errors)
}

/// Reads an identifier or a string that must be one of the given words. `ty` is the enum in the
/// runtime.
pub(crate) fn word(
    ty: &'static str,
    words: &'static [&'static str],
) -> impl Fn(&Entry, &mut Errors) -> Option<Word> {
    move |entry, errors| {
        let tokens: TokenStream = entry.parse("a word", errors)?;
        let written = tokens.to_string();
        let given = written.trim_matches('"');
        match words.iter().find(|word| **word == given) {
            Some(text) => Some(Word { ty, text }),
            None => entry.invalid(&format!("one of {}", listed(given, words)), errors),
        }
    }
}

fn parse_entry(input: ParseStream<'_>, is_code: bool) -> syn::Result<Entry> {
    if is_code && input.peek(Lit) {
        let code: Lit = input.parse()?;
        return Ok(Entry::code(code.span(), code.to_token_stream()));
    }
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected a key, such as `key = value`"));
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
    let mut name = key.to_string();
    // `suggest = "..."` and `suggest(...)` are two keys with one name.
    if name == "suggest" && matches!(value, Value::List(_)) {
        name += "(...)";
    }
    Ok(Entry {
        name,
        span: key.span(),
        value,
    })
}

/// An expression. To keep builds short, syn's feature `full` isn't enabled, so syn parses neither
/// lists nor closures. The compiler checks them.
pub(crate) struct Expression(TokenStream);

impl Parse for Expression {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![&]) || input.peek(Token![|]) || input.peek(Token![move]) {
            return input.parse().map(Self);
        }
        let expression: Expr = input.parse()?;
        Ok(Self(expression.into_token_stream()))
    }
}

impl ToTokens for Expression {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// Returns the tokens before the next comma. The parameters of a closure may contain commas.
pub(crate) fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    if input.peek(Token![move]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if input.peek(Token![|]) {
        tokens.extend(closure_parameters(input)?);
    }
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}

/// Returns the tokens from the first `|` to the second one.
fn closure_parameters(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    let mut bars = 0;
    while bars < 2 && !input.is_empty() {
        if input.peek(Token![|]) {
            bars += 1;
        }
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}
