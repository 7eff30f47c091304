//! Validates generic parameters.

use super::UncheckedCase;
use crate::errors::Errors;
use syn::{GenericParam, Generics, Ident};

/// Rejects `classify` on a generic type, because its parameters aren't known at the declaration.
pub(super) fn reject_classify(generics: &Generics, cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    const MESSAGE: &str = "key `classify` is not allowed on a type with parameters; \
                           move the variant into a type without parameters, and nest that type";
    let Some(parameter) = generics.params.first() else { return };
    if let Some(rule) = cases.iter().find_map(|case| case.keys.classify.value.as_ref()?.first()) {
        errors.on(parameter, MESSAGE);
        errors.also_at(rule.span, "the rules are here");
    }
}

/// Rejects `codes` on a type with type or const parameters. The generated enum has no parameters, so it can't refer to
/// a concrete instance of the type.
pub(super) fn reject_codes(generics: &Generics, name: &Ident, errors: &mut Errors) {
    const MESSAGE: &str = "key `codes` is not allowed on a type with type parameters; \
                           remove it, or move the variants into a type without parameters";
    if generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_))) {
        errors.on(name, MESSAGE);
    }
}
