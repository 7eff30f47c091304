//! Generates code that gives the runtime access to field values, for context and templates.
//!
//! For large enums, most of the compile time is spent on rustc's work per variant. To reduce it, each variant passes
//! its fields as a single slice, and variants with the same field types share a match arm. How to format a type is
//! resolved once per type. This uses autoref specialization, because only rustc can resolve type names.

use super::located;
use crate::crate_path::CratePath;
use crate::model::{Argument, Case, Coded, ContextField, ContextFormat, ErrorType, Text};
use crate::template::{self, Piece};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::{GenericParam, Member};

/// The fields of all variants.
pub(super) struct Fields<'a> {
    krate: &'a CratePath,
    /// The fields of each variant, in the order of the variants.
    cases: Vec<CaseFields<'a>>,
    kinds: Vec<Kind<'a>>,
}

/// The fields of a variant.
#[derive(Default)]
pub(super) struct CaseFields<'a> {
    /// The context fields except secrets, followed by the fields that only templates use.
    pub(super) slots: Vec<Slot<'a>>,
    /// The names of the fields that only templates use.
    pub(super) template_only: Vec<&'a str>,
    /// For each template of the variant, whether the runtime fills it.
    pub(super) filled: Vec<bool>,
}

/// A field that is passed to the runtime.
pub(super) struct Slot<'a> {
    pub(super) member: &'a Member,
    pub(super) how: How,
    span: Span,
}

/// How to pass a field to the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum How {
    /// In the wrapper with this index, which belongs to the field's type.
    Kind(usize),
    /// Resolved in the match arm, because the type depends on a generic parameter.
    Probed,
    Display,
    Debug,
}

/// A field type, and what its wrapper must support.
struct Kind<'a> {
    ty: &'a TokenStream,
    /// The first use as context, if any.
    in_context: Option<Span>,
    /// The first use in a template, if any.
    in_texts: Option<Span>,
    /// Whether the name of the type implies that it can be displayed. If so, rustc doesn't have to check this.
    is_plain: bool,
    /// Whether the type is an `Option`. If the value is `None`, strings that contain it are omitted.
    is_option: bool,
}

impl<'a> Fields<'a> {
    pub(super) fn of(ty: &'a ErrorType) -> Self {
        let mut kinds = Kinds { ty, places: HashMap::new(), found: Vec::new() };
        let cases =
            ty.cases.iter().map(|case| case.coded().map_or_else(CaseFields::default, |coded| kinds.fields(coded)));
        let cases = cases.collect();
        Self { krate: &ty.krate, cases, kinds: kinds.found }
    }

