//! Generates code that converts field values, for the context and for templates.
//!
//! For large enums, most of the compile time is rustc's work per variant. To reduce this work, a function converts all
//! fields of a type, and variants with the same field types share a match arm. Only rustc can resolve type names, so
//! method resolution selects the conversion.

use crate::model::{Argument, Case, Coded, ContextFormat, ErrorType, FieldType, Text};
use crate::template::{self, Piece};
use crate::tokens::{idents, located};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::{GenericParam, Member};

/// The fields of all variants.
pub(super) struct Fields<'a> {
    /// The fields of each variant, in declaration order.
    cases: Vec<CaseFields<'a>>,
    kinds: Vec<Kind<'a>>,
}

/// The fields of a variant.
#[derive(Default)]
pub(super) struct CaseFields<'a> {
    /// The values that the variant passes to the runtime: the context fields, followed by the fields that only templates
    /// use.
    pub(super) slots: Vec<Slot<'a>>,
    /// The names of the fields that only templates use.
    pub(super) template_only: Vec<&'a str>,
    /// For each template of the variant, `true` if the runtime fills it.
    pub(super) filled: Vec<bool>,
}

/// A value that is passed to the runtime.
pub(super) struct Slot<'a> {
    /// The field, or `None` for a secret.
    pub(super) member: Option<&'a Member>,
    pub(super) how: How,
    span: Span,
}

/// The way in which a field is converted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum How {
    /// With the function of the field's type. Contains the index of the [`Kind`].
    Function(usize),
    /// In the match arm, because the type depends on a generic parameter.
    Inline(Use),
    Display,
    Debug,
    /// Not at all, because the field is secret.
    Redacted,
}

/// The purpose of a value.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
pub(super) enum Use {
    Context,
    /// As names that are similar to an unknown name.
    Nearest,
    /// As text in templates.
    Text,
}

