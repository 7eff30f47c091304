//! Validates attributes and builds the model. Each rule has its own function, and all violations
//! are reported.

mod checked_fields;
mod code;
mod context;
mod duplicates;
mod listed;
mod miette;
mod outcome;
mod plain;
mod server_status;
mod strict;
mod text;
mod unchecked;
mod uri;

pub(crate) use unchecked::{UncheckedCase, UncheckedType};

use crate::doc::Doc;
use crate::errors::Errors;
use crate::foreign::{self, Message};
use crate::keys::{Keys, TypeKeys, VariantKeys};
use crate::model::{Case, Coded, ErrorType, Facts, Home, Part, Role, Text, Transparent};
use crate::tokens::{idents, small_ident};
use code::Naming;
use context::DefaultContext;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, GenericParam, Ident, Member};

/// Parses the attributes of a type. Miette's attributes stand in for missing keys.
pub(crate) fn read<'a>(input: &'a DeriveInput, errors: &mut Errors) -> UncheckedType<'a> {
    let mut unchecked = UncheckedType::read(input, errors);
    let has_docs = unchecked.keys.docs.is_present();
    for case in &mut unchecked.cases {
        miette::supply(case, has_docs, errors);
    }
    unchecked
}

/// Validates a type. If this adds errors, the model is incomplete.
pub(crate) fn check<'a>(unchecked: &'a UncheckedType<'_>, errors: &mut Errors) -> ErrorType<'a> {
    let UncheckedType {
        input,
        keys,
        cases: unchecked_cases,
    } = unchecked;
    let docs = match &keys.docs.value {
        Some(docs) => uri::docs_template(docs, errors),
        None => None,
    };
    if let Some(exit) = &keys.exit.value
        && let Some(field) = small_ident(exit)
    {
        errors.on(
            exit,
            format_args!(
                "`exit` of a type is a constant; for a field, write `#[code(..., exit = {field})]`"
            ),
        );
    }
    let domain = check_domain(keys, errors);
    let naming = Naming {
        domain: domain.as_deref(),
        case: keys.rename_all.value,
    };
    let mut cases = Vec::new();
    for case in unchecked_cases {
        cases.extend(check_case(case, keys, naming, errors));
    }
    let retired = keys.retired.value.as_deref().unwrap_or_default();
    for entry in retired {
        code::check_shape(&entry.code, None, naming.domain, errors);
    }
    duplicates::reject_codes(&cases, retired, errors);
    duplicates::reject_rules(unchecked_cases, errors);
    reject_generics(unchecked, errors);
    let origin = match &keys.origin.value {
        Some(origin) => origin.value(),
        None => declaring_package(unchecked),
    };
    ErrorType {
        ident: &input.ident,
        generics: &input.generics,
        linked: !keys.unregistered.is_present(),
        origin,
        krate: unchecked.krate(),
        frameworks: keys.integrate.value.as_deref().unwrap_or_default(),
        is_enum: matches!(input.data, Data::Enum(_)),
        docs,
        cases,
        vis: &input.vis,
        codes: keys.codes.value.clone(),
        retired,
    }
}

/// Returns the domain of a type, if it's valid.
fn check_domain(keys: &TypeKeys, errors: &mut Errors) -> Option<String> {
    let domain = keys.domain.value.as_ref()?;
    let is_valid = code::check_domain(domain, errors);
    if !is_valid {
        return None;
    }
    if let Some(case) = keys.rename_all.value {
        code::check_domain_case(domain, case, errors);
    }
    Some(domain.value())
}

/// Whether a server returns errors of the type. The frameworks that are crates are servers.
fn is_served(keys: &TypeKeys) -> bool {
    let frameworks = keys.integrate.value.as_deref().unwrap_or_default();
    frameworks
        .iter()
        .any(|framework| matches!(framework.home, Home::Crate(_)))
}

/// Returns the name of the package that is being compiled. Returns an empty string if rustc isn't
/// run by Cargo.
///
/// Doctests of the runtime crate also have the package name of the crate. For types of a doctest,
/// returns an empty string, because they aren't part of the crate. The crate itself sets
/// `crate = crate`.
fn declaring_package(ty: &UncheckedType<'_>) -> String {
    let krate = ty.keys.krate.value.as_ref();
    let is_runtime = krate.is_some_and(|path| path.is_ident("crate"));
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    if package == "agent-error" && !is_runtime {
        String::new()
    } else {
        package
    }
}

