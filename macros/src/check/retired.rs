//! Validates `retired`, such as `retired("OLD_CODE", "OTHER_CODE" = "use NEW_CODE")`.

use super::code;
use crate::errors::Errors;
use crate::model::{Case, Retired};
use std::collections::HashMap;

/// Validates the retired codes, including their domain. Rejects a code that is listed twice or still declared.
pub(super) fn check(retired: &[Retired], cases: &[Case], domain: Option<&str>, errors: &mut Errors) {
    let mut seen = HashMap::new();
    for retired in retired {
        code::check_shape(&retired.code, None, domain, errors);
        if let Some(first) = seen.insert(retired.code.value(), retired.code.span()) {
            errors.on(&retired.code, format_args!("duplicate code `{}`", retired.code.value()));
            errors.also_at(first, "first one here");
        }
    }
    for coded in cases.iter().filter_map(Case::coded) {
        if let Some(retirement) = seen.get(&coded.code) {
            errors.at(coded.code_span, format_args!("code `{}` is retired; choose another", coded.code));
            errors.also_at(*retirement, "retired here");
        }
    }
}
