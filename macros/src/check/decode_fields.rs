//! Determines how to decode fields from a record.

use super::classify::is_option;
use super::member_name;
use crate::foreign;
use crate::model::{ContextField, ContextFormat, Decoded};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Fields, Member};

/// Returns how to decode each field, or `None` if a field can't be decoded.
pub(super) fn fields(
    fields: &Fields,
    context: &[ContextField],
    body: Option<&Member>,
) -> Option<Vec<(Member, Decoded)>> {
    let decoded = fields.members().zip(fields).map(|(member, field)| {
        let name = member_name(&member);
        let shown = context.iter().find(|field| member_name(&field.member) == name);
        let is_read = shown.is_some_and(|field| field.shown != ContextFormat::Redacted) || body == Some(&member);
        if is_read && is_borrowed(field.ty.to_token_stream()) {
            return None;
        }
        let decoded = match shown {
            Some(field) if field.shown != ContextFormat::Redacted => {
                Decoded::Context { name: field.name.clone(), ty: field.ty.clone() }
            }
            _ if body == Some(&member) => Decoded::Body(field.ty.to_token_stream()),
            _ if is_option(&field.ty) => Decoded::Nothing,
            None if foreign::is_plumbing(field) && !foreign::is_side_data(field) => {
                Decoded::Causes(field.ty.to_token_stream())
            }
            _ => return None,
        };
        Some((member, decoded))
    });
    decoded.collect()
}

/// Whether a type contains a reference. Decoded values can't borrow from the record.
fn is_borrowed(ty: TokenStream) -> bool {
    ty.into_iter().any(|token| match token {
        TokenTree::Group(group) => is_borrowed(group.stream()),
        TokenTree::Punct(punct) => punct.as_char() == '&',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}
