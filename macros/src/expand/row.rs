//! Generates a type's table rows as source text.
//!
//! Large enums have thousands of tokens in their tables. In development builds, this macro isn't optimized, so rustc
//! parses them from a string much faster than this macro could build them.

use super::fields::{CaseFields, is_closed};
use super::place::Place;
use super::type_text::type_text;
use super::{classify, located, schema};
use crate::crate_path::CratePath;
use crate::model::{Actions, Case, Coded, ContextField, ErrorType, Part, RetryAfter, Shown, Status};
use agent_error_rules::row::{MORE, Row, RowText, SHARED, hash};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::HashMap;
use std::fmt::{Display, Write};
use syn::ext::IdentExt;

/// The table of a type.
pub(super) struct Table<'a> {
    krate: &'a CratePath,
    ty: &'a ErrorType,
    /// The number of codes.
    count: usize,
    /// The concatenated strings of all codes.
    texts: String,
    numbers: String,
    words: String,
    rare: String,
    /// The location of the type's declaration.
    declared: Place,
    exits: Vec<TokenStream>,
    /// The index of each distinct exit code expression.
    known_exits: HashMap<String, usize>,
    /// The distinct lists of fields. The first one is empty.
    lists: Vec<TokenStream>,
    /// Whether any field uses its type's schema.
    asks: bool,
    /// The index of each list of fields.
    known_fields: HashMap<String, usize>,
    rules: Vec<TokenStream>,
    /// Checks that need the values of constants.
    checks: Vec<TokenStream>,
}

/// The parts of the expansion.
pub(super) struct Parts {
    /// The items that the rows refer to.
    pub(super) items: TokenStream,
    /// An expression for the array of definitions.
    pub(super) definitions: TokenStream,
    /// Whether any field uses its type's schema.
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
            words: String::new(),
            rare: String::new(),
            declared: Place::of(ty.ident.span()),
            exits: Vec::new(),
            known_exits: HashMap::new(),
            lists: vec![quote!(&[])],
            asks: false,
            known_fields: HashMap::from([(String::new(), 0)]),
            rules: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Adds a row. Common facts are stored as numbers, and rare ones in lists.
    pub(super) fn add(&mut self, case: &Case, coded: &Coded, fields: &CaseFields<'_>) {
        let mut row = Row {
            hash: hash(&coded.code),
            line: self.declared.lines_to(case.ident.span()),
            exit: place(self.exit(&coded.exit)),
            fields: place(self.fields(&coded.context)),
            ..Row::default()
        };
        if text(coded, Part::FixCommand).is_some() {
            self.reject_implied_retry(row.exit.into(), coded);
        }
        self.add_texts(case, coded, &mut row);
        let words = words(coded);
        row.words = !words.is_empty();
        if row.words {
            let _ = write!(self.words, "&[{words}],");
        }
        let rare = self.rare_facts(coded, fields);
        row.rare = !rare.is_empty();
        if row.rare {
            let _ = write!(self.rare, "&[{rare}],");
        }
        // With a suffix, rustc doesn't have to infer each number's type.
        for number in row.pack() {
            let _ = write!(self.numbers, "{number}u64,");
        }
        self.count += 1;
    }

    fn add_texts(&mut self, case: &Case, coded: &Coded, row: &mut Row) {
        let variant = self.ty.is_enum.then(|| case.ident.unraw().to_string());
        let start = self.texts.len();
        for (kind, text) in [
            (RowText::Code, Some(&coded.code)),
            (RowText::Variant, variant.as_ref()),
            (RowText::Summary, coded.summary.as_ref()),
            (RowText::Message, coded.message.as_ref()),
            (RowText::Suggestion, text(coded, Part::Suggestion)),
            (RowText::DocsUrl, coded.docs_url.as_ref()),
            (RowText::Description, coded.description.as_ref()),
        ] {
            if let Some(text) = text {
                self.texts.push_str(text);
                row.has |= kind.bit();
            }
            row.ends[kind as usize] = place(self.texts.len() - start);
        }
        row.has &= !(SHARED | MORE);
        row.has |= if coded.shared { SHARED } else { 0 };
        row.has |= if coded.texts.iter().any(|text| text.part != Part::Suggestion) { MORE } else { 0 };
    }

