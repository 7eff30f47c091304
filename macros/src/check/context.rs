//! Validates fields: context, secrets and sources.

use super::{commands, field_span, member_name};
use crate::attr::Entries;
use crate::doc::Doc;
use crate::errors::Errors;
use crate::foreign::{self, Message};
use crate::keys::Place;
use crate::model::{ContextField, ContextFormat};
use crate::template;
use agent_error_rules::secret::secret_word;
use quote::ToTokens;
use syn::{Field, Fields, GenericArgument, Ident, Member, PathArguments, Type};

/// The validated fields of a variant.
pub(super) struct CheckedFields {
    pub(super) context: Vec<ContextField>,
    /// The names or indices of fields marked `secret`.
    pub(super) secrets: Vec<String>,
    /// The renamed context fields: the name or index of each, and its name in the context.
    renames: Vec<(String, String)>,
}

impl CheckedFields {
    /// Whether the field with this name or index is marked `secret`.
    pub(super) fn is_secret(&self, name: &str) -> bool {
        self.secrets.iter().any(|secret| secret == name)
    }

    /// Returns the name or index of the renamed field with the given context name.
    pub(super) fn renamed_to(&self, name: &str) -> Option<&str> {
        self.renames.iter().find(|(_, context_name)| context_name == name).map(|(own, _)| own.as_str())
    }

    /// Converts a message for the catalog.
    pub(super) fn message_in_catalog(&self, message: Message) -> String {
        let shown = message.with_arguments(|name| self.renamed(name).unwrap_or(name).to_owned());
        shown.unwrap_or_else(|| self.in_catalog(message.template))
    }

    /// Converts a template for the catalog, by replacing field names with context names.
    pub(super) fn in_catalog(&self, template: String) -> String {
        if self.renames.is_empty() {
            return template;
        }
        let pieces = template::pieces(&template).unwrap_or_default();
        match template::names(&pieces).iter().any(|name| self.renamed(name).is_some()) {
            true => template::with_names(&pieces, |name| self.renamed(name).unwrap_or(name).to_owned()),
            false => template,
        }
    }

    /// Returns the context name of a field if it differs from the field's own name.
    pub(super) fn renamed(&self, name: &str) -> Option<&str> {
        // Some derives use the name with `r#` in messages.
        let name = name.trim_start_matches("r#");
        let (_, context_name) = self.renames.iter().find(|(own, _)| own == name)?;
        // Keep the original name if the context name isn't a valid placeholder.
        let is_name = context_name.trim() == context_name && !context_name.contains(['{', '}', ':', '$']);
        is_name.then_some(context_name)
    }
}

pub(super) fn check(fields: &Fields, errors: &mut Errors) -> CheckedFields {
    let mut checked = CheckedFields { context: Vec::new(), secrets: Vec::new(), renames: Vec::new() };
    for (member, field) in fields.members().zip(fields) {
        let entries = field_entries(field, errors);
        if entries.flag("secret", errors).is_some() {
            checked.secrets.push(member_name(&member));
        }
        let Some(shown) = check_field(member, field, &entries, errors) else { continue };
        if checked.context.iter().any(|known| known.name == shown.name) {
            errors.at(
                entries.span_of("rename").unwrap_or_else(|| field_span(field)),
                format_args!("duplicate context name `{}`; rename one of the two fields", shown.name),
            );
        }
        let own = member_name(&shown.member);
        if own != shown.name {
            checked.renames.push((own, shown.name.clone()));
        }
        checked.context.push(shown);
    }
    checked
}

fn field_entries(field: &Field, errors: &mut Errors) -> Entries {
    let mut entries = Entries::default();
    for attribute in &field.attrs {
        let path = attribute.path();
        if path.is_ident("context") || path.is_ident("code") || path.is_ident("agent_error") {
            entries.read(attribute, Place::Field, errors);
        }
    }
    entries
}

