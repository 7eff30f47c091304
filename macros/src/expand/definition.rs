//! The static tables: one `ErrorDef` a code, one `TypeDef` a type.

use super::type_text::type_text;
use super::{bounds, classify, located, schema};
use crate::crate_path::CratePath;
use crate::model::{Actions, Case, Coded, ContextField, ErrorType, Part, RetryAfter, Role, Shown};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashMap;
use syn::ext::IdentExt;

/// `impl Catalogued`: the tables as one constant.
pub(super) fn catalog_impl(ty: &ErrorType, hooks: &TokenStream) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_catalog(ty);
    let name = ident.unraw().to_string();
    let bases = Bases::of(ty);
    let definitions = ty.cases.iter().filter_map(|case| match &case.role {
        Role::Coded(coded) => Some(definition(ty, case, coded, &bases)),
        Role::Transparent(_) => None,
    });
    let base_consts = bases.consts(krate);
    let import = schema::import(ty);
    // The hooks name types, which may be deprecated; who declares the field has been told.
    let allow = import.is_some().then(|| quote!(#[allow(deprecated)]));
    let nested = ty.cases.iter().filter_map(|case| match &case.role {
        Role::Transparent(inner) if inner.nested => {
            let inner = &inner.ty;
            Some(quote!(<#inner as #krate::Catalogued>::TYPE))
        }
        Role::Transparent(_) | Role::Coded(_) => None,
    });
    let retired = ty.retired.iter().map(|retired| {
        let (code, hash, note) = (&retired.code, fnv1a(&retired.code.value()), option(retired.note.as_ref()));
        quote!(#krate::RetiredDef { code: #code, hash: #hash, note: #note })
    });
    let unique = (may_clash(ty) && ty.generics.type_params().next().is_some())
        .then(|| quote!(const UNIQUE: () = #krate::__private::assert_unique_generic(Self::TYPE);));
    let docs = option(ty.docs.as_ref());
    let span = ident.span();
    let line = quote_spanned!(span=> ::core::line!());
    quote! {
        #base_consts
        #import
        #[automatically_derived]
        #allow
        impl #impl_generics #krate::Catalogued for #ident #ty_generics #bounds {
            const TYPE: &'static #krate::TypeDef = &#krate::TypeDef {
                path: ::core::concat!(::core::module_path!(), "::", #name),
                file: ::core::file!(),
                line: #line,
                docs: #docs,
                defs: &[#(#definitions),*],
                nested: &[#(#nested),*],
                retired: &[#(#retired),*],
                hooks: #hooks,
            };
            #unique
        }
    }
}

/// Whether the compiler must look for clashes: other catalogs are nested in this one, or codes are shared, whose
/// facts must be the same.
pub(super) fn may_clash(ty: &ErrorType) -> bool {
    nests(ty) || ty.cases.iter().any(|case| matches!(&case.role, Role::Coded(coded) if coded.shared))
}

/// Whether other catalogs are nested in this one.
fn nests(ty: &ErrorType) -> bool {
    ty.cases.iter().any(|case| matches!(&case.role, Role::Transparent(inner) if inner.nested))
}

/// One `ErrorDef`: what the exit code implies, and over it what the variant says.
fn definition(ty: &ErrorType, case: &Case, coded: &Coded, bases: &Bases<'_>) -> TokenStream {
    let krate = &ty.krate;
    let code = &coded.code;
    let hash = fnv1a(code);
    let line = quote_spanned!(case.ident.span()=> ::core::line!());
    let mut facts = Facts { krate, tokens: TokenStream::new() };
    if ty.is_enum {
        facts.set("variant", case.ident.unraw().to_string());
    }
    facts.some("summary", coded.summary.as_ref());
    facts.some("description", coded.description.as_ref());
    facts.some("message", coded.message.as_ref().map(|message| quote!(#krate::Template::new(#message))));
    for text in &coded.texts {
        let name = match text.part {
            Part::Detail => "detail",
            Part::Suggestion => "suggestion",
            Part::FixRequired => "fix_required",
            Part::FixCommand => "fix_command",
        };
        let literal = text.template.as_str();
        facts.some(name, Some(quote!(#krate::Template::new(#literal))));
    }
    facts.some("docs_url", coded.docs_url.as_ref());
    facts.retry(coded);
    facts.word("phase", "Phase", coded.phase);
    facts.word("severity", "Severity", coded.severity);
    facts.some("status", coded.status);
    facts.some("protocol", coded.protocol);
    facts.some("since", coded.since.as_ref());
    facts.some("deprecated", coded.deprecated.as_ref());
    if coded.shared {
        facts.set("shared", true);
    }
    match &coded.actions {
        Actions::Fixed(actions) if actions.is_empty() => {}
        Actions::Fixed(actions) => facts.set("actions", quote!(&[#(#actions),*])),
        Actions::Field { name, .. } => facts.some("actions_field", Some(name)),
    }
    if !coded.context.is_empty() {
        let context = coded.context.iter().map(|field| field_definition(krate, field));
        facts.set("fields", quote!(&[#(#context),*]));
    }
    if let Some(classify) = &coded.classify {
        facts.set("classify", classify::rules(krate, classify));
    }
    let facts = facts.tokens;
    let base = bases.name(&coded.exit);
    quote!(#krate::ErrorDef { code: #code, hash: #hash, line: #line, #facts ..#base })
}

/// What the exit codes of a type imply: a constant for each, since checking a function call in every row
/// of a large table takes rustc long.
struct Bases<'a> {
    exits: Vec<&'a TokenStream>,
    /// The place of each exit code, as it is written, among the distinct ones.
    places: HashMap<String, usize>,
}

impl<'a> Bases<'a> {
    fn of(ty: &'a ErrorType) -> Self {
        let mut bases = Self { exits: Vec::new(), places: HashMap::new() };
        for case in &ty.cases {
            let Role::Coded(coded) = &case.role else { continue };
            let next = bases.exits.len();
            if *bases.places.entry(coded.exit.to_string()).or_insert(next) == next {
                bases.exits.push(&coded.exit);
            }
        }
        bases
    }

    fn name(&self, exit: &TokenStream) -> Ident {
        let place = self.places.get(&exit.to_string()).copied().unwrap_or_default();
        format_ident!("AGENT_ERROR_EXIT_{place}", span = Span::mixed_site())
    }

    /// Each spanned on its exit code: a constant out of range is reported there.
    fn consts(&self, krate: &CratePath) -> TokenStream {
        let consts = self.exits.iter().map(|exit| {
            let name = self.name(exit);
            let span = (*exit).clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            located(span, quote!(const #name: #krate::ErrorDef = #krate::ErrorDef::with_exit(#exit);))
        });
        consts.collect()
    }
}

/// The fields of an `ErrorDef` that differ from what its exit code implies.
struct Facts<'a> {
    krate: &'a CratePath,
    tokens: TokenStream,
}

impl Facts<'_> {
    fn set(&mut self, name: &str, value: impl ToTokens) {
        let name = format_ident!("{name}");
        self.tokens.extend(quote!(#name: #value,));
    }

    fn some(&mut self, name: &str, value: Option<impl ToTokens>) {
        if let Some(value) = value {
            self.set(name, quote!(::core::option::Option::Some(#value)));
        }
    }

    /// Sets `name` to the variant of `ty` that is spelled like `word`.
    fn word(&mut self, name: &str, ty: &str, word: Option<&str>) {
        if let Some(word) = word {
            self.set(name, self.variant(ty, word));
        }
    }

    fn variant(&self, ty: &str, word: &str) -> TokenStream {
        let (krate, ty) = (self.krate, format_ident!("{ty}"));
        let variant = format_ident!("{}{}", word[..1].to_uppercase(), &word[1..]);
        quote!(#krate::#ty::#variant)
    }

    /// A repeatable call has changed nothing; one that changed something is not repeatable.
    fn retry(&mut self, coded: &Coded) {
        let changed = matches!(coded.side_effects, Some("partial" | "complete"));
        if coded.retryable == Some(true) {
            self.set("retryable", true);
            self.word("side_effects", "SideEffects", Some("none"));
        } else {
            if coded.retryable.is_some() || changed {
                self.set("retryable", false);
            }
            self.word("side_effects", "SideEffects", coded.side_effects);
        }
        self.some("retry", coded.retry.map(|word| self.variant("Retry", word)));
        let krate = self.krate;
        let after = coded.retry_after.as_ref().map(|after| match after {
            RetryAfter::Fixed { millis } => {
                quote!(#krate::RetryAfter::Fixed(::core::time::Duration::from_millis(#millis)))
            }
            RetryAfter::Field { name, .. } => quote!(#krate::RetryAfter::Field(#name)),
        });
        self.some("retry_after", after);
    }
}

fn field_definition(krate: &CratePath, field: &ContextField) -> TokenStream {
    let name = &field.name;
    let ty = type_text(field.ty.clone());
    let shown = match field.shown {
        Shown::Serialized => quote!(Serialized),
        Shown::Display | Shown::Debug => quote!(Text),
        Shown::Redacted => quote!(Redacted),
    };
    let summary = option(field.summary.as_ref());
    let schema = schema::hook(krate, field);
    quote! {
        #krate::FieldDef { name: #name, ty: #ty, shown: #krate::Shown::#shown, summary: #summary, schema: #schema }
    }
}

pub(super) fn option(value: Option<&String>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// The 64-bit FNV-1a hash, which the runtime compares instead of strings.
fn fnv1a(text: &str) -> u64 {
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