fn check_case(
    unchecked: &UncheckedCase<'_>,
    type_keys: &TypeKeys,
    naming: Naming<'_>,
    errors: &mut Errors,
) -> Option<Case> {
    let keys = &unchecked.keys;
    let role = if let Some(span) = keys.transparent.span {
        Role::Transparent(check_transparent(unchecked, span, errors)?)
    } else {
        if let Some(span) = keys.opaque.span {
            errors.at(span, "missing key `transparent`; `opaque` requires it");
        }
        let coded = check_coded(unchecked, type_keys, naming, errors)?;
        Role::Coded(Box::new(coded))
    };
    Some(Case {
        ident: unchecked.ident.clone(),
        role,
    })
}

/// Validates a transparent variant. `span` is the place of the key `transparent`.
fn check_transparent(
    unchecked: &UncheckedCase<'_>,
    span: Span,
    errors: &mut Errors,
) -> Option<Transparent> {
    let keys = &unchecked.keys;
    for (name, span) in keys.present() {
        if name != "transparent" && name != "opaque" {
            errors.at(
                span,
                format_args!("keys `transparent` and `{name}` conflict; remove one"),
            );
        }
    }
    context::reject_on_transparent(unchecked.fields, errors);
    let is_opaque = keys.opaque.is_present();
    let inner = inner_error(unchecked.fields, !is_opaque);
    if inner.is_none() {
        let count = unchecked.fields.len();
        errors.at(
            span,
            format_args!("`transparent` requires exactly one field; found {count}"),
        );
    }
    if !is_opaque {
        reject_recursion(unchecked.fields, &unchecked.input.ident, errors);
    }
    inner
}

