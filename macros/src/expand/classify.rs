//! Rules for foreign errors, and the functions that build variants from them.

use super::definition::type_text;
use super::located;
use crate::crate_path::CratePath;
use crate::model::{Build, Case, Classify, Coded, ErrorType, Filling, Role, RuleKind};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// The rules of a variant as a table.
pub(super) fn rules(krate: &CratePath, classify: &Classify) -> TokenStream {
    let rules = classify.rules.iter().map(|rule| {
        let tokens = match &rule.kind {
            RuleKind::Io(kind) => quote!(#krate::Rule::Io(::std::io::ErrorKind::#kind)),
            RuleKind::Type(ty) => {
                let name = type_text(ty.clone());
                quote!(#krate::Rule::Type(#krate::ForeignType::of::<#ty>(#name)))
            }
            RuleKind::Status(from, to) => quote!(#krate::Rule::Status(#from, #to)),
            RuleKind::Validation => quote!(#krate::Rule::Validation),
            RuleKind::Message(words) => quote!(#krate::Rule::Message(#words)),
            RuleKind::Fallback => quote!(#krate::Rule::Fallback),
        };
        located(rule.span, tokens)
    });
    quote!(&[#(#rules),*])
}

/// `impl Build` for a type with rules, and `impl Classify` if one of them is the fallback.
pub(super) fn impls(ty: &ErrorType, arguments: &TokenStream) -> Option<TokenStream> {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let coded = ty.cases.iter().filter_map(|case| match &case.role {
        Role::Coded(coded) => Some((case, coded)),
        Role::Transparent(_) => None,
    });
    let stating: Vec<(usize, &Case, &Classify)> =
        coded.enumerate().filter_map(|(place, (case, coded))| Some((place, case, coded.classify.as_ref()?))).collect();
    if stating.is_empty() {
        return None;
    }
    let arms = stating.iter().map(|(place, case, classify)| {
        let built = built(ty, case, classify, false);
        quote!(#place => ::core::result::Result::Ok(#built),)
    });
    let is_fallback = |classify: &Classify| classify.rules.iter().any(|rule| matches!(rule.kind, RuleKind::Fallback));
    let fallback = stating.iter().find(|(.., classify)| is_fallback(classify)).map(|(_, case, classify)| {
        let built = built(ty, case, classify, true);
        quote! {
            #[automatically_derived]
            impl #krate::Classify for #ident #arguments {
                fn classifier() -> &'static #krate::Classifier {
                    static CLASSIFIER: ::std::sync::OnceLock<#krate::Classifier> = ::std::sync::OnceLock::new();
                    CLASSIFIER.get_or_init(#krate::Classifier::own::<Self>)
                }

                fn fallback(__found: #krate::Found) -> Self {
                    #built
                }
            }
        }
    });
    Some(quote! {
        #[automatically_derived]
        impl #krate::__private::Build for #ident #arguments {
            fn build(
                __place: ::core::primitive::usize,
                __found: #krate::Found,
            ) -> ::core::result::Result<Self, #krate::Found> {
                #[allow(unused_imports)]
                use #krate::__private::{AnySource as _, ConcreteSource as _};
                match __place {
                    #(#arms)*
                    _ => ::core::result::Result::Err(__found),
                }
            }
        }
        #fallback
    })
}

/// Whether the type states rules.
pub(super) fn states_rules(ty: &ErrorType) -> bool {
    ty.cases.iter().any(|case| matches!(&case.role, Role::Coded(coded) if states(coded)))
}

fn states(coded: &Coded) -> bool {
    coded.classify.is_some()
}

/// The variant, built from `__found`. A fallback takes every error; others give back what they cannot take.
fn built(ty: &ErrorType, case: &Case, classify: &Classify, is_fallback: bool) -> TokenStream {
    let krate = &ty.krate;
    let fillings = match &classify.build {
        Build::With(path) => return located_call(path),
        Build::Fields(fillings) => fillings,
    };
    let source = fillings.iter().find_map(|(_, filling)| match filling {
        Filling::Source(ty) => Some(ty),
        _ => None,
    });
    let source = source.map(|ty| {
        let span = ty.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let taken = match is_fallback {
            true => quote!(<#ty as #krate::__private::KnownSource>::from_foreign(__error)),
            false => quote! {
                match (&&#krate::__private::Slot::<#ty>::NEW).take(__error) {
                    ::core::result::Result::Ok(__source) => __source,
                    ::core::result::Result::Err(__error) => {
                        return ::core::result::Result::Err(__known.with(__error));
                    }
                }
            },
        };
        let taken = located(span, taken);
        quote!(let __source = #taken;)
    });
    let fields = fillings.iter().map(|(member, filling)| {
        let value = filled(filling);
        quote!(#member: #value,)
    });
    let ident = &case.ident;
    let path = if ty.is_enum { quote!(Self::#ident) } else { quote!(Self) };
    quote!({
        #[allow(unused_variables)]
        let (__known, __error) = __found.split();
        #source
        #path { #(#fields)* }
    })
}

fn located_call(path: &TokenStream) -> TokenStream {
    let span = path.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let call = located(span, quote!((__found)));
    quote!(#path #call)
}

fn filled(filling: &Filling) -> TokenStream {
    let optional = |optional: bool, value: TokenStream| match optional {
        true => value,
        // The check has made sure that every rule knows it.
        false => quote!(#value.unwrap_or_default()),
    };
    match filling {
        Filling::Message { optional: false } => quote!(::core::clone::Clone::clone(&__known.message)),
        Filling::Message { optional: true } => {
            quote!(::core::option::Option::Some(::core::clone::Clone::clone(&__known.message)))
        }
        Filling::Status { optional: is_optional } => optional(*is_optional, quote!(__known.status)),
        Filling::RetryAfter => quote!(__known.retry_after),
        Filling::Field { optional: is_optional } => optional(*is_optional, quote!(__known.field())),
        Filling::Reason { optional: is_optional } => optional(*is_optional, quote!(__known.reason())),
        Filling::Source(_) => quote!(__source),
        Filling::Nothing => quote!(::core::option::Option::None),
    }
}

/// The functions of the type: how it is recognised, and built if it states rules.
pub(super) fn hooks(ty: &ErrorType, arguments: Option<&TokenStream>) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let Some(arguments) = arguments else {
        return quote!(::core::option::Option::None);
    };
    let building = states_rules(ty).then(|| quote!(.building::<#ident #arguments>()));
    quote! {
        ::core::option::Option::Some({
            #[allow(unused_imports)]
            use #krate::__private::LocalHooks as _;
            #krate::__private::HooksOf::<#ident #arguments>::HOOKS #building
        })
    }
}
