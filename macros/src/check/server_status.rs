//! Checks that the errors of a server have a status.
//!
//! Without one, clients receive the status 500, which withholds the message and the context. An
//! author has to choose that.

use crate::errors::Errors;
use crate::keys::{TypeKeys, VariantKeys};
use crate::model::StatusKind;
use syn::Ident;

/// Checks a variant of a type with `integrate(axum)` or `integrate(tonic)`. Returns the statuses
/// that the variant doesn't declare, so its exit code must imply them.
pub(super) fn check(
    keys: &VariantKeys,
    type_keys: &TypeKeys,
    variant: &Ident,
    errors: &mut Errors,
) -> Vec<StatusKind> {
    let frameworks = type_keys.integrate.value.as_deref().unwrap_or_default();
    let missing: Vec<StatusKind> = frameworks
        .iter()
        .filter_map(|framework| framework.status)
        .filter(|kind| !is_declared(keys, *kind))
        .collect();
    if keys.exit.is_present() || type_keys.exit.is_present() {
        return missing;
    }
    if let Some(kind) = missing.first() {
        let framework = kind.framework();
        errors.on(
            variant,
            format_args!(
                "missing key `status`; `integrate({framework})` requires it, as in `status = 404`, \
                 or an `exit` that implies a status"
            ),
        );
    }
    Vec::new()
}

fn is_declared(keys: &VariantKeys, kind: StatusKind) -> bool {
    match kind {
        StatusKind::Http => keys.status.is_present(),
        StatusKind::Grpc => keys.status.is_present() || keys.grpc.is_present(),
    }
}
