//! Generates the static tables: an `ErrorDef` for each code, and a `TypeDef` for the type.

use super::bounds;
use super::fields::{CaseFields, Fields, is_closed};
use crate::model::{
    Case, Coded, ContextField, ErrorType, Part, StatusKind, Transparent, ValueFormat,
};
use crate::tokens::{idents, located};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

/// Generates the tables, `impl Declares` and the entry in the link-time registry. `arguments` are
/// the type's generic arguments, if they can only be `'static`.
pub(super) fn catalog_impl(
    ty: &ErrorType,
    fields: &Fields<'_>,
    arguments: Option<&TokenStream>,
) -> TokenStream {
    let ident = &ty.ident;
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_catalog(ty);
    let is_generic = !ty.generics.params.is_empty();

    let defs = fields
        .iter()
        .filter_map(|(case, fields)| Some(error_def(ty, case, case.coded()?, fields)));
    let retired = ty.retired.iter().map(|retired| {
        let code = &retired.code;
        let note = option(retired.note.as_ref());
        quote!(__agent::RetiredDef { code: #code, note: #note })
    });
    let name = ident.unraw().to_string();
    let docs = option(ty.docs.as_ref());
    let origin = &ty.origin;
    let casts = match arguments {
        Some(arguments) => casts(ty, arguments),
        None => quote!(&[]),
    };

    // A static can't refer to generic parameters. The static of a generic type therefore only
    // contains what all instances have in common, and a constant contains the rest.
    let closed = nested(ty, |inner| is_closed(inner.ty.clone(), ty));
    let common_casts = if is_generic { &quote!(&[]) } else { &casts };
    let type_def = if is_generic {
        let all = nested(ty, |_| true);
        quote!(&__agent::TypeDef { nested: #all, casts: #casts, ..AGENT_ERROR_TYPE })
    } else {
        quote!(&AGENT_ERROR_TYPE)
    };
    let has_type_parameters = ty.generics.type_params().next().is_some();
    let mut uniqueness_check = TokenStream::new();
    if has_type_parameters && may_clash(ty) {
        uniqueness_check = quote! { const UNIQUE: () = __agent::assert_unique(Self::TYPE); };
    }
    let mut registration = TokenStream::new();
    if ty.linked {
        let registered = match arguments {
            Some(arguments) if is_generic => {
                quote!(<#ident #arguments as __agent::Declares>::TYPE)
            }
            _ => quote!(&AGENT_ERROR_TYPE),
        };
        registration = quote!(__agent::register!(#registered););
    }
    quote! {
        static AGENT_ERROR_TYPE: __agent::TypeDef = __agent::TypeDef {
            path: ::core::concat!(::core::module_path!(), "::", #name),
            file: ::core::file!(),
            origin: #origin,
            docs: #docs,
            defs: &[#(#defs),*],
            nested: #closed,
            retired: &[#(#retired),*],
            casts: #common_casts,
        };
        impl #impl_generics __agent::Declares for #ident #ty_generics #bounds {
            const TYPE: &'static __agent::TypeDef = #type_def;
            #uniqueness_check
        }
        #registration
    }
}

/// Whether codes may conflict: the type nests other catalogs, or has shared codes, whose facts must
/// be equal.
pub(super) fn may_clash(ty: &ErrorType) -> bool {
    nested_types(ty).next().is_some() || ty.coded().any(|(_, coded)| coded.is_shared)
}

/// Iterates over the inner errors whose catalogs are nested in this one.
fn nested_types<'a>(ty: &'a ErrorType) -> impl Iterator<Item = &'a Transparent> {
    let inner_errors = ty.transparent().map(|(_, inner)| inner);
    inner_errors.filter(|inner| inner.nested)
}

/// Generates the functions that recognize errors of a type and of its nested generic types. A
/// generic type can't list its own functions, because its parameters need not be `'static`.
fn casts(ty: &ErrorType, arguments: &TokenStream) -> TokenStream {
    let ident = &ty.ident;
    let mut types = vec![quote!(#ident #arguments)];
    for inner in nested_types(ty) {
        if has_arguments(&inner.ty) && is_closed(inner.ty.clone(), ty) {
            types.push(inner.ty.clone());
        }
    }
    quote!(&[#(__agent::CastsOf::<#types>::CASTS),*])
}

fn has_arguments(ty: &TokenStream) -> bool {
    ty.clone()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '<'))
}

/// Generates the list of the nested types that `is_listed` accepts.
fn nested(ty: &ErrorType, is_listed: impl Fn(&Transparent) -> bool) -> TokenStream {
    let types = nested_types(ty)
        .filter(|inner| is_listed(inner))
        .map(|inner| &inner.ty);
    quote!(&[#(<#types as __agent::Declares>::TYPE),*])
}

fn error_def(ty: &ErrorType, case: &Case, coded: &Coded, fields: &CaseFields<'_>) -> TokenStream {
    let Coded {
        code,
        summary,
        message,
        texts,
        ..
    } = coded;
    let suggestion_text = texts.iter().find(|text| text.part == Part::Suggestion);
    let suggestion = suggestion_text.map_or("", |text| &text.template);
    let exit = exit_code(coded);
    let variant = if ty.is_enum {
        case.ident.unraw().to_string()
    } else {
        String::new()
    };
    let line = quote_spanned!(case.ident.span()=> ::core::line!());
    let context = coded.context.iter().map(|field| {
        let name = &field.name;
        let ty = &field.ty.text;
        quote!((#name, #ty))
    });
    let template_only = fields.template_only.iter().map(|name| quote!((#name, "")));
    let values = context.chain(template_only);
    let facts = coded.facts.known.iter().cloned().chain(schemas(ty, coded));
    quote! {
        __agent::ErrorDef {
            code: #code,
            exit: #exit,
            variant: #variant,
            line: #line,
            fields: &[#(#values),*],
            summary: #summary,
            message: #message,
            suggestion: #suggestion,
            facts: &[#(__Fact::#facts),*],
        }
    }
}

/// Generates the exit code. If it's an expression, only rustc can evaluate it, and reports errors
/// at its first token.
fn exit_code(coded: &Coded) -> TokenStream {
    let exit = &coded.exit;
    if exit.to_string().parse::<u8>().is_ok() && coded.implied_statuses.is_empty() {
        return exit.clone();
    }
    let first = exit.clone().into_iter().next();
    let span = first.map_or_else(Span::call_site, |token| token.span());
    let function = if coded.needs_final_exit {
        quote!(error_exit_with_fix)
    } else {
        quote!(error_exit)
    };
    let check = located(span, quote!(__agent::#function));
    // Keep the spans of the user's expression. Otherwise, rustc's suggestions would replace the
    // wrong code.
    let mut checked = quote_spanned!(span=> #check(#exit));
    for kind in &coded.implied_statuses {
        let status_function = match kind {
            StatusKind::Http => quote!(exit_with_http_status),
            StatusKind::Grpc => quote!(exit_with_grpc_status),
        };
        let status_check = located(span, quote!(__agent::#status_function));
        checked = quote_spanned!(span=> #status_check(#checked));
    }
    checked
}

/// Generates the schemas of context fields. All other facts are in the model.
fn schemas(ty: &ErrorType, coded: &Coded) -> impl Iterator<Item = TokenStream> {
    let fields = coded.context.iter();
    fields.filter(|field| needs_schema(ty, field)).map(|field| {
        let name = &field.name;
        let ty = &field.ty.tokens;
        quote!(Schema(#name, __agent::SchemaOf::<#ty>::SCHEMA))
    })
}

/// Type names with a built-in JSON Schema. In a large catalog, hooks for these types would double
/// rustc's work.
const KNOWN: &str = "\
    alloc borrow boxed collections core ffi mut net num path primitive rc std string sync time vec \
    Arc BTreeMap BTreeSet Box Cow Duration FieldError HashMap HashSet IpAddr Ipv4Addr Ipv6Addr LinkedList NonZero \
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroIsize NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroUsize \
    Option OsStr OsString Path PathBuf Rc SocketAddr SocketAddrV4 SocketAddrV6 String SystemTime Vec VecDeque \
    bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize";

/// Whether the field's definition contains the schema of its type, because the runtime can't derive
/// it from the name.
fn needs_schema(ty: &ErrorType, field: &ContextField) -> bool {
    let is_serialized = matches!(field.shown, ValueFormat::Serialized | ValueFormat::Nearest);
    if !ty.uses_schemas() || !is_serialized {
        return false;
    }
    // All instances of a generic type share a table. It can't contain schemas that depend on the
    // parameters.
    if ty.has_instances() && !is_closed(field.ty.tokens.clone(), ty) {
        return false;
    }
    let idents = idents(field.ty.tokens.clone());
    let mut names = idents.iter().filter(|(_, is_lifetime)| !is_lifetime);
    names.any(|(name, _)| !is_known(name))
}

fn is_known(name: &Ident) -> bool {
    KNOWN.split(' ').any(|known| name == known)
}

fn option(value: Option<&String>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
