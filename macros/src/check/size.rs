//! Size limits of the generated tables.

use crate::errors::Errors;
use crate::model::{Case, Coded, Part, Role};
use proc_macro2::Ident;
use syn::ext::IdentExt;

/// The maximum number of bytes in a code's strings, and of codes in a type. Rows store offsets in 16 bits.
const LIMIT: usize = u16::MAX as usize;

/// Rejects types that exceed the limits.
pub(super) fn check(name: &Ident, cases: &[Case], errors: &mut Errors) {
    let coded = || {
        cases.iter().filter_map(|case| match &case.role {
            Role::Coded(coded) => Some((case, coded)),
            Role::Transparent(_) => None,
        })
    };
    let count = coded().count();
    if count > LIMIT {
        errors.at(name.span(), format_args!("`{name}` has {count} codes, but the limit is {LIMIT}; split the type"));
    }
    for (case, coded) in coded() {
        let bytes = bytes(case, coded);
        if bytes > LIMIT {
            let message = format!(
                "the strings of code `{}` have {bytes} bytes, but the limit is {LIMIT}; shorten its doc comment",
                coded.code
            );
            errors.at(coded.code_span, message);
        }
    }
}

/// Returns the total length of a code's strings in the table.
fn bytes(case: &Case, coded: &Coded) -> usize {
    let suggestion = coded.texts.iter().find(|text| text.part == Part::Suggestion).map(|text| &text.template);
    let texts = [&coded.summary, &coded.message, &coded.docs_url, &coded.description];
    let lengths = texts.into_iter().flatten().chain(suggestion).map(String::len);
    coded.code.len() + case.ident.unraw().to_string().len() + lengths.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::LIMIT;
    use crate::check::check;
    use crate::errors::Errors;
    use std::fmt::Write;

    /// Whether checking a type reports the error.
    fn has(declaration: &str, error: &str) -> bool {
        let mut errors = Errors::default();
        let _ = check(syn::parse_str(declaration).unwrap(), &mut errors);
        errors.finish().is_err_and(|found| found.to_string().contains(error))
    }

    #[test]
    fn texts_that_a_row_has_no_room_for_are_rejected() {
        let error = "the texts of code `AB` have 65536 bytes; a code has room for 65535; shorten its doc comment";
        // In addition to the doc comment, the row contains `AB`, `A` and `a`.
        let with_doc =
            |length: usize| format!("enum E {{ #[doc = {:?}] #[error(\"a\")] #[code(\"AB\")] A }}", "d".repeat(length));
        assert!(!has(&with_doc(LIMIT - 4), ""));
        assert!(has(&with_doc(LIMIT - 3), error));
    }

    #[test]
    fn more_codes_than_a_type_has_room_for_are_rejected() {
        let error = "`E` has 65536 codes; a type has room for 65535; split it";
        let with_codes = |count: usize| {
            let mut variants = String::new();
            (0..count).for_each(|number| write!(variants, "#[code(\"A{number}\")] A{number},").unwrap());
            format!("enum E {{ {variants} }}")
        };
        assert!(!has(&with_codes(LIMIT), ""));
        assert!(has(&with_codes(LIMIT + 1), error));
    }
}
