//! Generates `impl AgentError`. Overrides a default method only if a variant needs it.

use super::fields::{CaseFields, Fields, Slot};
use super::patterns::{one_field, pattern};
use super::{bounds, located, texts};
use crate::model::{Actions, Case, ErrorType, RetryAfter, Status};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashMap;

pub(super) fn error_impl(ty: &ErrorType, fields: &Fields<'_>) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_error(ty, &quote!(Self));
    let def = def(ty);
    let inner = inner(ty);
    let facts = facts(ty);
    let text = texts::visit_text(ty, fields);
    let retry_after = retry_after(ty);
    let actions = actions(ty);
    let fields = visit_fields(ty, fields);
    quote! {
        #[automatically_derived]
        #[allow(deprecated, reason = "a variant may be deprecated")]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &str {
                #krate::__private::code(self)
            }
            #def
            #inner
            #facts
            #text
            #retry_after
            #actions
            #fields
        }
    }
}

/// Generates the method `def`. A transparent variant delegates to the inner error.
fn def(ty: &ErrorType) -> TokenStream {
    let krate = &ty.krate;
    let mut index = 0_usize;
    let arms = ty.cases.iter().map(|case| {
        let pattern = pattern(ty, case, &[]);
        if case.transparent().is_some() {
            return quote!(#pattern => return #krate::__private::inner_def(self),);
        }
        let arm = quote!(#pattern => #index,);
        index += 1;
        arm
    });
    let arms: TokenStream = arms.collect();
    let body = if ty.cases.is_empty() {
        quote!(match *self {})
    } else if index == 0 {
        quote!(match self { #arms })
    } else {
        quote! {
            let __index: ::core::primitive::usize = match self { #arms };
            ::core::option::Option::Some(&<Self as #krate::__private::Catalogued>::TYPE.defs[__index])
        }
    };
    quote! {
        fn def(&self) -> ::core::option::Option<&'static #krate::__private::ErrorDef> {
            #body
        }
    }
}

/// Generates the method `inner`, for transparent variants.
fn inner(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.transparent().map(|(case, inner)| {
        let (pattern, binding) = one_field(ty, case, &inner.member);
        // If the inner type isn't an error, the catalog code already causes an error at the field.
        let value = match inner.nested {
            true => quote!((&&#krate::__private::Field(#binding)).inner()),
            false => quote!(::core::option::Option::Some(#binding)),
        };
        quote!(#pattern => #value,)
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

/// Generates the method `facts`, for statuses stored in a field.
fn facts(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.coded().filter_map(|(case, coded)| match &coded.status {
        Some(Status::Field { member, span, .. }) => {
            let (pattern, binding) = one_field(ty, case, member);
            let status = located(*span, quote!(#krate::__private::HttpStatus::status(#binding)));
            Some(quote!(#pattern => #krate::__private::facts_with_status(self, #status),))
        }
        Some(Status::Fixed(_)) | None => None,
    });
    let body = select(ty, arms.collect(), &quote!(#krate::__private::default_facts(self)))?;
    Some(quote! {
        fn facts(&self) -> #krate::__private::Facts {
            #body
        }
    })
}

/// Generates the method `retry_after`, for delays stored in a field.
fn retry_after(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.coded().filter_map(|(case, coded)| match &coded.retry_after {
        Some(RetryAfter::Field { member, span, .. }) => {
            let (pattern, binding) = one_field(ty, case, member);
            let wait = located(*span, quote!(#krate::__private::RetryAfterField::wait(#binding)));
            Some(quote!(#pattern => #wait,))
        }
        Some(RetryAfter::Fixed { .. }) | None => None,
    });
    let body = select(ty, arms.collect(), &quote!(#krate::__private::default_retry_after(self)))?;
    Some(quote! {
        fn retry_after(&self) -> ::core::option::Option<::core::time::Duration> {
            #body
        }
    })
}

/// Generates the method `visit_actions`, for actions stored in a field.
fn actions(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.coded().filter_map(|(case, coded)| match &coded.actions {
        Actions::Field { member, span, .. } => {
            let (pattern, binding) = one_field(ty, case, member);
            let visited = quote!((&&&#krate::__private::Field(#binding)).visit_actions(__visit));
            let visited = located(*span, visited);
            Some(quote!(#pattern => #visited,))
        }
        Actions::Fixed(_) => None,
    });
    let body = select(ty, arms.collect(), &quote!(#krate::__private::default_actions(self, __visit)))?;
    Some(quote! {
        fn visit_actions(&self, __visit: &mut dyn ::core::ops::FnMut(&str)) {
            #[allow(unused_imports)]
            use #krate::__private::{ActionList as _, OptionalActions as _, UnsupportedActions as _};
            #body
        }
    })
}

/// The maximum number of alternatives in a pattern. rustc compares the bindings of each pair of alternatives.
const LONGEST_PATTERN: usize = 16;

/// Generates the method `visit_fields`, with a single match. Variants with the same field types share an arm.
fn visit_fields(ty: &ErrorType, fields: &Fields<'_>) -> Option<TokenStream> {
    let krate = &ty.krate;
    let mut arms: Vec<(Vec<TokenStream>, TokenStream)> = Vec::new();
    let mut shapes = HashMap::new();
    let mut handed_over = 0;
    for (case, fields) in fields.with(ty).filter(|(case, fields)| is_asked(case, fields)) {
        let bound: Vec<_> = (0..).zip(&fields.slots).map(|(place, slot)| (slot.member, numbered(place))).collect();
        let pattern = pattern(ty, case, &bound);
        handed_over += 1;
        let shape: Vec<_> = fields.slots.iter().map(|slot| slot.how).collect();
        if !fields.slots.iter().any(Slot::stands_alone) {
            let place = shapes.entry(shape).or_insert(arms.len());
            match arms.get_mut(*place) {
                Some((patterns, _)) if patterns.len() < LONGEST_PATTERN => {
                    patterns.push(pattern);
                    continue;
                }
                _ => *place = arms.len(),
            }
        }
        let values = fields.slots.iter().zip(&bound).map(|(slot, (_, binding))| slot.value(krate, binding));
        arms.push((vec![pattern], quote!(__visit(&[#(#values),*]))));
    }
    let arms = arms.iter().map(|(patterns, body)| quote!(#(#patterns)|* => #body,));
    let rest = (handed_over < ty.cases.len()).then(|| quote!(_ => {}));
    let body = (handed_over > 0).then(|| quote!(match self { #(#arms)* #rest }))?;
    let probes = fields.with(ty).flat_map(|(_, fields)| &fields.slots).any(Slot::is_probed);
    let import = probes.then(|| {
        quote! {
            #[allow(unused_imports)]
            use #krate::__private::{FallbackValue as _, KnownValue as _, SerializeValue as _};
        }
    });
    Some(quote! {
        fn visit_fields(&self, __visit: &mut dyn ::core::ops::FnMut(&[&dyn #krate::__private::Value])) {
            #import
            #body
        }
    })
}

/// Whether the variant has context or other fields to pass to the runtime.
fn is_asked(case: &Case, fields: &CaseFields<'_>) -> bool {
    case.coded().is_some_and(|coded| !coded.context.is_empty() || !fields.slots.is_empty())
}

fn numbered(place: usize) -> Ident {
    format_ident!("__{place}", span = Span::mixed_site())
}

/// Generates a match on `self`. If the arms don't cover all cases, adds an arm that returns `otherwise`.
fn select(ty: &ErrorType, arms: Vec<TokenStream>, otherwise: &TokenStream) -> Option<TokenStream> {
    if arms.is_empty() {
        return None;
    }
    let rest = (arms.len() < ty.cases.len()).then(|| quote!(_ => #otherwise,));
    Some(quote!(match self { #(#arms)* #rest }))
}
