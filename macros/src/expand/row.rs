//! The rows of a type's table, as text.
//!
//! A large enum has thousands of tokens here. rustc parses them from text in a fraction of the time that this macro,
//! compiled without optimization in development, would take to build them.

use super::fields::{CaseFields, is_closed};
use super::type_text::type_text;
use super::{classify, located, schema};
use crate::crate_path::CratePath;
use crate::model::{Actions, Case, Coded, ContextField, ErrorType, Part, RetryAfter, Shown};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::HashMap;
use std::fmt::{Display, Write};
use syn::ext::IdentExt;

/// The rows of a type.
pub(super) struct Table<'a> {
    krate: &'a CratePath,
    ty: &'a ErrorType,
    /// The number of codes.
    count: usize,
    texts: String,
    numbers: String,
    facts: String,
    /// The place of the type's declaration.
    declared: Place,
    bases: Vec<TokenStream>,
    /// The index of each exit code, as written, among the distinct ones.
    known_exits: HashMap<String, usize>,
    /// The distinct lists of fields, the empty one first.
    fields: Vec<TokenStream>,
    /// Whether a field needs the schema of its type.
    asks: bool,
    /// The indexes of the lists that are in the table already.
    known_fields: HashMap<String, usize>,
    rules: Vec<TokenStream>,
    /// What only constants show.
    checks: Vec<TokenStream>,
}

/// The parts of the expansion.
pub(super) struct Parts {
    /// The items that the rows refer to.
    pub(super) items: TokenStream,
    /// A reference to the array of the definitions.
    pub(super) definitions: TokenStream,
    /// Whether a field needs the schema of its type.
    pub(super) asks: bool,
}

