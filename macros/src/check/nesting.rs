//! Validates transparent variants.

use crate::errors::Errors;
use crate::foreign;
use crate::model::Transparent;
use crate::tokens::idents;
use quote::ToTokens;
use syn::{Fields, Ident};

/// Returns the inner error of a transparent variant. Ignores fields that other derives fill in, such as backtraces.
pub(super) fn transparent(fields: &Fields, nested: bool) -> Option<Transparent> {
    let mut members = fields.members().zip(fields.iter()).filter(|(_, field)| !foreign::is_side_data(field));
    let (member, field) = members.next()?;
    members.next().is_none().then(|| Transparent { member, ty: field.ty.to_token_stream(), nested })
}

/// Rejects a type that directly nests itself, because its catalog would be infinite. rustc reports indirect cycles.
pub(super) fn reject_recursion(fields: &Fields, container: &Ident, errors: &mut Errors) {
    let is_own = |(ident, _): &(Ident, bool)| ident == container || ident == "Self";
    for field in fields.iter().filter(|field| idents(field.ty.to_token_stream()).iter().any(is_own)) {
        let message = "nests itself, so its catalog would be infinite; add `opaque` next to `transparent`";
        errors.on(&field.ty, format_args!("`{container}` {message}"));
    }
}
