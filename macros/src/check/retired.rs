//! Validates `retired`, such as `retired("OLD_CODE", "OTHER_CODE" = "use NEW_CODE")`.

use super::code;
use crate::attr::Entries;
use crate::errors::Errors;
use crate::model::{Case, Retired};
use std::collections::HashMap;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{LitStr, Token};

/// Validates the retired codes of a type, including their domain.
pub(super) fn check(entries: &Entries, domain: Option<&str>, errors: &mut Errors) -> Vec<Retired> {
    let Some(entry) = entries.get("retired") else { return Vec::new() };
    let parser = Punctuated::<Retired, Token![,]>::parse_terminated;
    let listed = entry.list().and_then(|tokens| parser.parse2(tokens.clone()).ok()).filter(|list| !list.is_empty());
    let Some(listed) = listed else {
        let expected =
            "invalid value for `retired`; expected codes, such as `retired(\"OLD\", \"OLDER\" = \"use NEW\")`";
        errors.at(entry.span, expected);
        return Vec::new();
    };
    let retired: Vec<Retired> = listed.into_iter().collect();
    for retired in &retired {
        code::check_shape(&retired.code, None, domain, errors);
    }
    retired
}

impl Parse for Retired {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let code = input.parse()?;
        let mut note = None;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            note = Some(input.parse::<LitStr>()?.value());
        }
        Ok(Self { code, note })
    }
}

/// Rejects a retired code that is listed twice or still declared.
pub(super) fn reject_reuse(cases: &[Case], retired: &[Retired], errors: &mut Errors) {
    let mut seen = HashMap::new();
    for retired in retired {
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