    /// Iterates over the variants and their fields.
    pub(super) fn with<'b>(&'b self, ty: &'b ErrorType) -> impl Iterator<Item = (&'b Case, &'b CaseFields<'a>)> {
        ty.cases.iter().zip(&self.cases)
    }

    /// Generates a wrapper type for each field type.
    pub(super) fn wrappers(&self) -> TokenStream {
        let krate = self.krate;
        let wrappers = self.kinds.iter().enumerate().map(|(place, kind)| {
            let (name, ty) = (wrapper(place), kind.ty);
            let context = kind.in_context.map(|span| {
                let value = located(span, quote!((&&&#krate::__private::Field(self.0)).context_value()));
                quote! {
                    fn context(&self) -> #krate::__private::ContextValue<'_> {
                        #[allow(unused_imports)]
                        use #krate::__private::{FallbackValue as _, KnownValue as _, SerializeValue as _};
                        #value
                    }
                }
            });
            let show = kind.in_texts.map(|span| {
                let others = (!kind.is_plain).then(|| quote!(ShowNothing as _, ShowOption as _,));
                let shown = located(span, quote!((&&&#krate::__private::Field(self.0)).show(__f)));
                quote! {
                    fn show(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        #[allow(unused_imports)]
                        use #krate::__private::{ShowDisplay as _, ShowPath as _, #others};
                        #shown
                    }
                }
            });
            let missing = kind.is_option.then(|| {
                quote! {
                    fn may_be_missing(&self) -> ::core::primitive::bool {
                        true
                    }
                }
            });
            quote! {
                #[allow(deprecated, single_use_lifetimes, unused_qualifications, clippy::all, clippy::pedantic)]
                struct #name<'__value>(&'__value #ty);
                #[automatically_derived]
                impl #krate::__private::Value for #name<'_> {
                    #context
                    #show
                    #missing
                }
            }
        });
        wrappers.collect()
    }
}

impl Slot<'_> {
    /// Generates the value to pass in a match arm. `binding` is the field's variable.
    pub(super) fn value(&self, krate: &CratePath, binding: &Ident) -> TokenStream {
        let value = match self.how {
            How::Kind(place) => {
                let name = wrapper(place);
                return quote!(&#name(#binding));
            }
            // Method resolution tries known types first, then any `Serialize` type. The last candidate reports a clear
            // error.
            How::Probed => quote!(&(&&&#krate::__private::Field(#binding)).context_value()),
            How::Display => quote!(&#krate::__private::ContextValue::Display(#binding)),
            How::Debug => quote!(&#krate::__private::ContextValue::Display(&#krate::__private::AsDebug(#binding))),
        };
        located(self.span, value)
    }

    /// Whether the variant needs its own match arm. If two variants share an arm, their bindings must have the same
    /// types.
    pub(super) fn stands_alone(&self) -> bool {
        !matches!(self.how, How::Kind(_))
    }

    pub(super) fn is_probed(&self) -> bool {
        self.how == How::Probed
    }
}

/// Returns the name of a wrapper type. It can't conflict with the user's names.
fn wrapper(place: usize) -> Ident {
    format_ident!("AgentErrorValue{place}", span = Span::mixed_site())
}

/// Collects the distinct field types.
struct Kinds<'a> {
    ty: &'a ErrorType,
    places: HashMap<String, usize>,
    found: Vec<Kind<'a>>,
}

impl<'a> Kinds<'a> {
    fn fields(&mut self, coded: &'a Coded) -> CaseFields<'a> {
        let mut fields = CaseFields::default();
        for field in coded.context.iter().filter(|field| field.shown != ContextFormat::Redacted) {
            let how = match field.shown {
                ContextFormat::Display => How::Display,
                ContextFormat::Debug => How::Debug,
                ContextFormat::Serialized | ContextFormat::Redacted => match self.place(&field.ty) {
                    Some(place) => {
                        self.found[place].in_context.get_or_insert(field.span);
                        How::Kind(place)
                    }
                    None => How::Probed,
                },
            };
            fields.slots.push(Slot { member: &field.member, how, span: field.span });
        }
        for text in &coded.texts {
            let is_filled = self.fill(coded, text, &mut fields);
            fields.filled.push(is_filled);
        }
        fields
    }

    /// Returns whether the runtime fills a template. If so, adds the fields that the template uses.
    ///
    /// The first template with a type is compiled as `format_args!` instead. If the type can't be displayed, rustc
    /// reports the error within the template's literal.
    fn fill(&mut self, coded: &'a Coded, text: &'a Text, fields: &mut CaseFields<'a>) -> bool {
        let Some(shown) = template_fields(coded, text) else { return false };
        let mut are_checked = true;
        for (argument, in_context) in &shown {
            if in_context.is_some_and(|field| field.shown == ContextFormat::Display) {
                continue;
            }
            let Some(place) = self.place(&argument.ty) else { return false };
            let kind = &mut self.found[place];
            are_checked &= kind.is_plain || kind.in_texts.is_some();
            kind.in_texts.get_or_insert(argument.span);
            kind.is_option |= argument.optional;
        }
        if !are_checked {
            return false;
        }
        for (argument, in_context) in shown {
            if in_context.is_some() || fields.template_only.contains(&argument.shown_as.as_str()) {
                continue;
            }
            let Some(place) = self.place(&argument.ty) else { return false };
            fields.slots.push(Slot { member: &argument.member, how: How::Kind(place), span: argument.span });
            fields.template_only.push(&argument.shown_as);
        }
        true
    }

    /// Returns the index of a type. Returns `None` if the meaning of the type depends on where it's used.
    fn place(&mut self, ty: &'a TokenStream) -> Option<usize> {
        let name = ty.to_string();
        if let Some(place) = self.places.get(&name) {
            return Some(*place);
        }
        if !is_closed(ty.clone(), self.ty) {
            return None;
        }
        let place = self.found.len();
        self.places.insert(name, place);
        let is_plain = is_plain(ty.clone());
        self.found.push(Kind { ty, in_context: None, in_texts: None, is_plain, is_option: false });
        Some(place)
    }
}

/// Returns the fields that a template uses, each with its context field, if any.
///
/// Returns `None` if the template has no placeholders, so that no values are needed. Also returns `None` if the runtime
/// can't fill the template, because it has format specs or uses a name that refers to another field in the catalog.
fn template_fields<'a>(coded: &'a Coded, text: &'a Text) -> Option<Vec<(&'a Argument, Option<&'a ContextField>)>> {
    let pieces = template::pieces(&text.template).ok()?;
    let is_simple = |piece: &Piece| {
        matches!(piece, Piece::Text(_)) || matches!(piece, Piece::Field { spec, .. } if spec.is_empty())
    };
    // A template without placeholders may have arguments: in the catalog, a field's doc comment can replace it.
    let has_fields = pieces.iter().any(|piece| matches!(piece, Piece::Field { .. }));
    if !has_fields || !pieces.iter().all(is_simple) {
        return None;
    }
    let shown = text.arguments.iter().map(|argument| {
        match coded.context.iter().find(|field| field.name == argument.shown_as) {
            Some(field) if field.member != argument.member => None,
            Some(field) if field.shown == ContextFormat::Debug || field.shown == ContextFormat::Redacted => None,
            known => Some((argument, known)),
        }
    });
    shown.collect()
}

/// Whether a type has the same meaning everywhere. It must not contain generic parameters, `Self`, lifetimes other than
/// `'static`, or the `$crate` of a macro.
pub(super) fn is_closed(tokens: TokenStream, ty: &ErrorType) -> bool {
    let mut after_apostrophe = false;
    tokens.into_iter().all(|token| {
        let is_lifetime = std::mem::take(&mut after_apostrophe);
        match token {
            TokenTree::Ident(ident) if is_lifetime => ident == "static",
            TokenTree::Ident(ident) => {
                let is_parameter = ty.generics.params.iter().any(|param| match param {
                    GenericParam::Type(param) => param.ident == ident,
                    GenericParam::Const(param) => param.ident == ident,
                    GenericParam::Lifetime(_) => false,
                });
                !is_parameter && ident != "Self" && ident != "$crate"
            }
            TokenTree::Group(group) => is_closed(group.stream(), ty),
            TokenTree::Punct(punct) => {
                after_apostrophe = punct.as_char() == '\'';
                true
            }
            TokenTree::Literal(_) => true,
        }
    })
}

/// Names that imply a string, a number, a boolean or a path. If a user's type has such a name but can't be displayed,
/// its wrapper doesn't compile.
const PLAIN: &str = "String str char bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 Path PathBuf";

fn is_plain(tokens: TokenStream) -> bool {
    let mut last = String::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => last = ident.to_string(),
            TokenTree::Punct(punct) if "&':".contains(punct.as_char()) => {}
            TokenTree::Punct(_) | TokenTree::Group(_) | TokenTree::Literal(_) => return false,
        }
    }
    PLAIN.split(' ').any(|plain| plain == last)
}
