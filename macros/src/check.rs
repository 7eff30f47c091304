//! Validates attributes and builds the model. Each rule has its own function, and all violations are reported.

mod classify;
pub(crate) mod code;
mod commands;
mod container;
mod context;
mod generics;
pub(crate) mod import_uses;
mod instance;
pub(crate) mod integrate;
mod miette;
mod nesting;
mod outcome;
mod retired;
mod retry;
mod strict;
mod text;
mod url;
mod wire;

use crate::attr::Entries;
use crate::crate_path::CratePath;
use crate::doc::Doc;
use crate::errors::Errors;
use crate::foreign::{self, Message};
use crate::keys::{Place, is_container_key};
use crate::model::{Case, Coded, ErrorType, Framework, Role};
use container::Container;
use quote::ToTokens;
use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Member};

/// A variant or struct that hasn't been validated.
struct UncheckedCase<'a> {
    ident: &'a Ident,
    attrs: &'a [Attribute],
    /// The attributes of the enum. Variants without their own `#[error("…")]` inherit it.
    container_attrs: &'a [Attribute],
    fields: &'a Fields,
    entries: Entries,
    /// The name of the type that contains the variant.
    container: &'a Ident,
}

/// Returns the path of the runtime crate. Also works if the type is invalid, because the stub needs this path.
pub(crate) fn crate_path(input: &DeriveInput) -> CratePath {
    let mut ignored = Errors::default();
    let entries = container_entries(input, &mut ignored);
    let given = entries.get("crate").and_then(|entry| entry.parse::<syn::Path>("a path", &mut ignored));
    let _ = ignored.finish();
    given.map_or(CratePath::RUNTIME, CratePath::Given)
}

/// Returns the frameworks in `integrate(...)`. Also works if the type is invalid, because the stub includes their
/// impls.
pub(crate) fn frameworks(input: &DeriveInput) -> Vec<Framework> {
    let mut ignored = Errors::default();
    let frameworks = integrate::check(&container_entries(input, &mut ignored), &mut ignored);
    let _ = ignored.finish();
    frameworks
}

/// Returns the name in `codes = Name` and the variants with codes. Also works if the type is invalid, because the stub
/// includes the enum.
pub(crate) fn codes(input: &DeriveInput) -> Option<(Ident, Vec<&Ident>)> {
    let mut ignored = Errors::default();
    let entries = container_entries(input, &mut ignored);
    let name = entries.get("codes").and_then(|entry| entry.parse::<Ident>("a name", &mut ignored));
    let variants = match &input.data {
        Data::Enum(data) => {
            let is_transparent =
                |attrs: &[Attribute], errors: &mut Errors| variant_entries(attrs, errors).get("transparent").is_some();
            let coded = data.variants.iter().filter(|variant| !is_transparent(&variant.attrs, &mut ignored));
            coded.map(|variant| &variant.ident).collect()
        }
        Data::Struct(_) | Data::Union(_) => vec![&input.ident],
    };
    let _ = ignored.finish();
    Some((name?, variants))
}

fn container_entries(input: &DeriveInput, errors: &mut Errors) -> Entries {
    let mut entries = Entries::default();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("agent_error")) {
        entries.read(attribute, container_place(input), errors);
    }
    entries
}

