//! The fields of a variant or a struct, for the checks that refer to them.

use super::member_name;
use super::plain::is_option;
use crate::errors::{Errors, listed};
use crate::foreign::Message;
use crate::model::{ContextField, Facts, FieldRef, FieldType, ValueFormat};
use crate::template;
use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Field, Fields, Ident, LitStr, Member};

pub(super) struct CheckedFields<'a> {
    pub(super) fields: &'a Fields,
    pub(super) context: Vec<ContextField>,
    pub(super) facts: Facts,
    /// The commands that list valid values.
    pub(super) values_from: Vec<ValuesFrom>,
    /// The name of a field that's only a source by its name.
    pub(super) unproven_source: Option<String>,
    /// The names or indices of fields marked `secret`.
    pub(super) secrets: Vec<String>,
    pub(super) undecided: Vec<Undecided>,
}

/// A field that isn't context only because of its type.
pub(super) struct Undecided {
    pub(super) name: String,
    pub(super) ty: FieldType,
    pub(super) span: Span,
}

/// A command that lists the valid values of a field.
pub(super) struct ValuesFrom {
    /// The name of the field in the context, if it's there.
    pub(super) field: Option<String>,
    pub(super) command: LitStr,
}

impl CheckedFields<'_> {
    /// Whether any field tells the caller which values are valid.
    pub(super) fn has_lookup(&self) -> bool {
        !self.values_from.is_empty() || self.context.iter().any(lists_names)
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.fields
            .members()
            .map(|member| member_name(&member))
            .collect()
    }

    pub(super) fn find(&self, name: &str) -> Option<(Member, &Field)> {
        let mut fields = self.fields.members().zip(self.fields);
        fields.find(|(member, _)| member_name(member) == name)
    }

    /// Returns the field with this name, index, or name in the context.
    pub(super) fn find_by_any_name(&self, name: &str) -> Option<(Member, &Field)> {
        if let Some(found) = self.find(name) {
            return Some(found);
        }
        let renamed = self.in_context(name)?;
        self.find(&member_name(&renamed.member))
    }

    /// Returns the field that the key `key` refers to. Adds an error if there is no such field, or
    /// if it's secret.
    pub(super) fn named(&self, ident: &Ident, key: &str, errors: &mut Errors) -> Option<FieldRef> {
        let name = ident.unraw().to_string();
        let Some((member, field)) = self.find(&name) else {
            errors.on(ident, self.unknown(&name));
            return None;
        };
        self.reject_secret(&name, key, ident, errors);
        Some(FieldRef {
            member,
            name,
            span: ident.span(),
            is_optional: is_option(&field.ty),
        })
    }

    /// Returns the error message about a field that doesn't exist.
    pub(super) fn unknown(&self, name: &str) -> String {
        let names = self.names();
        if names.is_empty() {
            return format!("no field `{name}`; the variant has no fields");
        }
        let candidates: Vec<&str> = names.iter().map(String::as_str).collect();
        let expected = listed(name, &candidates);
        format!("no field `{name}`; expected one of {expected}")
    }

    /// Rejects a secret field in a key that callers see.
    pub(super) fn reject_secret(
        &self,
        field: &str,
        key: &str,
        at: impl ToTokens,
        errors: &mut Errors,
    ) {
        if self.secrets.iter().any(|secret| secret == field) {
            let remedy = "remove it, since callers can read the value";
            errors.on(
                at,
                format_args!("secret field `{field}` in `{key}`; {remedy}"),
            );
        }
    }

    pub(super) fn reject_secret_in_message(&self, message: &Message, errors: &mut Errors) {
        for secret in self.secrets.iter().filter(|secret| message.shows(secret)) {
            errors.at(
                message.span,
                format_args!("secret field `{secret}` in the message; remove it, since every reader sees the message"),
            );
        }
    }

    /// Returns the context field with this name or index, or with this name in the context.
    pub(super) fn in_context(&self, name: &str) -> Option<&ContextField> {
        self.context
            .iter()
            .find(|field| field.name == name || member_name(&field.member) == name)
    }

    pub(super) fn message_in_catalog(&self, message: Message) -> String {
        let shown = message.with_arguments(|name| self.shown_name(name).to_owned());
        shown.unwrap_or_else(|| self.in_catalog(message.template))
    }

    /// Replaces field names in a template with context names, for the catalog.
    pub(super) fn in_catalog(&self, template: String) -> String {
        let pieces = template::pieces(&template).unwrap_or_default();
        let names = template::names(&pieces);
        if names.iter().all(|name| self.shown_name(name) == name) {
            return template;
        }
        template::with_names(&pieces, |name| self.shown_name(name).to_owned())
    }

    /// Returns the name of a field in the catalog: its context name, if that's a valid placeholder
    /// for no other field.
    pub(super) fn shown_name<'a>(&'a self, name: &'a str) -> &'a str {
        // Some derives use the name with `r#` in messages.
        let own = name.trim_start_matches("r#");
        let mut fields = self.context.iter();
        let field = fields.find(|field| member_name(&field.member) == own);
        match field {
            Some(field) if field.name != own && self.can_be_placeholder(&field.name) => &field.name,
            _ => name,
        }
    }

    /// Whether a context name is a valid placeholder, and no other field has the name.
    fn can_be_placeholder(&self, name: &str) -> bool {
        let is_valid = name.trim() == name && !name.contains(['{', '}', ':', '$']);
        is_valid && self.find(name).is_none()
    }
}

/// Whether the values of a field are valid names.
fn lists_names(field: &ContextField) -> bool {
    let ty = &field.ty.text;
    field.shown == ValueFormat::Nearest || ty.contains("FieldError") || ty.contains("Listing")
}
