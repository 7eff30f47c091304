//! Generates `visit_text` for the strings that the runtime can't create from the definition: strings that need
//! `format_args!`, bodies, and inherited URLs.

use super::fields::Fields;
use super::located;
use super::patterns::{binding, one_field, pattern};
use crate::crate_path::CratePath;
use crate::model::{Argument, Case, ErrorType, Part, Text};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// Generates the method `visit_text`. The runtime creates all other strings from the definition.
pub(super) fn visit_text(ty: &ErrorType, fields: &Fields<'_>) -> Option<TokenStream> {
    let krate = &ty.krate;
    let shown = fields.with(ty).flat_map(|(case, fields)| {
        let texts = case.coded().map_or(&[][..], |coded| &coded.texts);
        let formatted =
            texts.iter().zip(&fields.filled).filter(|(text, filled)| !**filled && !text.arguments.is_empty());
        formatted.map(move |(text, _)| text_arm(ty, case, text))
    });
    let arms: Vec<TokenStream> = shown.chain(bodies(ty)).chain(inherited_docs(ty)).collect();
    if arms.is_empty() {
        return None;
    }
    Some(quote! {
        fn visit_text(&self, __part: #krate::__private::Part, __out: &mut dyn ::core::ops::FnMut(::core::fmt::Arguments<'_>)) {
            #[allow(unused_imports)]
            use #krate::__private::{DisplayedFallback as _, DisplayedOption as _, DisplayedPath as _};
            match (__part, self) {
                #(#arms)*
                _ => #krate::__private::default_text(self, __part, __out),
            }
        }
    })
}

/// Generates match arms for bodies stored in fields.
fn bodies(ty: &ErrorType) -> Vec<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.coded().filter_map(|(case, coded)| {
        let member = coded.body.as_ref()?;
        let (pattern, binding) = one_field(ty, case, member);
        Some(quote!((#krate::__private::Part::Body, #pattern) => #krate::__private::BodyField::visit(#binding, __out),))
    });
    arms.collect()
}

/// Generates match arms that add a documentation URL to inner errors without one.
fn inherited_docs(ty: &ErrorType) -> Vec<TokenStream> {
    let krate = &ty.krate;
    let Some(template) = &ty.docs else { return Vec::new() };
    let arms = ty.transparent().map(|(case, inner)| {
        let (pattern, binding) = one_field(ty, case, &inner.member);
        quote! {
            (#krate::__private::Part::DocsUrl, #pattern) => #krate::__private::inherited_docs(#binding, #template, __out),
        }
    });
    arms.collect()
}

fn text_arm(ty: &ErrorType, case: &Case, text: &Text) -> TokenStream {
    let krate = &ty.krate;
    let name = Part::ALL.iter().find(|(part, ..)| *part == text.part).map(|(.., name)| format_ident!("{name}"));
    let mut shown = Vec::new();
    // A template may contain a field twice, by its own name and by its context name.
    for Argument { member, .. } in &text.arguments {
        if !shown.iter().any(|(known, _)| *known == member) {
            shown.push((member, binding(member)));
        }
    }
    let pattern = pattern(ty, case, &shown);
    let literal = &text.literal;
    let arguments = text.arguments.iter().map(|argument| {
        let name = &argument.name;
        let value = shown_value(krate, text, argument, &binding(&argument.member));
        quote!(#name = #value)
    });
    let text_arguments = quote!(::core::format_args!(#literal, #(#arguments),*));
    let may_fail = text.part == Part::Instance || text.arguments.iter().any(|argument| argument.optional);
    match may_fail {
        _ if text.part.is_command() => quote! {
            (#krate::__private::Part::#name, #pattern) => #krate::__private::offer_command(#text_arguments, __out),
        },
        true => quote! {
            (#krate::__private::Part::#name, #pattern) => #krate::__private::offer(#text_arguments, __out),
        },
        false => quote! {
            (#krate::__private::Part::#name, #pattern) => __out(#text_arguments),
        },
    }
}

/// Generates the value of a `format_args!` argument.
fn shown_value(krate: &CratePath, text: &Text, argument: &Argument, binding: &Ident) -> TokenStream {
    if argument.is_count {
        return quote!(*#binding);
    }
    // Paths don't implement `Display`, so method resolution selects how to display the value.
    let displayed = quote!((&&#krate::__private::Field(#binding)).displayed());
    let value = match text.part {
        Part::FixCommand | Part::CheckCommand => {
            let alone = argument.alone;
            quote!(#krate::__private::ShellQuoted { value: &#displayed, alone: #alone })
        }
        Part::Instance => {
            let whole = text.template == format!("{{{}}}", argument.shown_as);
            quote!(#krate::__private::UriEncoded { value: &#displayed, whole: #whole })
        }
        _ if argument.traits == ["Display"] => displayed,
        _ => quote!(#binding),
    };
    located(argument.span, value)
}