    /// Returns the rare facts of a code as source text.
    fn rare_facts(&mut self, coded: &Coded, fields: &CaseFields<'_>) -> String {
        let mut facts = Values::of("RareFact");
        for &(part, _, name) in Part::ALL.iter().filter(|(part, ..)| *part != Part::Suggestion) {
            facts.state("Text", text(coded, part).map(|text| format!("agent_error_row::Part::{name},{text:?}")));
        }
        match &coded.retry_after {
            Some(RetryAfter::Fixed { millis }) => facts.state("RetryAfterMillis", Some(millis)),
            Some(RetryAfter::Field { name, .. }) => facts.quoted("RetryAfterField", Some(name)),
            None => {}
        }
        facts.word("Retry", coded.retry);
        facts.word("Phase", coded.phase);
        match &coded.actions {
            Actions::Fixed(actions) if actions.is_empty() => {}
            Actions::Fixed(actions) => facts.list("Actions", actions.iter().map(syn::LitStr::value)),
            Actions::Field { name, .. } => facts.quoted("ActionsField", Some(name)),
        }
        if let Some(Status::Field { name, .. }) = &coded.status {
            facts.quoted("StatusField", Some(name));
        }
        facts.state("Protocol", coded.protocol);
        facts.state("Hidden", coded.hidden.then_some(true));
        facts.quoted("Since", coded.since.as_ref());
        facts.quoted("Deprecated", coded.deprecated.as_ref());
        if !fields.beside.is_empty() {
            facts.list("Shown", fields.beside.iter().map(|name| (*name).to_owned()));
        }
        if let Some(classify) = &coded.classify {
            let name = rules_name(self.rules.len());
            facts.state("Classify", Some(&name));
            let (krate, rules) = (self.krate, classify::rules(self.krate, classify));
            self.rules.push(quote!(const #name: &[#krate::__private::Rule] = #rules;));
        }
        facts.written
    }

    /// Returns the index of an exit code. Constants keep the user's span, so that out-of-range values are reported
    /// there.
    fn exit(&mut self, exit: &TokenStream) -> usize {
        let next = self.exits.len();
        let place = *self.known_exits.entry(exit.to_string()).or_insert(next);
        if place == next {
            let name = exit_name(place);
            let krate = self.krate;
            let span = exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            let def = quote!(const #name: #krate::__private::ErrorDef = #krate::__private::ErrorDef::with_exit);
            // Keep the spans of the path. Otherwise, rustc's suggestions would replace the wrong part.
            let def = located(span, def);
            self.exits.push(quote_spanned!(span=> #def(#exit);));
        }
        place
    }

    /// Rejects a `fix` if the exit code implies a retry. Exit codes may be constants, so the compiler has to check
    /// this.
    fn reject_implied_retry(&mut self, exit: usize, coded: &Coded) {
        let is_stated = coded.retryable.is_some() || matches!(coded.side_effects, Some("partial" | "complete"));
        if !is_stated {
            let (krate, exit) = (self.krate, exit_name(exit));
            let span = coded.exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            self.checks.push(located(span, quote!(const _: () = #krate::__private::row::reject_retry(&#exit);)));
        }
    }

    /// Returns the index of a list of fields.
    fn fields(&mut self, context: &[ContextField]) -> usize {
        let mut name = String::new();
        for field in context {
            let _ = write!(name, "{:?}", (&field.name, field.ty.to_string(), field.shown as u8, &field.summary));
        }
        let next = self.lists.len();
        let place = *self.known_fields.entry(name).or_insert(next);
        if place == next {
            let fields: Vec<TokenStream> = context.iter().map(|field| self.field(field)).collect();
            self.lists.push(quote!(&[#(#fields),*]));
        }
        place
    }

    fn field(&mut self, field: &ContextField) -> TokenStream {
        // All instances of a generic type share a table.
        let is_known_here = !self.ty.has_instances() || is_closed(field.ty.clone(), self.ty);
        let asks = self.ty.uses_schemas() && schema::needs_hook(field) && is_known_here;
        self.asks |= asks;
        field_definition(self.krate, field, asks)
    }

    pub(super) fn parts(self) -> Parts {
        let Self { krate, count, texts, numbers, words, rare, declared, exits, lists, asks, rules, checks, .. } = self;
        let (numbers, words, rare) = (read(&numbers), read(&words), read(&rare));
        let exit_names = (0..exits.len()).map(exit_name);
        let items = quote! {
            #[allow(unused_imports)]
            use #krate::__private::row as agent_error_row;
            #(#exits)*
            #(#rules)*
            #(#checks)*
        };
        let (line, span) = (declared.line, declared.span);
        let shown_line = quote_spanned!(span=> agent_error_row::line!());
        let definitions = quote! {
            &agent_error_row::table::<#count>(
                &agent_error_row::Lists { line: #shown_line, texts: #texts, fields: &[#(#lists),*], rare: &[#rare] },
                &[#(#exit_names),*],
                #line,
                &[#numbers],
                &[#words],
            )
        };
        Parts { items, definitions, asks }
    }
}

/// Converts a number. Types with numbers out of range have already been rejected.
fn place(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn text(coded: &Coded, part: Part) -> Option<&String> {
    coded.texts.iter().find(|text| text.part == part).map(|text| &text.template)
}

/// Returns the enum-valued facts of a code as source text.
fn words(coded: &Coded) -> String {
    let mut words = Values::of("RowWord");
    // Retryable calls have no side effects, and calls with side effects aren't retryable.
    let changed = matches!(coded.side_effects, Some("partial" | "complete"));
    if coded.retryable == Some(true) {
        words.state("Retryable", Some(true));
        words.word("SideEffects", Some("none"));
    } else {
        words.state("Retryable", (coded.retryable.is_some() || changed).then_some(false));
        words.word("SideEffects", coded.side_effects);
    }
    words.word("Severity", coded.severity);
    if let Some(Status::Fixed(status)) = coded.status {
        words.state("Status", Some(status));
    }
    words.written
}

/// Parses generated source text.
fn read(written: &str) -> TokenStream {
    written.parse().unwrap_or_else(|error| {
        let message = format!("cannot read the table of codes: {error}");
        quote!(::core::compile_error!(#message))
    })
}

fn exit_name(place: usize) -> Ident {
    format_ident!("AGENT_ERROR_EXIT_{place}", span = Span::mixed_site())
}

fn rules_name(place: usize) -> Ident {
    format_ident!("AGENT_ERROR_RULES_{place}", span = Span::mixed_site())
}

/// Builds a list of enum values as source text.
struct Values {
    of: &'static str,
    written: String,
}

impl Values {
    fn of(of: &'static str) -> Self {
        Self { of, written: String::new() }
    }

    fn state(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            let _ = write!(self.written, "agent_error_row::{}::{name}({value}),", self.of);
        }
    }

    fn quoted(&mut self, name: &str, value: Option<&String>) {
        self.state(name, value.map(|value| format!("{value:?}")));
    }

    fn list(&mut self, name: &str, values: impl Iterator<Item = String>) {
        self.state(name, Some(format!("&{:?}", values.collect::<Vec<_>>())));
    }

    /// Adds a value of the enum `name`, spelled `word` in attributes.
    fn word(&mut self, name: &str, word: Option<&str>) {
        let spelled = |word: &str| format!("agent_error_row::{name}::{}{}", word[..1].to_uppercase(), &word[1..]);
        self.state(name, word.map(spelled));
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
