//! Finds codes that are written in different styles.

use super::LintedCode;
use super::finding::{Finding, FindingKind};

/// Finds two codes that are written in different styles.
pub(super) fn mixed_styles(codes: &[LintedCode]) -> Option<Finding> {
    let names: Vec<&str> = codes.iter().map(|linted| linted.code.as_str()).collect();
    // A code with several words determines the separator.
    let several_words = names
        .iter()
        .find(|name| CodeStyle::of(name).separator.is_some());
    let one = several_words.or(names.first())?;
    let style = CodeStyle::of(one);
    let other = names.iter().find(|name| !CodeStyle::of(name).fits(style))?;
    let text = format!(
        "{one} and {other} are written in different styles; choose one style for all codes"
    );
    Some(Finding::new(FindingKind::MixedStyles, text))
}

/// How a code is written.
#[derive(Clone, Copy)]
struct CodeStyle {
    case: Case,
    /// The separator of the words, which is a space for `DbLocked`. `None` if the code is a single
    /// word.
    separator: Option<char>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Upper,
    Capitalized,
    Lower,
}

impl CodeStyle {
    fn of(code: &str) -> Self {
        let has_lower = code.contains(|c: char| c.is_ascii_lowercase());
        let case = if code.len() > 1 && !has_lower {
            Case::Upper
        } else if code.starts_with(|c: char| c.is_ascii_uppercase()) {
            Case::Capitalized
        } else {
            Case::Lower
        };
        let has_capital_inside = code.chars().skip(1).any(|c| c.is_ascii_uppercase());
        let punctuation = code.chars().find(|c| "._-".contains(*c));
        let separator = if punctuation.is_some() {
            punctuation
        } else if case != Case::Upper && has_capital_inside {
            Some(' ')
        } else {
            None
        };
        Self { case, separator }
    }

    /// Whether a code of this style and a code of the other one look alike. A single word fits every
    /// separator.
    fn fits(self, other: Self) -> bool {
        self.case == other.case && (self.separator.is_none() || self.separator == other.separator)
    }
}
