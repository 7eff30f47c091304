//! Generates code that converts field values, for the context and for templates.
//!
//! For large enums, most of the compile time is rustc's work per variant. To reduce this work, a
//! function converts all fields of a type, and variants with the same field types share a match
//! arm. Only rustc can resolve type names, so method resolution selects the conversion.

use crate::model::{Argument, Case, Coded, ErrorType, FieldType, ValueFormat};
use crate::tokens::{idents, located};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::{GenericParam, Member};

pub(super) struct Fields<'a> {
    ty: &'a ErrorType<'a>,
    /// The fields of each variant, in declaration order.
    cases: Vec<CaseFields<'a>>,
    /// A function for each field type, which converts all values of the type.
    pub(super) functions: Vec<TokenStream>,
    /// The index of each function, by the type as it's written and by the format of the values.
    places: HashMap<(&'a str, ValueFormat), usize>,
}

#[derive(Default)]
pub(super) struct CaseFields<'a> {
    /// The values that the variant passes to the runtime: the context fields, followed by the
    /// fields that only templates use.
    pub(super) slots: Vec<Slot<'a>>,
    /// The names of the values that only templates use.
    pub(super) template_only: Vec<&'a str>,
}

/// A value that is passed to the runtime.
pub(super) struct Slot<'a> {
    /// The field, or `None` for a secret.
    pub(super) member: Option<&'a Member>,
    pub(super) shown: ValueFormat,
    /// The format spec of a placeholder.
    spec: &'a str,
    /// Whether the value of a placeholder is an `Option`.
    is_optional: bool,
    /// The index of the function that converts the value. Without a function, the match arm
    /// converts it.
    pub(super) function: Option<usize>,
    span: Span,
}

impl ValueFormat {
    /// Generates the conversion of a variable.
    fn value(self, binding: &Ident) -> TokenStream {
        match self {
            Self::Serialized => quote!(__agent::Field(#binding).value()),
            Self::Display => quote!(__agent::display(#binding)),
            Self::Debug => quote!(__agent::debug(#binding)),
            Self::Redacted => quote!(__agent::redacted()),
            Self::Nearest => quote!(__agent::nearest(#binding)),
            Self::Text => quote!(__agent::Field(#binding).text()),
        }
    }
}

impl Slot<'_> {
    /// Generates the value in a match arm. `binding` is the field's variable.
    pub(super) fn value(&self, binding: &Ident) -> TokenStream {
        if let Some(name) = self.function.map(function) {
            return quote!(#name(#binding));
        }
        if self.spec.is_empty() {
            return located(self.span, self.shown.value(binding));
        }
        let mut format = Literal::string(&format!("{{:{}}}", self.spec));
        format.set_span(self.span);
        let formatted = quote!(&::core::format_args!(#format, #binding));
        let value = if self.is_optional {
            quote!(__agent::formatted_option(#binding.is_some(), #formatted))
        } else {
            quote!(__agent::formatted(#formatted))
        };
        located(self.span, value)
    }

    /// Whether the variant needs its own match arm, because its bindings may have other types than
    /// those of similar variants.
    pub(super) fn stands_alone(&self) -> bool {
        self.function.is_none() && self.shown != ValueFormat::Redacted
    }
}

/// Returns the name of a function. It can't conflict with the user's names.
fn function(place: usize) -> Ident {
    format_ident!("__value_{place}", span = Span::mixed_site())
}

impl<'a> Fields<'a> {
    pub(super) fn of(ty: &'a ErrorType) -> Self {
        let mut fields = Self {
            ty,
            cases: Vec::new(),
            functions: Vec::new(),
            places: HashMap::new(),
        };
        for case in &ty.cases {
            let case_fields = match case.coded() {
                Some(coded) => fields.case(coded),
                None => CaseFields::default(),
            };
            fields.cases.push(case_fields);
        }
        fields
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a Case, &CaseFields<'a>)> {
        self.ty.cases.iter().zip(&self.cases)
    }

    fn case(&mut self, coded: &'a Coded) -> CaseFields<'a> {
        let mut fields = CaseFields::default();
        for field in &coded.context {
            let is_secret = field.shown == ValueFormat::Redacted;
            let member = (!is_secret).then_some(&field.member);
            let slot = self.slot(member, &field.ty, (field.shown, ""), field.span);
            fields.slots.push(slot);
        }
        for (place, argument) in coded.arguments() {
            let Argument {
                name,
                member,
                ty,
                spec,
                optional,
                ..
            } = argument;
            if !fields.template_only.contains(&name.as_str()) {
                let format = (ValueFormat::Text, spec.as_str());
                let slot = self.slot(Some(member), ty, format, place);
                fields.slots.push(Slot {
                    is_optional: *optional,
                    ..slot
                });
                fields.template_only.push(name);
            }
        }
        fields
    }

    /// Returns a value. The function of its type converts it, unless the type means something else
    /// outside of the variant.
    fn slot(
        &mut self,
        member: Option<&'a Member>,
        ty: &'a FieldType,
        (shown, spec): (ValueFormat, &'a str),
        span: Span,
    ) -> Slot<'a> {
        let mut slot = Slot {
            member,
            shown,
            spec,
            is_optional: false,
            function: None,
            span,
        };
        let is_inline = matches!(
            shown,
            ValueFormat::Display | ValueFormat::Debug | ValueFormat::Redacted
        );
        if is_inline || !spec.is_empty() {
            return slot;
        }
        slot.function = self.places.get(&(ty.text.as_str(), shown)).copied();
        if slot.function.is_none() && is_closed(ty.tokens.clone(), self.ty) {
            let place = self.functions.len();
            let name = function(place);
            let tokens = &ty.tokens;
            let value = located(span, shown.value(&format_ident!("__value")));
            self.functions.push(quote! {
                fn #name(__value: &#tokens) -> __agent::ContextValue {
                    #value
                }
            });
            self.places.insert((&ty.text, shown), place);
            slot.function = Some(place);
        }
        slot
    }
}

/// Whether a type has the same meaning outside of its enum. False if it contains generic
/// parameters, `Self`, lifetimes other than `'static`, or the `$crate` of a macro.
pub(super) fn is_closed(tokens: TokenStream, ty: &ErrorType) -> bool {
    for (ident, is_lifetime) in idents(tokens) {
        let is_closed = if is_lifetime {
            ident == "static"
        } else {
            ident != "Self" && ident != "$crate" && !is_parameter(&ident, ty)
        };
        if !is_closed {
            return false;
        }
    }
    true
}

/// Whether the name is that of a type or const parameter.
fn is_parameter(ident: &Ident, ty: &ErrorType) -> bool {
    ty.generics.params.iter().any(|param| match param {
        GenericParam::Type(param) => param.ident == *ident,
        GenericParam::Const(param) => param.ident == *ident,
        GenericParam::Lifetime(_) => false,
    })
}
