//! `impl AgentError`: a method only where a variant has something to say in it.

use super::bounds;
use super::located;
use crate::crate_path::CratePath;
use crate::model::{Actions, Argument, Case, Coded, ContextField, ErrorType, Part, RetryAfter, Role, Shown, Text};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Member;

pub(super) fn error_impl(ty: &ErrorType) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_error(ty);
    let def = def(ty);
    let inner = inner(ty);
    let text = text(ty);
    let retry_after = retry_after(ty);
    let actions = actions(ty);
    let context = context(ty);
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &str {
                #krate::__private::code(self)
            }
            #def
            #inner
            #text
            #retry_after
            #actions
            #context
        }
    }
}

/// The definition of the variant; an inner error's for a transparent one.
fn def(ty: &ErrorType) -> TokenStream {
    let krate = &ty.krate;
    let mut index = 0_usize;
    let arms = ty.cases.iter().map(|case| match &case.role {
        Role::Transparent(_) => {
            let pattern = pattern(ty, case, &[]);
            quote!(#pattern => return #krate::__private::inner_def(self),)
        }
        Role::Coded(_) => {
            let pattern = pattern(ty, case, &[]);
            let arm = quote!(#pattern => #index,);
            index += 1;
            arm
        }
    });
    let arms: TokenStream = arms.collect();
    let body = if ty.cases.is_empty() {
        quote!(match *self {})
    } else if index == 0 {
        quote!(match self { #arms })
    } else {
        quote! {
            let __index: ::core::primitive::usize = match self { #arms };
            ::core::option::Option::Some(&<Self as #krate::Catalogued>::TYPE.defs[__index])
        }
    };
    quote! {
        fn def(&self) -> ::core::option::Option<&'static #krate::ErrorDef> {
            #body
        }
    }
}

/// The inner error of the transparent variants.
fn inner(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.cases.iter().filter_map(|case| match &case.role {
        Role::Transparent(inner) => {
            let (pattern, binding) = one_field(ty, case, &inner.member);
            // Of a type that is no error the catalog complains, at the field; once is enough.
            let value = match inner.nested {
                true => quote!((&&#krate::__private::Field(#binding)).inner()),
                false => quote!(::core::option::Option::Some(#binding)),
            };
            Some(quote!(#pattern => #value,))
        }
        Role::Coded(_) => None,
    });
    let body = select(ty, arms.collect(), &quote!(::core::option::Option::None))?;
    Some(quote! {
        fn inner(&self) -> ::core::option::Option<&dyn #krate::AgentError> {
            #[allow(unused_imports)]
            use #krate::__private::{InnerError as _, NoInnerError as _};
            #body
        }
    })
}

/// The texts that show fields; all others are in the definition.
fn text(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let shown = coded(ty)
        .flat_map(|(case, coded)| coded.texts.iter().map(move |text| (case, text)))
        .filter(|(_, text)| !text.arguments.is_empty())
        .map(|(case, text)| text_arm(ty, case, text));
    let arms: Vec<TokenStream> = shown.chain(bodies(ty)).chain(inherited_docs(ty)).collect();
    if arms.is_empty() {
        return None;
    }
    Some(quote! {
        fn visit_text(&self, __part: #krate::Part, __out: &mut dyn ::core::ops::FnMut(::core::fmt::Arguments<'_>)) {
            #[allow(unused_imports)]
            use #krate::__private::{DisplayedAsIs as _, DisplayedOption as _, DisplayedPath as _};
            match (__part, self) {
                #(#arms)*
                _ => #krate::__private::static_text(self, __part, __out),
            }
        }
    })
}

/// The bodies that fields hold.
fn bodies(ty: &ErrorType) -> Vec<TokenStream> {
    let krate = &ty.krate;
    let arms = coded(ty).filter_map(|(case, coded)| {
        let member = coded.body.as_ref()?;
        let (pattern, binding) = one_field(ty, case, member);
        Some(quote!((#krate::Part::Body, #pattern) => #krate::__private::Body::visit(#binding, __out),))
    });
    arms.collect()
}

/// The page of an inner error that has none of its own.
fn inherited_docs(ty: &ErrorType) -> Vec<TokenStream> {
    let krate = &ty.krate;
    let Some(template) = &ty.docs else { return Vec::new() };
    let arms = ty.cases.iter().filter_map(|case| match &case.role {
        Role::Transparent(inner) => {
            let (pattern, binding) = one_field(ty, case, &inner.member);
            Some(quote! {
                (#krate::Part::DocsUrl, #pattern) => #krate::__private::inherited_docs(#binding, #template, __out),
            })
        }
        Role::Coded(_) => None,
    });
    arms.collect()
}

fn text_arm(ty: &ErrorType, case: &Case, text: &Text) -> TokenStream {
    let krate = &ty.krate;
    let part = match text.part {
        Part::Detail => quote!(Detail),
        Part::Suggestion => quote!(Suggestion),
        Part::FixRequired => quote!(FixRequired),
        Part::FixCommand => quote!(FixCommand),
    };
    let shown: Vec<_> = text.arguments.iter().map(|argument| (&argument.member, binding(&argument.member))).collect();
    let pattern = pattern(ty, case, &shown);
    let literal = &text.literal;
    let arguments = text.arguments.iter().zip(&shown).map(|(argument, (_, binding))| {
        let name = &argument.name;
        let value = shown_value(krate, text.part, argument, binding);
        quote!(#name = #value)
    });
    let text_arguments = quote!(::core::format_args!(#literal, #(#arguments),*));
    let may_fail = text.part == Part::FixCommand || text.arguments.iter().any(|argument| argument.optional);
    match may_fail {
        true => quote! {
            (#krate::Part::#part, #pattern) => #krate::__private::offer(#text_arguments, __out),
        },
        false => quote! {
            (#krate::Part::#part, #pattern) => __out(#text_arguments),
        },
    }
}

/// A field as `format_args!` takes it.
fn shown_value(krate: &CratePath, part: Part, argument: &Argument, binding: &Ident) -> TokenStream {
    if argument.is_count {
        return quote!(*#binding);
    }
    // Paths have no `Display`; rustc picks what shows them, or the value as it is.
    let displayed = quote!((&&#krate::__private::Field(#binding)).displayed());
    let value = match part {
        Part::FixCommand => {
            let alone = argument.alone;
            quote!(#krate::__private::ShellQuoted { value: &#displayed, alone: #alone })
        }
        _ if argument.traits == ["Display"] => displayed,
        Part::Detail | Part::Suggestion | Part::FixRequired => quote!(#binding),
    };
    located(argument.span, value)
}

/// The waits that a field holds.
fn retry_after(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = coded(ty).filter_map(|(case, coded)| match &coded.retry_after {
        Some(RetryAfter::Field { member, span, .. }) => {
            let (pattern, binding) = one_field(ty, case, member);
            let wait = located(*span, quote!(#krate::__private::Wait::wait(#binding)));
            Some(quote!(#pattern => #wait,))
        }
        Some(RetryAfter::Fixed { .. }) | None => None,
    });
    let body = select(ty, arms.collect(), &quote!(#krate::__private::static_retry_after(self)))?;
    Some(quote! {
        fn retry_after(&self) -> ::core::option::Option<::core::time::Duration> {
            #body
        }
    })
}

/// The actions that a field lists.
fn actions(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = coded(ty).filter_map(|(case, coded)| match &coded.actions {
        Actions::Field { member, span, .. } => {
            let (pattern, binding) = one_field(ty, case, member);
            let visited = quote!((&&&#krate::__private::Field(#binding)).visit_actions(__visit));
            let visited = located(*span, visited);
            Some(quote!(#pattern => #visited,))
        }
        Actions::Fixed(_) => None,
    });
    let body = select(ty, arms.collect(), &quote!(#krate::__private::static_actions(self, __visit)))?;
    Some(quote! {
        fn visit_actions(&self, __visit: &mut dyn ::core::ops::FnMut(&str)) {
            #[allow(unused_imports)]
            use #krate::__private::{ListedActions as _, OptionalActions as _, UnlistedActions as _};
            #body
        }
    })
}

fn context(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = coded(ty).filter(|(_, coded)| !coded.context.is_empty()).map(|(case, coded)| {
        let shown: Vec<_> = coded
            .context
            .iter()
            .filter(|field| field.shown != Shown::Redacted)
            .map(|field| (&field.member, binding(&field.member)))
            .collect();
        let pattern = pattern(ty, case, &shown);
        let visits = coded.context.iter().map(|field| visit(ty, field));
        quote!(#pattern => { #(#visits)* })
    });
    let body = select(ty, arms.collect(), &quote!(#krate::__private::inner_context(self, __visit)))?;
    Some(quote! {
        fn visit_context(&self, __visit: &mut dyn ::core::ops::FnMut(&str, #krate::ContextValue<'_>)) {
            #[allow(unused_imports)]
            use #krate::__private::{FallbackValue as _, KnownValue as _, SerializeValue as _};
            #body
        }
    })
}

fn visit(ty: &ErrorType, field: &ContextField) -> TokenStream {
    let krate = &ty.krate;
    let name = &field.name;
    let binding = binding(&field.member);
    let value = match field.shown {
        // Three tries, resolved by rustc: a type we know, any `Serialize`, a readable error.
        Shown::Serialized => quote!((&&&#krate::__private::Field(#binding)).context_value()),
        Shown::Display => quote!(#krate::ContextValue::Display(#binding)),
        Shown::Debug => quote!(#krate::ContextValue::Display(&#krate::__private::AsDebug(#binding))),
        Shown::Redacted => quote!(#krate::ContextValue::Redacted),
    };
    let value = located(field.span, value);
    quote!(__visit(#name, #value);)
}

/// A match over `self` with `arms` and, if they do not cover all cases, `otherwise`.
fn select(ty: &ErrorType, arms: Vec<TokenStream>, otherwise: &TokenStream) -> Option<TokenStream> {
    if arms.is_empty() {
        return None;
    }
    let rest = (arms.len() < ty.cases.len()).then(|| quote!(_ => #otherwise,));
    Some(quote!(match self { #(#arms)* #rest }))
}

fn coded(ty: &ErrorType) -> impl Iterator<Item = (&Case, &Coded)> {
    ty.cases.iter().filter_map(|case| match &case.role {
        Role::Coded(coded) => Some((case, &**coded)),
        Role::Transparent(_) => None,
    })
}

fn one_field(ty: &ErrorType, case: &Case, member: &Member) -> (TokenStream, Ident) {
    let binding = binding(member);
    (pattern(ty, case, &[(member, binding.clone())]), binding)
}

/// A pattern for the case that binds some of its fields.
fn pattern(ty: &ErrorType, case: &Case, bound: &[(&Member, Ident)]) -> TokenStream {
    let fields = bound.iter().map(|(member, binding)| quote!(#member: #binding,));
    let ident = &case.ident;
    match ty.is_enum {
        true => quote!(Self::#ident { #(#fields)* .. }),
        false => quote!(Self { #(#fields)* .. }),
    }
}

/// A name that nothing of the user's can shadow.
fn binding(member: &Member) -> Ident {
    format_ident!("__{}", crate::check::member_name(member), span = Span::mixed_site())
}
