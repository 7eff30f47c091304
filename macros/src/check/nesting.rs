//! Validates transparent variants.

use crate::errors::Errors;
use crate::foreign;
use crate::model::Transparent;
use quote::ToTokens;
use syn::{Fields, GenericArgument, Ident, PathArguments, Type};

/// Returns the inner error of a transparent variant. Ignores fields that other derives fill in, such as backtraces.
pub(super) fn transparent(fields: &Fields, nested: bool) -> Option<Transparent> {
    let mut members = fields.members().zip(fields.iter()).filter(|(_, field)| !foreign::is_side_data(field));
    let (member, field) = members.next()?;
    members.next().is_none().then(|| Transparent { member, ty: field.ty.to_token_stream(), nested })
}

/// Rejects a type that directly nests itself, because its catalog would be infinite. rustc reports indirect cycles.
pub(super) fn reject_recursion(fields: &Fields, container: &Ident, errors: &mut Errors) {
    for field in fields.iter().filter(|field| is_own(&field.ty, container)) {
        let message = "nests itself, so its catalog would be infinite; add `opaque` next to `transparent`";
        errors.on(&field.ty, format_args!("`{container}` {message}"));
    }
}

/// Whether a field's type is the type that contains the field, possibly behind a pointer.
fn is_own(ty: &Type, container: &Ident) -> bool {
    match ty {
        Type::Reference(reference) => is_own(&reference.elem, container),
        Type::Paren(inner) => is_own(&inner.elem, container),
        Type::Group(inner) => is_own(&inner.elem, container),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return false };
            if path.path.segments.len() == 1 && (last.ident == *container || last.ident == "Self") {
                return true;
            }
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
            let mut types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            (last.ident == "Box" || last.ident == "Arc") && types.any(|ty| is_own(ty, container))
        }
        _ => false,
    }
}