/// Validates a type. The model is only complete if no errors were added.
pub(crate) fn check(input: DeriveInput, errors: &mut Errors) -> Option<ErrorType> {
    let krate = crate_path(&input);
    let mut entries = container_entries(&input, errors);
    let place = container_place(&input);
    for attribute in &input.attrs {
        if attribute.path().is_ident("code") && place == Place::Enum {
            errors.on(attribute.path(), "key `code` is not allowed on an enum; it belongs on a variant");
        } else if attribute.path().is_ident("context") {
            errors.on(attribute.path(), "`#[context(...)]` is not allowed here; it belongs on a field");
        }
    }
    let mut own = entries.split_off(|name| !is_container_key(name));
    if let Some(entry) = entries.get("crate") {
        entry.parse::<syn::Path>("a path, such as `crate = my_errors::agent_error`", errors);
    }
    let linked = entries.flag("unregistered", errors).is_none();
    let origin = match entries.string("origin", errors) {
        Some(package) => package.value(),
        None => krate.declaring_package(),
    };
    let frameworks = integrate::check(&entries, errors);
    let codes = entries.get("codes").and_then(|entry| entry.parse::<Ident>("a name, such as `codes = DbCode`", errors));
    let container = Container::check(&entries, errors);

    let (is_enum, unchecked) = match &input.data {
        Data::Enum(data) => {
            let variants = data.variants.iter().map(|variant| {
                let mut entries = variant_entries(&variant.attrs, errors);
                miette::supply(&variant.attrs, container.docs.is_some(), &mut entries, errors);
                miette::supply_help(&variant.fields, &mut entries);
                UncheckedCase {
                    ident: &variant.ident,
                    attrs: &variant.attrs,
                    container_attrs: &input.attrs,
                    fields: &variant.fields,
                    entries,
                    container: &input.ident,
                }
            });
            (true, variants.collect::<Vec<_>>())
        }
        Data::Struct(data) => {
            for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("code")) {
                own.read(attribute, Place::Variant, errors);
            }
            miette::supply(&input.attrs, container.docs.is_some(), &mut own, errors);
            miette::supply_help(&data.fields, &mut own);
            let whole = UncheckedCase {
                ident: &input.ident,
                attrs: &input.attrs,
                container_attrs: &[],
                fields: &data.fields,
                entries: own,
                container: &input.ident,
            };
            (false, vec![whole])
        }
        Data::Union(data) => {
            errors.at(data.union_token.span, "`AgentError` cannot be derived for a union; use an enum or a struct");
            return None;
        }
    };

    let cases: Vec<Case> = unchecked.iter().filter_map(|unchecked| check_case(unchecked, &container, errors)).collect();
    reject_duplicate_codes(&cases, errors);
    classify::reject_ties(&cases, errors);
    let retired = retired::check(&entries, container.domain.as_deref(), errors);
    retired::reject_reuse(&cases, &retired, errors);
    generics::reject_classify(&input.generics, &cases, errors);
    if let Some(name) = &codes {
        generics::reject_codes(&input.generics, name, errors);
    }
    Some(ErrorType {
        ident: input.ident,
        generics: input.generics,
        krate,
        linked,
        origin,
        frameworks,
        is_enum,
        docs: container.docs,
        cases,
        vis: input.vis,
        codes,
        retired,
    })
}

fn container_place(input: &DeriveInput) -> Place {
    match input.data {
        Data::Struct(_) => Place::Struct,
        Data::Enum(_) | Data::Union(_) => Place::Enum,
    }
}

fn variant_entries(attrs: &[Attribute], errors: &mut Errors) -> Entries {
    let mut entries = Entries::default();
    for attribute in attrs {
        if attribute.path().is_ident("code") || attribute.path().is_ident("agent_error") {
            entries.read(attribute, Place::Variant, errors);
        } else if attribute.path().is_ident("context") {
            errors.on(attribute.path(), "`#[context(...)]` is not allowed here; it belongs on a field");
        }
    }
    entries
}

fn check_case(unchecked: &UncheckedCase<'_>, container: &Container, errors: &mut Errors) -> Option<Case> {
    let ident = unchecked.ident.clone();
    let entries = &unchecked.entries;
    let transparent = entries.flag("transparent", errors);
    let opaque = entries.flag("opaque", errors);
    if let Some(span) = transparent {
        for other in entries.iter().filter(|entry| !["transparent", "opaque"].contains(&entry.name.as_str())) {
            errors.at(other.span, format_args!("keys `transparent` and `{}` conflict; remove one", other.name));
        }
        context::reject_on_transparent(unchecked.fields, errors);
        let inner = nesting::transparent(unchecked.fields, opaque.is_none());
        if inner.is_none() {
            let count = unchecked.fields.len();
            errors.at(span, format_args!("`transparent` requires exactly one field; found {count}"));
        }
        if opaque.is_none() {
            nesting::reject_recursion(unchecked.fields, unchecked.container, errors);
        }
        return Some(Case { ident, role: Role::Transparent(inner?) });
    }
    if let Some(span) = opaque {
        errors.at(span, "missing key `transparent`; `opaque` requires it");
    }
    let coded = check_coded(unchecked, container, errors)?;
    Some(Case { ident, role: Role::Coded(Box::new(coded)) })
}

