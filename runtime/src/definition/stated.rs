//! What an error may state.

use super::part::Part;

/// What an error may state, so that a writer need not ask for all the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated(u16);

impl Stated {
    /// Anything.
    pub const ANYTHING: Self = Self(u16::MAX);
    /// Nothing besides a code, a message and plain values.
    pub const NOTHING: Self = Self(0);
    /// The output of the failed call.
    pub const BODY: Self = Self::text(Part::Body);
    /// A page about the code.
    pub const DOCS_URL: Self = Self::text(Part::DocsUrl);
    /// Errors of fields among the named values.
    pub const FIELD_ERRORS: Self = Self(1 << Part::ALL.len());
    /// Names of values that are not plain words, or a code that no derive has checked: a format may have to escape them.
    pub const ODD_NAMES: Self = Self(1 << (Part::ALL.len() + 1));
    /// Values that `Human` shows, unlike the rest of the context: listings, and nearest names.
    pub const LISTED: Self = Self(1 << (Part::ALL.len() + 3));
    /// Actions, and a wait.
    pub(crate) const OTHER_CALLS: Self = Self(1 << (Part::ALL.len() + 2));

    /// A text.
    pub(crate) const fn text(part: Part) -> Self {
        Self(1 << part as u16)
    }

    /// The templates that few codes have.
    pub(crate) const RARE_TEXTS: Self = Self::text(Part::Detail)
        .or(Self::text(Part::FixRequired))
        .or(Self::text(Part::FixCommand))
        .or(Self::text(Part::CheckCommand))
        .or(Self::text(Part::Replacement))
        .or(Self::text(Part::Instance));

    /// One or the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// One of the two, if a condition holds.
    pub(crate) const fn or_if(self, holds: bool, other: Self) -> Self {
        if holds { self.or(other) } else { self }
    }

    pub(crate) const fn may_have(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