impl<'a> Table<'a> {
    pub(super) fn new(ty: &'a ErrorType) -> Self {
        Self {
            krate: &ty.krate,
            ty,
            count: 0,
            texts: String::new(),
            numbers: String::new(),
            facts: String::new(),
            declared: Place::of(ty.ident.span()),
            bases: Vec::new(),
            known_exits: HashMap::new(),
            fields: vec![quote!(&[])],
            asks: false,
            known_fields: HashMap::from([(String::new(), 0)]),
            rules: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Adds a row: common facts directly, rare ones as a list.
    pub(super) fn add(&mut self, case: &Case, coded: &Coded, fields: &CaseFields<'_>) {
        let variant = if self.ty.is_enum { case.ident.unraw().to_string() } else { String::new() };
        let text = |part| coded.texts.iter().find(|text| text.part == part).map(|text| &text.template);
        let (code, hash) = (&coded.code, fnv1a(&coded.code));
        let (base, fields_at) = (self.base(&coded.exit), self.place(&coded.context));
        if text(Part::FixCommand).is_some() {
            self.reject_implied_retry(base, coded);
        }
        let line = self.declared.line_of(case.ident.span());
        let _ = write!(self.texts, "{code:?},{variant:?},");
        let texts = [coded.summary.as_ref(), coded.message.as_ref(), text(Part::Suggestion), coded.docs_url.as_ref()];
        self.count += 1;
        let mut has = 0;
        for (bit, text) in texts.into_iter().enumerate() {
            if let Some(text) = text {
                let _ = write!(self.texts, "{text:?},");
                has |= 1 << bit;
            }
        }
        let mut stated = String::new();
        let mut facts = Facts { text: &mut stated };
        facts.quoted("Description", coded.description.as_ref());
        for &(part, _, name) in Part::ALL.iter().filter(|(part, ..)| *part != Part::Suggestion) {
            facts.state("Text", text(part).map(|text| format!("agent_error_row::Part::{name},{text:?}")));
        }
        facts.retry(coded);
        facts.word("Phase", coded.phase);
        facts.word("Severity", coded.severity);
        facts.state("Status", coded.status);
        facts.state("Protocol", coded.protocol);
        facts.quoted("Since", coded.since.as_ref());
        facts.quoted("Deprecated", coded.deprecated.as_ref());
        facts.state("Shared", coded.shared.then_some(true));
        facts.state("Hidden", coded.hidden.then_some(true));
        match &coded.actions {
            Actions::Fixed(actions) if actions.is_empty() => {}
            Actions::Fixed(actions) => facts.list("Actions", actions.iter().map(syn::LitStr::value)),
            Actions::Field { name, .. } => facts.quoted("ActionsField", Some(name)),
        }
        if !fields.beside.is_empty() {
            facts.list("Shown", fields.beside.iter().map(|name| (*name).to_owned()));
        }
        if let Some(classify) = &coded.classify {
            let name = rules_name(self.rules.len());
            facts.state("Classify", Some(&name));
            let (krate, rules) = (self.krate, classify::rules(self.krate, classify));
            self.rules.push(quote!(const #name: &[#krate::__private::Rule] = #rules;));
        }
        if !stated.is_empty() {
            let _ = write!(self.facts, "&[{stated}],");
            has |= 1 << 4;
        }
        let _ = write!(self.numbers, "{hash},{base},{fields_at},{},", (u64::from(line) << 8) | has);
    }

    /// The index of the facts of an exit code. A constant has the user's span, so that a value out of range is reported
    /// there.
    fn base(&mut self, exit: &TokenStream) -> usize {
        let next = self.bases.len();
        let place = *self.known_exits.entry(exit.to_string()).or_insert(next);
        if place == next {
            let name = base_name(place);
            let krate = self.krate;
            let span = exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            let base = quote!(const #name: #krate::__private::ErrorDef = #krate::__private::ErrorDef::with_exit);
            // The path keeps its own spans: rustc would otherwise replace the wrong part of it in what it suggests.
            let base = located(span, base);
            self.bases.push(quote_spanned!(span=> #base(#exit);));
        }
        place
    }

    /// A `fix` is for failures that a repeated call does not solve; only constants show what an exit code implies.
    fn reject_implied_retry(&mut self, base: usize, coded: &Coded) {
        let is_stated = coded.retryable.is_some() || matches!(coded.side_effects, Some("partial" | "complete"));
        if !is_stated {
            let (krate, base) = (self.krate, base_name(base));
            let span = coded.exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            self.checks.push(located(span, quote!(const _: () = #krate::__private::row::reject_retry(&#base);)));
        }
    }

    /// The index of the fields in the table.
    fn place(&mut self, context: &[ContextField]) -> usize {
        let mut name = String::new();
        for field in context {
            let _ = write!(name, "{:?}", (&field.name, field.ty.to_string(), field.shown as u8, &field.summary));
        }
        let next = self.fields.len();
        let place = *self.known_fields.entry(name).or_insert(next);
        if place == next {
            let fields: Vec<TokenStream> = context.iter().map(|field| self.field(field)).collect();
            self.fields.push(quote!(&[#(#fields),*]));
        }
        place
    }

    fn field(&mut self, field: &ContextField) -> TokenStream {
        // All instances of a type with parameters share one table.
        let is_known_here = !self.ty.has_instances() || is_closed(field.ty.clone(), self.ty);
        let asks = schema::needs_hook(field) && is_known_here;
        self.asks |= asks;
        field_definition(self.krate, field, asks)
    }

    pub(super) fn parts(self) -> Parts {
        let Self { krate, count, texts, numbers, facts, declared, bases, fields, asks, rules, checks, .. } = self;
        let (texts, numbers, facts) = (read(&texts), read(&numbers), read(&facts));
        let base_names = (0..bases.len()).map(base_name);
        let items = quote! {
            #[allow(unused_imports)]
            use #krate::__private::row as agent_error_row;
            #(#bases)*
            #(#rules)*
            #(#checks)*
        };
        let (line, span) = (declared.line, declared.span);
        let shown_line = quote_spanned!(span=> agent_error_row::line!());
        let definitions = quote! {
            &agent_error_row::table::<#count>(&[#(#base_names),*], [#line, #shown_line], &[#texts], &[#numbers], &[#facts], &[#(#fields),*])
        };
        Parts { items, definitions, asks }
    }
}

/// Text written by this file, as tokens.
fn read(written: &str) -> TokenStream {
    written.parse().unwrap_or_else(|error| {
        let message = format!("cannot read the table of codes: {error}");
        quote!(::core::compile_error!(#message))
    })
}

/// The place of a type's declaration.
///
/// Expanding `line!()` for each variant of a large enum would cost too much. If it differs from the span, a macro
/// writes the type; all variants then have the line of the macro's call.
struct Place {
    span: Span,
    line: u32,
    file: String,
}

impl Place {
    fn of(span: Span) -> Self {
        let (line, file) = position(span);
        Self { span, line, file }
    }

    /// The line of a variant; 0 means that of the type.
    fn line_of(&self, variant: Span) -> u32 {
        let (line, file) = position(variant);
        if file == self.file { line } else { 0 }
    }
}

/// The line and the file of a span, if the compiler knows them.
fn position(span: Span) -> (u32, String) {
    if !proc_macro::is_available() {
        return (0, String::new());
    }
    let span = span.unwrap();
    (u32::try_from(span.line()).unwrap_or(0), span.file())
}

fn base_name(place: usize) -> Ident {
    format_ident!("AGENT_ERROR_EXIT_{place}", span = Span::mixed_site())
}

fn rules_name(place: usize) -> Ident {
    format_ident!("AGENT_ERROR_RULES_{place}", span = Span::mixed_site())
}

/// The facts that few codes have.
struct Facts<'a> {
    text: &'a mut String,
}

impl Facts<'_> {
    fn state(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            let _ = write!(self.text, "agent_error_row::RowFact::{name}({value}),");
        }
    }

    fn quoted(&mut self, name: &str, value: Option<&String>) {
        self.state(name, value.map(|value| format!("{value:?}")));
    }

    fn list(&mut self, name: &str, values: impl Iterator<Item = String>) {
        self.state(name, Some(format!("&{:?}", values.collect::<Vec<_>>())));
    }

    /// Adds the variant of the enum `name` with the spelling `word`.
    fn word(&mut self, name: &str, word: Option<&str>) {
        let spelled = |word: &str| format!("agent_error_row::{name}::{}{}", word[..1].to_uppercase(), &word[1..]);
        self.state(name, word.map(spelled));
    }

    /// A call that may be repeated has changed nothing; a call that changed something may not be repeated.
    fn retry(&mut self, coded: &Coded) {
        let changed = matches!(coded.side_effects, Some("partial" | "complete"));
        if coded.retryable == Some(true) {
            self.state("Retryable", Some(true));
            self.word("SideEffects", Some("none"));
        } else {
            let retryable = (coded.retryable.is_some() || changed).then_some(false);
            self.state("Retryable", retryable);
            self.word("SideEffects", coded.side_effects);
        }
        self.word("Retry", coded.retry);
        match &coded.retry_after {
            Some(RetryAfter::Fixed { millis }) => self.state("RetryAfterMillis", Some(millis)),
            Some(RetryAfter::Field { name, .. }) => self.quoted("RetryAfterField", Some(name)),
            None => {}
        }
    }
}

fn field_definition(krate: &CratePath, field: &ContextField, asks: bool) -> TokenStream {
    let name = &field.name;
    let ty = type_text(field.ty.clone());
    let shown = match field.shown {
        Shown::Serialized => quote!(Serialized),
        Shown::Display | Shown::Debug => quote!(Text),
        Shown::Redacted => quote!(Redacted),
    };
    let summary = option(field.summary.as_ref());
    let schema = schema::hook(krate, field, asks);
    quote! {
        #krate::__private::FieldDef { name: #name, ty: #ty, shown: #krate::__private::Shown::#shown, summary: #summary, schema: #schema }
    }
}

pub(super) fn option(value: Option<&String>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// The 64-bit FNV-1a hash, which the runtime compares instead of strings.
pub(super) fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn the_hash_is_fnv1a() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
    }
}