/// Validates a field. Returns `None` if the field isn't context.
fn check_field(member: Member, field: &Field, entries: &Entries, errors: &mut Errors) -> Option<ContextField> {
    let skip = entries.flag("skip", errors);
    let secret = entries.flag("secret", errors);
    let public = entries.flag("public", errors);
    let display = entries.flag("display", errors);
    let debug = entries.flag("debug", errors);
    let rename = entries.string("rename", errors);
    let nearest = entries.flag("nearest", errors);
    let values_from = entries.string("values_from", errors);
    for (first, second) in CONFLICTS {
        reject_pair(entries, first, second, errors);
    }
    if skip.is_some() {
        for other in ["rename", "display", "debug", "secret", "nearest", "values_from"] {
            reject_pair(entries, "skip", other, errors);
        }
        return None;
    }
    if let Some(span) = nearest.filter(|_| is_one_value(&field.ty)) {
        errors.at(span, "`nearest` needs a list of strings, as in `Vec<String>`");
    }
    if let Some(command) = &values_from {
        commands::check_values_from(command, errors);
    }
    let asked_for = rename.is_some() || display.is_some() || debug.is_some();
    if foreign::is_presentation(field) && !asked_for {
        return None;
    }
    if foreign::is_plumbing(field) && !asked_for {
        if let Some(span) = secret {
            errors.at(
                span,
                "key `secret` is not allowed on a source, because its message is shown as the cause; remove it",
            );
        }
        return None;
    }
    let name = match (&rename, &member) {
        (Some(rename), _) if rename.value().is_empty() => {
            errors.on(rename, "invalid value for `rename`; expected a name");
            return None;
        }
        (Some(rename), _) => rename.value(),
        (None, Member::Named(_)) => member_name(&member),
        (None, Member::Unnamed(_)) => {
            if let Some(span) = display.or(debug) {
                errors.at(span, "missing key `rename`; add `rename = \"...\"` to include the tuple field");
            }
            return None;
        }
    };
    if secret.is_none()
        && public.is_none()
        && let Some(word) = secret_word(&name).or_else(|| rename.and_then(|_| secret_word(&member_name(&member))))
    {
        errors.at(
            field_span(field),
            format_args!(
                "field `{name}` looks like a secret (`{word}`); \
                 add `#[context(secret)]`, `#[context(skip)]` or `#[context(public)]`"
            ),
        );
    }
    if secret.is_none()
        && let Some(ty) = secrecy_type(&field.ty)
    {
        errors.at(
            field_span(field),
            format_args!("field `{name}` is a `{ty}`; add `#[context(secret)]` or `#[context(skip)]`"),
        );
    }
    let shown = match (secret, display, debug) {
        (Some(_), _, _) => ContextFormat::Redacted,
        (None, Some(_), _) => ContextFormat::Display,
        (None, None, Some(_)) => ContextFormat::Debug,
        (None, None, None) => ContextFormat::Serialized,
    };
    // The runtime's own errors may list commands that are only known at run time.
    if name == VALUES_FROM && !field.ty.to_token_stream().to_string().ends_with("Listing") {
        errors.at(field_span(field), "the context name `values_from` is reserved; rename the field");
    }
    let summary = Doc::read(&field.attrs).summary;
    Some(ContextField {
        member,
        name,
        ty: field.ty.to_token_stream(),
        span: field_span(field),
        shown,
        summary,
        nearest: nearest.is_some(),
        values_from: values_from.map(|command| command.value()),
    })
}

/// The name of the context member that contains the commands of `values_from`.
const VALUES_FROM: &str = "values_from";

/// Pairs of keys that can't be combined.
const CONFLICTS: [(&str, &str); 9] = [
    ("secret", "public"),
    ("display", "debug"),
    ("secret", "display"),
    ("secret", "debug"),
    ("secret", "nearest"),
    ("display", "nearest"),
    ("debug", "nearest"),
    ("values_from", "nearest"),
    ("secret", "values_from"),
];

/// Whether the name of a type implies a single value rather than a list.
fn is_one_value(ty: &syn::Type) -> bool {
    let name = ty.to_token_stream().to_string();
    let name = name.trim_start_matches(['&', ' ']);
    ["String", "str", "Option <", "bool", "char"].iter().any(|one| name.starts_with(one))
}

/// Finds a type of the `secrecy` crate in a field's type, as in `Option<SecretString>`. A macro can't resolve types, so
/// this only compares names.
fn secrecy_type(ty: &Type) -> Option<&Ident> {
    const TYPES: [&str; 3] = ["SecretString", "SecretBox", "SecretSlice"];
    let last = match ty {
        Type::Path(path) => path.path.segments.last()?,
        Type::Reference(reference) => return secrecy_type(&reference.elem),
        _ => return None,
    };
    if TYPES.iter().any(|known| last.ident == known) {
        return Some(&last.ident);
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => secrecy_type(ty),
        _ => None,
    })
}

fn reject_pair(entries: &Entries, first: &str, second: &str, errors: &mut Errors) {
    if let (Some(_), Some(span)) = (entries.get(first), entries.span_of(second)) {
        errors.at(span, format_args!("keys `{first}` and `{second}` conflict; remove one"));
    }
}

/// Rejects keys on the field of a transparent variant, whose context comes from the inner error.
pub(super) fn reject_on_transparent(fields: &Fields, errors: &mut Errors) {
    for field in fields {
        for entry in field_entries(field, errors).iter() {
            let message = "is not allowed in a transparent variant; its context comes from the inner error";
            errors.at(entry.span, format_args!("key `{}` {message}", entry.name));
        }
    }
}

pub(super) fn reject_secret_in_message(message: &Message, secrets: &[String], errors: &mut Errors) {
    for secret in secrets.iter().filter(|secret| message.shows(secret)) {
        errors.at(
            message.span,
            format_args!("secret field `{secret}` in the message; remove it, since every reader sees the message"),
        );
    }
}

/// Rejects a secret field in a key whose value is visible to callers.
pub(super) fn reject_secret(field: &Ident, name: &str, key: &str, secrets: &[String], errors: &mut Errors) {
    if secrets.iter().any(|secret| secret == name) {
        errors.on(field, format_args!("secret field `{name}` in `{key}`; remove it, since callers can read the value"));
    }
}
