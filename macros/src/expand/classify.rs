//! Generates classification rules, and the code that builds variants from foreign errors.

use super::located;
use super::type_text::type_text;
use crate::crate_path::CratePath;
use crate::model::{Build, Case, Classify, ErrorType, Filling, RuleKind};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// Generates the classification rules of a variant.
pub(super) fn rules(krate: &CratePath, classify: &Classify) -> TokenStream {
    let rules = classify.rules.iter().map(|rule| {
        let tokens = match &rule.kind {
            RuleKind::Io(kind) => quote!(#krate::__private::ClassifyRule::Io(::std::io::ErrorKind::#kind)),
            RuleKind::AnyIo => quote!(#krate::__private::ClassifyRule::AnyIo),
            RuleKind::Code(code) => quote!(#krate::__private::ClassifyRule::Code(#code)),
            RuleKind::Type(ty) => {
                let name = type_text(ty.clone());
                quote!(#krate::__private::ClassifyRule::Type(#krate::__private::ForeignType::of::<#ty>(#name)))
            }
            RuleKind::Status(from, to) => quote!(#krate::__private::ClassifyRule::Status(#from, #to)),
            RuleKind::Validation => quote!(#krate::__private::ClassifyRule::Validation),
            RuleKind::Message(words) => quote!(#krate::__private::ClassifyRule::Message(#words)),
            RuleKind::Fallback => quote!(#krate::__private::ClassifyRule::Fallback),
        };
        located(rule.span, tokens)
    });
    quote!(&[#(#rules),*])
}

/// Generates `impl Build` for a type that can be built from foreign errors. Also generates `impl Classify` if the type
/// has a fallback.
pub(super) fn impls(ty: &ErrorType) -> Option<TokenStream> {
    if !can_be_built(ty) {
        return None;
    }
    let (krate, ident) = (&ty.krate, &ty.ident);
    let stating = stating(ty);
    let own = (!stating.is_empty()).then(|| {
        let arms = stating.iter().map(|(place, case, classify)| {
            let built = built(ty, case, classify, false);
            quote!(#place => ::core::result::Result::Ok(#built),)
        });
        quote! {
            if #krate::__private::is_type(__ty, <Self as #krate::__private::Catalogued>::TYPE) {
                return match __place {
                    #(#arms)*
                    _ => ::core::result::Result::Err(__found),
                };
            }
        }
    });
    let built = nested(ty, &quote!(__found), |slot| quote!(#slot.build_nested(__ty, __place, __found)));
    let adopted = nested(ty, &quote!(__error), |slot| quote!(#slot.adopt_nested(__error)));
    let recorded = nested(ty, &quote!(__record), |slot| quote!(#slot.nested_from_record(__record)));
    let from_record = (!recorded.is_empty()).then(|| {
        quote! {
            fn from_record(__record: #krate::ErrorRecord) -> ::core::result::Result<Self, #krate::ErrorRecord> {
                #recorded
                ::core::result::Result::Err(__record)
            }
        }
    });
    let fallback = fallback(ty, &stating);
    Some(quote! {
        #[allow(unused_imports, unused_variables)]
        const _: () = {
            use #krate::__private::{
                AnySource as _, ConcreteSource as _, NestedAsIs as _, NestedBuild as _, PointerSource as _,
            };

            #[automatically_derived]
            impl #krate::__private::Build for #ident {
                fn build(
                    __ty: &'static #krate::__private::TypeDef,
                    __place: ::core::primitive::usize,
                    __found: #krate::__private::Found,
                ) -> ::core::result::Result<Self, #krate::__private::Found> {
                    #own
                    #built
                    ::core::result::Result::Err(__found)
                }

                fn adopt(__error: #krate::__private::BoxError) -> ::core::result::Result<Self, #krate::__private::BoxError> {
                    let __error = match #krate::__private::unboxed::<Self>(__error) {
                        ::core::result::Result::Ok(__own) => return ::core::result::Result::Ok(__own),
                        ::core::result::Result::Err(__error) => __error,
                    };
                    #adopted
                    ::core::result::Result::Err(__error)
                }

                #from_record
            }
        };
        #fallback
    })
}

/// Returns the variants with rules, each with its index in the definition table.
fn stating(ty: &ErrorType) -> Vec<(usize, &Case, &Classify)> {
    ty.coded().enumerate().filter_map(|(place, (case, coded))| Some((place, case, coded.classify.as_ref()?))).collect()
}

/// Generates code that tries each nested type in order. If a type can't hold the error, it returns the error, which is
/// then passed to the next type as `given`.
fn nested(ty: &ErrorType, given: &TokenStream, call: impl Fn(&TokenStream) -> TokenStream) -> TokenStream {
    let krate = &ty.krate;
    let tries = ty.transparent().filter_map(|(case, inner)| {
        let (member, inner_ty) = (&inner.member, &inner.ty);
        let path = path(ty, case);
        let tried = call(&quote!((&&#krate::__private::Slot::<#inner_ty>::NEW)));
        inner.alone.then(|| {
            quote! {
                let #given = match #tried {
                    ::core::result::Result::Ok(__inner) => {
                        return ::core::result::Result::Ok(#path { #member: __inner });
                    }
                    ::core::result::Result::Err(__given) => __given,
                };
            }
        })
    });
    tries.collect()
}

fn fallback(ty: &ErrorType, stating: &[(usize, &Case, &Classify)]) -> Option<TokenStream> {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let is_fallback = |classify: &Classify| classify.rules.iter().any(|rule| matches!(rule.kind, RuleKind::Fallback));
    let (_, case, classify) = stating.iter().find(|(.., classify)| is_fallback(classify))?;
    let built = built(ty, case, classify, true);
    Some(quote! {
        #[automatically_derived]
        impl #krate::Classify for #ident {
            fn classifier() -> &'static #krate::__private::Classifier {
                static CLASSIFIER: ::std::sync::OnceLock<#krate::__private::Classifier> = ::std::sync::OnceLock::new();
                CLASSIFIER.get_or_init(#krate::__private::Classifier::lenient_of::<Self>)
            }

            #[allow(unused_variables)]
            fn fallback(__found: #krate::__private::Found) -> Self #built
        }
    })
}

/// Whether the type can be built from foreign errors. It must have rules or nested types, but no generic parameters.
fn can_be_built(ty: &ErrorType) -> bool {
    ty.generics.params.is_empty()
        && (ty.coded().any(|(_, coded)| coded.classify.is_some()) || ty.transparent().any(|(_, inner)| inner.alone))
}

/// Returns the path of a variant, or of the struct.
pub(super) fn path(ty: &ErrorType, case: &Case) -> TokenStream {
    let ident = &case.ident;
    if ty.is_enum { quote!(Self::#ident) } else { quote!(Self) }
}

/// Generates code that builds a variant from `__found`. A fallback accepts any foreign error. Other variants return the
/// error if they can't hold it.
fn built(ty: &ErrorType, case: &Case, classify: &Classify, is_fallback: bool) -> TokenStream {
    let krate = &ty.krate;
    let fillings = match &classify.build {
        Build::With(path) => return call(krate, path),
        Build::Fields(fillings) => fillings,
    };
    let source = fillings.iter().find_map(|field| match &field.filling {
        Filling::Source(ty) => Some(ty),
        _ => None,
    });
    let source = source.map(|ty| {
        let span = ty.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let taken = match is_fallback {
            true => quote!(<#ty as #krate::__private::KnownSource>::from_foreign(__error)),
            false => quote! {
                match (&&&#krate::__private::Slot::<#ty>::NEW).hold(__error) {
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
    let fields = fillings.iter().map(|field| {
        let (member, value) = (&field.member, located(field.span, filled(&field.filling)));
        quote!(#member: #value,)
    });
    let path = path(ty, case);
    quote!({
        let (__known, __error) = __found.split();
        #source
        #path { #(#fields)* }
    })
}

/// Generates a call of the user's function. If the function has the wrong type, rustc reports the mismatch at the
/// function's path.
fn call(krate: &CratePath, path: &TokenStream) -> TokenStream {
    let span = path.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let coerced = located(span, quote!(let __build: fn(#krate::__private::Found) -> Self =));
    quote!({ #coerced #path; __build(__found) })
}

fn filled(filling: &Filling) -> TokenStream {
    let optional = |optional: bool, value: TokenStream| match optional {
        true => value,
        // Validation has checked that every rule provides this value.
        false => quote!(#value.unwrap_or_default()),
    };
    match filling {
        Filling::Message { optional: false } => quote!(::core::clone::Clone::clone(&__known.message)),
        Filling::Message { optional: true } => {
            quote!(::core::option::Option::Some(::core::clone::Clone::clone(&__known.message)))
        }
        Filling::Code { optional: is_optional } => {
            optional(*is_optional, quote!(::core::clone::Clone::clone(&__known.code)))
        }
        Filling::Status { optional: is_optional } => optional(*is_optional, quote!(__known.status)),
        Filling::RetryAfter => quote!(__known.retry_after),
        Filling::Field { optional: is_optional } => optional(*is_optional, quote!(__known.field())),
        Filling::Reason { optional: is_optional } => optional(*is_optional, quote!(__known.reason())),
        Filling::Source(_) => quote!(__source),
        Filling::Nothing => quote!(::core::option::Option::None),
    }
}

/// Generates the runtime hooks of a type. The first hook recognizes errors of the type. If the type can be built from
/// foreign errors, a second hook does this.
pub(super) fn hooks(ty: &ErrorType, arguments: Option<&TokenStream>) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let Some(arguments) = arguments else {
        return quote!(#krate::__private::Hooks::NONE);
    };
    let recognized = quote! {{
        #[allow(unused_imports)]
        use #krate::__private::LocalHooks as _;
        #krate::__private::HooksOf::<#ident #arguments>::HOOKS
    }};
    match can_be_built(ty) {
        true => quote!(#krate::__private::BuilderOf::<#ident>::and(#recognized)),
        false => recognized,
    }
}