impl Use {
    /// Generates the conversion of a variable.
    fn value(self, binding: &Ident) -> TokenStream {
        match self {
            Self::Context => quote!(__agent::Field(#binding).value()),
            Self::Nearest => quote!(__agent::nearest(#binding)),
            Self::Text => quote!(__agent::Text(#binding).shown().value()),
        }
    }
}

/// A generated function that converts all values of a type.
struct Kind<'a> {
    ty: &'a TokenStream,
    used: Use,
    span: Span,
}

impl<'a> Fields<'a> {
    pub(super) fn of(ty: &'a ErrorType) -> Self {
        let mut kinds = Kinds { ty, places: HashMap::new(), found: Vec::new() };
        let cases =
            ty.cases.iter().map(|case| case.coded().map_or_else(CaseFields::default, |coded| kinds.fields(coded)));
        let cases = cases.collect();
        Self { cases, kinds: kinds.found }
    }

    /// Iterates over the variants and their fields.
    pub(super) fn with<'b>(&'b self, ty: &'b ErrorType) -> impl Iterator<Item = (&'b Case, &'b CaseFields<'a>)> {
        ty.cases.iter().zip(&self.cases)
    }

    /// Generates a function for each field type.
    pub(super) fn functions(&self) -> TokenStream {
        let functions = self.kinds.iter().enumerate().map(|(place, kind)| {
            let (name, ty) = (function(place), kind.ty);
            let value = located(kind.span, kind.used.value(&format_ident!("__value")));
            quote! {
                fn #name(__value: &#ty) -> __agent::ContextValue {
                    #value
                }
            }
        });
        functions.collect()
    }
}

impl Slot<'_> {
    /// Generates the value in a match arm. `binding` is the field's variable.
    pub(super) fn value(&self, binding: &Ident) -> TokenStream {
        let value = match self.how {
            How::Function(place) => {
                let name = function(place);
                return quote!(#name(#binding));
            }
            How::Inline(used) => used.value(binding),
            How::Display => quote!(__agent::display(#binding)),
            How::Debug => quote!(__agent::debug(#binding)),
            How::Redacted => return quote!(__agent::redacted()),
        };
        located(self.span, value)
    }

    /// Whether the variant needs its own match arm, because its bindings may have other types than those of similar
    /// variants.
    pub(super) fn stands_alone(&self) -> bool {
        matches!(self.how, How::Inline(_) | How::Display | How::Debug)
    }
}

/// Returns the name of a function. It can't conflict with the user's names.
fn function(place: usize) -> Ident {
    format_ident!("__value_{place}", span = Span::mixed_site())
}

/// Collects the distinct field types.
struct Kinds<'a> {
    ty: &'a ErrorType<'a>,
    places: HashMap<(&'a str, Use), usize>,
    found: Vec<Kind<'a>>,
}

impl<'a> Kinds<'a> {
    fn fields(&mut self, coded: &'a Coded) -> CaseFields<'a> {
        let mut fields = CaseFields::default();
        for field in &coded.context {
            let how = match field.shown {
                ContextFormat::Display => How::Display,
                ContextFormat::Debug => How::Debug,
                ContextFormat::Redacted => How::Redacted,
                ContextFormat::Serialized if field.nearest => self.function(&field.ty, Use::Nearest, field.span),
                ContextFormat::Serialized => self.function(&field.ty, Use::Context, field.span),
            };
            let member = (how != How::Redacted).then_some(&field.member);
            fields.slots.push(Slot { member, how, span: field.span });
        }
        for text in &coded.texts {
            let is_filled = self.fill(coded, text, &mut fields);
            fields.filled.push(is_filled);
        }
        fields
    }

    /// If the runtime can fill a template, adds the values that only the template needs, and returns `true`.
    fn fill(&mut self, coded: &'a Coded, text: &'a Text, fields: &mut CaseFields<'a>) -> bool {
        let Some(shown) = template_fields(coded, text) else { return false };
        if !shown.iter().all(|argument| is_closed(argument.ty.tokens.clone(), self.ty)) {
            return false;
        }
        for argument in shown {
            if fields.template_only.contains(&argument.shown_as.as_str()) {
                continue;
            }
            let span = text.literal.span();
            let how = self.function(&argument.ty, Use::Text, span);
            fields.slots.push(Slot { member: Some(&argument.member), how, span });
            fields.template_only.push(&argument.shown_as);
        }
        true
    }

    /// Returns how to convert a type: with its function, or inline if the type means something else outside of the
    /// variant.
    fn function(&mut self, ty: &'a FieldType, used: Use, span: Span) -> How {
        let key = (ty.text.as_str(), used);
        if let Some(place) = self.places.get(&key) {
            return How::Function(*place);
        }
        if !is_closed(ty.tokens.clone(), self.ty) {
            return How::Inline(used);
        }
        let place = self.found.len();
        self.places.insert(key, place);
        self.found.push(Kind { ty: &ty.tokens, used, span });
        How::Function(place)
    }
}

/// Returns the fields that a template uses.
///
/// Returns `None` if the template has no placeholders, so that no values are needed. Also returns `None` if the runtime
/// can't fill the template, because it has format specs or uses a name that refers to another field in the catalog.
fn template_fields<'a>(coded: &'a Coded, text: &'a Text) -> Option<Vec<&'a Argument>> {
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
            _ => Some(argument),
        }
    });
    shown.collect()
}

/// Whether a type has the same meaning outside of its enum. False if it contains generic parameters, `Self`, lifetimes
/// other than `'static`, or the `$crate` of a macro.
pub(super) fn is_closed(tokens: TokenStream, ty: &ErrorType) -> bool {
    let is_parameter = |ident: &Ident| {
        ty.generics.params.iter().any(|param| match param {
            GenericParam::Type(param) => param.ident == *ident,
            GenericParam::Const(param) => param.ident == *ident,
            GenericParam::Lifetime(_) => false,
        })
    };
    idents(tokens).iter().all(|(ident, is_lifetime)| match is_lifetime {
        true => ident == "static",
        false => !is_parameter(ident) && ident != "Self" && ident != "$crate",
    })
}