fn check_coded(unchecked: &UncheckedCase<'_>, container: &Container, errors: &mut Errors) -> Option<Coded> {
    let entries = &unchecked.entries;
    let fields = context::check(unchecked.fields, errors);
    let doc = Doc::read(unchecked.attrs);
    let field_names: Vec<String> = unchecked.fields.members().map(|member| member_name(&member)).collect();
    let of_the_type = || Message::read(unchecked.container_attrs);
    let message = Message::read(unchecked.attrs).or_else(of_the_type).or_else(|| {
        let summary = doc.summary.as_deref()?;
        Message::from_doc(summary, unchecked.ident.span(), &field_names)
    });
    if let Some(message) = &message {
        context::reject_secret_in_message(message, &fields.secrets, errors);
    }
    let texts = text::check(unchecked, &fields, errors);
    let body = text::body(unchecked.fields, entries, &fields.secrets, errors);
    let outcome = outcome::check(unchecked, container, &fields.secrets, errors);
    let needs_final_exit = outcome.needs_final_exit(entries, errors);
    let retry_strategy = entries.word("retry", &["immediate", "linear", "exponential"], errors);
    let severity = entries.word("severity", &["warning", "error", "critical"], errors);
    let actions = text::actions(unchecked.fields, entries, &fields.secrets, errors);
    let classify = classify::check(unchecked.fields, entries, errors);
    if let Some(classify) = &classify {
        classify::reject_unknown_fields(classify, &texts, &actions, errors);
    }
    let protocol = entries.get("protocol").and_then(|entry| wire::protocol(entry, errors));
    let grpc = entries.word("grpc", wire::GRPC_CODES, errors);
    let shared = entries.flag("shared", errors).is_some();
    let hidden = entries.flag("hidden", errors).is_some();
    let docs = entries.string("docs", errors);
    let code = code::check(unchecked.ident, entries, container.domain.as_deref(), errors)?;
    let (code, code_span) = (code.value(), code.span());

    let docs_url = match docs {
        Some(own) => url::own(&own, &code, errors),
        None => None,
    };
    // Hidden codes don't need documentation or advice.
    if container.strict && !hidden {
        let asked = strict::StrictInput {
            entries,
            code: &code,
            exit: &outcome.exit,
            severity,
            has_summary: doc.summary.is_some() || doc.has_unread,
            message: message.as_ref(),
            side_effects: outcome.side_effects,
            retryable: outcome.retryable,
            has_lookup: fields.context.iter().any(|field| {
                let ty = field.ty.to_string();
                field.nearest || field.values_from.is_some() || ty.contains("FieldError") || ty.contains("Listing")
            }),
        };
        strict::check(unchecked.ident, &asked, errors);
    }
    let optional = text::optional_facts(unchecked.fields, &texts, body.as_ref(), outcome.retry_after.as_ref());
    Some(Coded {
        code_span,
        code,
        exit: outcome.exit,
        needs_final_exit,
        summary: doc.summary,
        description: doc.description,
        message: message.map(|message| fields.message_in_catalog(message)),
        texts,
        body,
        optional,
        docs_url,
        retryable: outcome.retryable,
        retry_after: outcome.retry_after,
        retry_strategy,
        side_effects: outcome.side_effects,
        phase: outcome.phase,
        severity,
        actions,
        status: outcome.status,
        protocol,
        grpc,
        deprecated: foreign::deprecation(unchecked.attrs),
        shared,
        hidden,
        context: fields.context,
        classify,
    })
}

fn reject_duplicate_codes(cases: &[Case], errors: &mut Errors) {
    let mut seen: HashMap<&str, &Coded> = HashMap::new();
    for coded in cases.iter().filter_map(Case::coded) {
        let first = *seen.entry(&coded.code).or_insert(coded);
        let both_shared = first.shared && coded.shared;
        if !both_shared && !std::ptr::eq(first, coded) {
            errors.at(coded.code_span, format_args!("duplicate code `{}`", coded.code));
            errors.also_at(first.code_span, "first one here");
        }
    }
}

/// Returns the name of a field without `r#`, or its index.
pub(crate) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Returns the span of a field's name, or of its type in a tuple.
fn field_span(field: &syn::Field) -> proc_macro2::Span {
    field.ident.as_ref().map_or_else(|| field.ty.to_token_stream().span(), Ident::span)
}
