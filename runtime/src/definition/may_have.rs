//! Which optional data an error can have.

use super::error_def::ErrorDef;
use super::part::Part;

/// A set of flags for the optional data that an error can have. Renderers skip data that the flags rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MayHave(u16);

impl MayHave {
    /// The error can have any data.
    pub const ANYTHING: Self = Self(u16::MAX);
    /// The error only has a code, a message and plain context values.
    pub const NOTHING: Self = Self(0);
    /// The output of the failed call.
    pub const BODY: Self = Self::text(Part::Body);
    /// The URL of a docs page.
    pub const DOCS_URL: Self = Self::text(Part::DocsUrl);
    /// Field errors in the context.
    pub const FIELD_ERRORS: Self = Self(1 << Part::ALL.len());
    /// Context keys or a code that may need escaping, because they aren't plain identifiers or no derive has checked
    /// them.
    pub const ODD_NAMES: Self = Self(1 << (Part::ALL.len() + 1));
    /// Context values that `Human` prints although it omits the rest of the context: listings and similar names.
    pub const LISTED: Self = Self(1 << (Part::ALL.len() + 3));
    /// Actions, and the delay before the next attempt.
    pub(crate) const OTHER_CALLS: Self = Self(1 << (Part::ALL.len() + 2));

    /// Returns the flag for a part.
    pub(crate) const fn text(part: Part) -> Self {
        Self(1 << part as u16)
    }

    /// Parts that few codes have.
    pub(crate) const RARE_TEXTS: Self = Self::text(Part::Detail)
        .or(Self::text(Part::FixRequired))
        .or(Self::text(Part::FixCommand))
        .or(Self::text(Part::CheckCommand))
        .or(Self::text(Part::Replacement))
        .or(Self::text(Part::Instance));

    /// Returns the union of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the union of both sets if `holds` is true. Otherwise, returns `self`.
    pub(crate) const fn or_if(self, holds: bool, other: Self) -> Self {
        if holds { self.or(other) } else { self }
    }

    pub(crate) const fn contains(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl ErrorDef {
    /// Returns what an error with this code may have. Any attribute sets the flags of all rare data.
    pub(crate) const fn may_have(&self) -> MayHave {
        MayHave::NOTHING
            .or_if(self.summary.is_some(), MayHave::text(Part::Summary))
            .or_if(self.suggestion.is_some(), MayHave::text(Part::Suggestion))
            .or_if(self.docs_url.is_some(), MayHave::DOCS_URL)
            .or_if(!self.attributes.is_empty(), MayHave::RARE_TEXTS.or(MayHave::OTHER_CALLS))
    }
}

#[cfg(test)]
mod tests {
    use super::MayHave;
    use crate::definition::part::Part;

    #[test]
    fn a_definition_or_a_type_can_set_the_flag_of_each_part() {
        let common = MayHave::text(Part::Summary).or(MayHave::text(Part::Suggestion));
        let all = MayHave::RARE_TEXTS.or(common).or(MayHave::DOCS_URL).or(MayHave::BODY);
        for &part in Part::ALL {
            assert!(all.contains(MayHave::text(part)), "formats would omit {part:?}; add it to `RARE_TEXTS`");
        }
    }
}