fn check_coded(
    unchecked: &UncheckedCase<'_>,
    type_keys: &TypeKeys,
    naming: Naming<'_>,
    errors: &mut Errors,
) -> Option<Coded> {
    let keys = &unchecked.keys;
    let default_context = if type_keys.context.is_present() {
        DefaultContext::Nothing
    } else {
        DefaultContext::PlainTypes
    };
    let fields = context::check(unchecked.fields, default_context, errors);
    let doc = Doc::read(unchecked.attrs);
    if let Some((span, message)) = doc.unread_summary()
        && !keys.hidden.is_present()
    {
        errors.at(span, message);
    }
    let message = declared_message(unchecked, &doc, &fields.names());
    if let Some(message) = &message {
        fields.reject_secret_in_message(message, errors);
    }
    let texts = text::check(keys, &fields, errors);
    let outcome = outcome::check(keys, type_keys.exit.value.as_ref(), &fields, errors);
    let implied_statuses = server_status::check(keys, type_keys, unchecked.ident, errors);
    let body = text::body(keys, &fields, errors);
    let listed = listed::check(keys, &fields, errors);
    text::reject_unfilled(keys, &texts, &listed.commands, errors);
    reject_hidden_rules(keys, errors);
    let code = code::check(unchecked.ident, keys, naming, errors)?;
    let docs = match &keys.docs.value {
        Some(docs) => uri::docs(docs, &code.value(), errors),
        None => None,
    };
    // Hidden codes don't need documentation or advice.
    if type_keys.strict.is_present() && !keys.hidden.is_present() {
        strict::check(
            unchecked,
            &code.value(),
            &doc,
            message.as_ref(),
            &outcome,
            &fields,
            errors,
        );
        if is_served(type_keys) {
            strict::check_hints_for_all(keys, errors);
        }
    }

    let catalog_message = message.map(|message| fields.message_in_catalog(message));
    let mut facts = Facts::default();
    facts.add("Description", doc.description.as_ref());
    for text in &texts {
        add_text(text, &mut facts);
    }
    facts.add("DocsUrl", docs);
    facts.add("Deprecated", foreign::deprecation(unchecked.attrs));
    facts.known.extend(keys.facts());
    let derives_error =
        foreign::derives_error(unchecked.attrs) || foreign::derives_error(&unchecked.input.attrs);
    let unproven_source = fields.unproven_source.filter(|_| !derives_error);
    facts.add("UnprovenSource", unproven_source);
    for checked in [outcome.facts, body, listed.facts, fields.facts] {
        facts.extend(checked);
    }
    if let Some(rules) = &keys.classify.value {
        let expressions = rules.iter().map(|rule| &rule.tokens);
        facts
            .known
            .push(quote!(Classify(const { &[#(#expressions),*] })));
    }
    if !facts.optional.is_empty() {
        let names = &facts.optional;
        let list = quote!(&[#(#names),*]);
        facts.add("Optional", Some(list));
    }
    let has_rules = keys.classify.is_present();
    let classified = has_rules.then(|| unchecked.fields.members().collect());
    Some(Coded {
        is_shared: keys.shared.is_present(),
        code_span: code.span(),
        code: code.value(),
        exit: outcome.exit,
        needs_final_exit: outcome.needs_final_exit,
        implied_statuses,
        summary: doc.summary.unwrap_or_default(),
        message: catalog_message.unwrap_or_default(),
        facts,
        texts,
        listed: listed.commands,
        exit_field: outcome.exit_field,
        status: outcome.status_field,
        classified,
        context: fields.context,
    })
}

/// Rejects rules for a hidden code. No lock file would contain them, so a change to them could give
/// errors another code unnoticed.
fn reject_hidden_rules(keys: &VariantKeys, errors: &mut Errors) {
    if let Some(span) = keys.hidden.span
        && keys.classify.is_present()
    {
        errors.at(
            span,
            "`classify` cannot assign a hidden code; remove `hidden`, or convert such errors with `#[from]`",
        );
    }
}

/// Returns the message of a variant. A variant without its own `#[error("…")]` inherits that of the
/// type.
fn declared_message(
    unchecked: &UncheckedCase<'_>,
    doc: &Doc,
    fields: &[String],
) -> Option<Message> {
    let own = Message::read(unchecked.attrs);
    if let Some(message) = own.or_else(|| Message::read(&unchecked.input.attrs)) {
        return Some(message);
    }
    let summary = doc.summary.as_deref()?;
    Message::from_doc(summary, unchecked.ident.span(), fields)
}

/// Adds the fact that contains a string.
fn add_text(text: &Text, facts: &mut Facts) {
    let template = &text.template;
    if let Some(caller) = text.caller {
        facts.add("SuggestFor", Some(quote!(#caller, #template)));
        return;
    }
    let row = text.part.row();
    // The suggestion has its own place in the table, because most codes have one.
    if text.part != Part::Suggestion {
        row.add(template, facts);
    }
    if text.is_optional() {
        facts.optional.push(row.member);
    }
}

/// Returns the inner error of a transparent variant. Ignores fields that other derives fill in,
/// such as backtraces.
fn inner_error(fields: &Fields, nested: bool) -> Option<Transparent> {
    let all = fields.members().zip(fields);
    let mut candidates = all.filter(|(_, field)| !foreign::is_side_data(field));
    let (member, field) = candidates.next()?;
    if candidates.next().is_some() {
        return None;
    }
    Some(Transparent {
        member,
        ty: field.ty.to_token_stream(),
        nested,
    })
}

/// Rejects a type that directly nests itself, because its catalog would be infinite. rustc reports
/// indirect cycles.
fn reject_recursion(fields: &Fields, container: &Ident, errors: &mut Errors) {
    for field in fields {
        let idents = idents(field.ty.to_token_stream());
        let mut names = idents.iter().map(|(ident, _)| ident);
        if names.any(|name| name == container || name == "Self") {
            let message = "nests itself, so its catalog would be infinite; add `opaque` next to `transparent`";
            errors.on(&field.ty, format_args!("`{container}` {message}"));
        }
    }
}

/// Rejects keys that need a type without parameters: the parameters aren't known at the
/// declaration.
fn reject_generics(ty: &UncheckedType<'_>, errors: &mut Errors) {
    let parameters = &ty.input.generics.params;
    let rule = ty
        .cases
        .iter()
        .find_map(|case| case.keys.classify.value.as_ref()?.first());
    if let (Some(parameter), Some(rule)) = (parameters.first(), rule) {
        errors.on(
            parameter,
            "key `classify` is not allowed on a type with parameters; \
             move the variant into a type without parameters, and nest that type",
        );
        errors.at(rule.span, "the rules are here");
    }
    let has_instances = parameters
        .iter()
        .any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    if has_instances && let Some(name) = &ty.keys.codes.value {
        errors.on(
            name,
            "key `codes` is not allowed on a type with type parameters; \
             remove it, or move the variants into a type without parameters",
        );
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
fn field_span(field: &Field) -> Span {
    match &field.ident {
        Some(ident) => ident.span(),
        None => field.ty.to_token_stream().span(),
    }
}
