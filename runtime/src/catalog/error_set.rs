//! Sets of codes that a command or tool can return.

#[cfg(feature = "catalog")]
use crate::catalog::Catalog;
use crate::definition::def::{Entry, TypeDef};
use crate::ready::builtin;
use crate::registry::unique::declares;
use std::borrow::Cow;

/// The set of codes that a command or tool can return. Don't list codes that any program can
/// return, such as `INTERNAL`; they're always [allowed](Self::allows).
///
/// ```
/// # use agent_error::{AgentError, ErrorSet, error_set};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # enum StoreError {
/// #     #[error("locked")] #[code("STORE_LOCKED", exit = 12)] Locked,
/// #     #[error("exists")] #[code("STORE_EXISTS", exit = 6)] Exists,
/// # }
/// const SYNC: ErrorSet = error_set!["STORE_LOCKED" in StoreError];
///
/// assert_eq!(SYNC.codes(), ["STORE_LOCKED"]);
/// assert!(SYNC.allows("INTERNAL") && !SYNC.allows("STORE_EXISTS"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ErrorSet {
    parts: Cow<'static, [SetPart]>,
}

/// The codes that one type contributes to a set.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct SetPart {
    pub ty: &'static TypeDef,
    /// The selected codes, or `None` to include all codes of the type.
    pub codes: Option<&'static [&'static str]>,
}

impl SetPart {
    fn selects(&self, code: &str) -> bool {
        self.codes.is_none_or(|codes| codes.contains(&code))
    }
}

impl ErrorSet {
    #[doc(hidden)]
    pub const fn of_parts(parts: &'static [SetPart]) -> Self {
        Self {
            parts: Cow::Borrowed(parts),
        }
    }

    /// Returns the union of both sets.
    #[must_use]
    #[inline]
    pub fn and(mut self, other: &Self) -> Self {
        self.parts.to_mut().extend_from_slice(&other.parts);
        self
    }

    /// Returns the codes, sorted.
    #[inline]
    pub fn codes(&self) -> Vec<&'static str> {
        let entries = self.entries();
        let shown = entries.iter().filter(|entry| !entry.def.is_hidden());
        let mut codes: Vec<_> = shown.map(|entry| entry.def.code()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// Whether both sets have the same parts, in the same order.
    #[cfg(feature = "clap")]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        if self.parts.len() != other.parts.len() {
            return false;
        }
        let mut pairs = self.parts.iter().zip(other.parts.iter());
        pairs.all(|(a, b)| std::ptr::eq(a.ty, b.ty) && a.codes == b.codes)
    }

    /// Whether the set contains a code.
    #[doc(hidden)]
    pub fn contains(&self, code: &str) -> bool {
        self.parts
            .iter()
            .any(|part| part.selects(code) && declares(part.ty, code))
    }

    /// Whether the set contains a code, or any program can return it.
    #[doc(hidden)]
    #[inline]
    pub fn allows(&self, code: &str) -> bool {
        self.contains(code)
            || builtin::of_the_program()
                .iter()
                .any(|ty| declares(ty, code))
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for part in self.parts.iter() {
            let mut of_part = part.ty.entries(None);
            of_part.retain(|entry| part.selects(entry.def.code()));
            entries.extend(of_part);
        }
        entries
    }

    /// Returns a catalog of the codes in this set.
    #[cfg(feature = "catalog")]
    pub fn catalog(&self) -> Catalog {
        Catalog::of_entries(self.entries())
    }
}

/// Creates an [`ErrorSet`](crate::ErrorSet) from types and codes, as in
/// `error_set![NetError, "LOCKED" | "GONE" in StoreError]`. Fails to compile if the type after `in`
/// doesn't declare a code. Can be used in constants.
#[macro_export]
macro_rules! error_set {
    ($($parts:tt)*) => {
        $crate::ErrorSet::of_parts(const { &$crate::__private::set_parts!([] $($parts)*) })
    };
}

/// Expands to an array of `SetPart` values.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_set_parts {
    ([$($done:tt)*]) => { [$($done)*] };
    ([$($done:tt)*] $first:literal $(| $more:literal)* in $ty:ty $(, $($rest:tt)*)?) => {
        $crate::__private::set_parts!([
            $($done)*
            $crate::__private::SetPart {
                ty: <$ty as $crate::__private::Declares>::TYPE,
                codes: ::core::option::Option::Some(&[$crate::code!($first in $ty) $(, $crate::code!($more in $ty))*]),
            },
        ] $($($rest)*)?)
    };
    ([$($done:tt)*] $ty:ty $(, $($rest:tt)*)?) => {
        $crate::__private::set_parts!([
            $($done)*
            $crate::__private::SetPart { ty: <$ty as $crate::__private::Declares>::TYPE, codes: ::core::option::Option::None },
        ] $($($rest)*)?)
    };
}
