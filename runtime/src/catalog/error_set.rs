//! The codes that a command or a tool may end with.

use crate::catalog::Catalog;
use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::error_def::ErrorDef;
use crate::ready::own;
use crate::text::order::sort_by_key;
use std::borrow::Cow;

/// The codes that a command or a tool may end with: those of whole types, and single ones.
///
/// Made by [`error_set!`](crate::error_set). The codes that every program may end with are never part of a set, and are
/// always [allowed](Self::allows).
///
/// ```
/// # use agent_error::{AgentError, ErrorSet, error_set};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # enum StoreError {
/// #     #[error("locked")]
/// #     #[code("STORE_LOCKED", exit = 12)]
/// #     Locked,
/// #     #[error("exists")]
/// #     #[code("STORE_EXISTS", exit = 6)]
/// #     Exists,
/// # }
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("empty")]
/// # #[code("CSV_EMPTY", exit = 65)]
/// # struct CsvError;
/// const SYNC: ErrorSet = error_set![CsvError, "STORE_LOCKED" in StoreError];
///
/// assert_eq!(SYNC.codes(), ["CSV_EMPTY", "STORE_LOCKED"]);
/// assert!(SYNC.allows("INTERNAL") && !SYNC.allows("STORE_EXISTS"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ErrorSet {
    parts: Cow<'static, [SetPart]>,
}

/// The part of a set that comes from one type.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct SetPart {
    pub ty: &'static TypeDef,
    /// The codes of the type that are in the set; `None` is all.
    pub codes: Option<&'static [&'static str]>,
}

impl SetPart {
    fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self.ty, other.ty) && self.codes == other.codes
    }
}

impl ErrorSet {
    /// No codes, for a call that only ends as every program may end.
    pub const EMPTY: Self = Self::of_parts(&[]);

    /// The codes of a type and of the catalogs nested in it.
    pub const fn of<E: Catalogued>() -> Self {
        const { E::UNIQUE }
        Self::of_parts(const { &[SetPart { ty: E::TYPE, codes: None }] })
    }

    /// The function behind [`error_set!`](crate::error_set).
    #[doc(hidden)]
    pub const fn of_parts(parts: &'static [SetPart]) -> Self {
        Self { parts: Cow::Borrowed(parts) }
    }

    /// The codes of both sets.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for part in &*other.parts {
            if !self.parts.iter().any(|known| known.is(part)) {
                self.parts.to_mut().push(*part);
            }
        }
        self
    }

    /// Whether both are made of the same parts; sets of the same codes may describe them differently.
    #[cfg(feature = "clap")]
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.parts.len() == other.parts.len() && self.parts.iter().zip(&*other.parts).all(|(one, two)| one.is(two))
    }

    /// The codes, sorted.
    pub fn codes(&self) -> Vec<&'static str> {
        self.defs().iter().map(|def| def.code()).collect()
    }

    /// The facts about the codes, sorted by code. If types share a code, one of its declarations is used.
    pub(crate) fn defs(&self) -> Vec<&'static ErrorDef> {
        let mut all = Vec::new();
        self.visit(&mut |def| all.extend((!def.is_hidden()).then_some(def)));
        sort_by_key(&mut all, |def: &&ErrorDef| def.code());
        all.dedup_by_key(|def| def.code());
        all
    }

    /// Whether a code is in the set.
    pub fn contains(&self, code: &str) -> bool {
        let mut found = false;
        self.visit(&mut |def| found |= def.code() == code);
        found
    }

    /// Whether a command or tool with this set may end with a code: it is in the set, or every program may end with it.
    pub fn allows(&self, code: &str) -> bool {
        let mut found = self.contains(code);
        for ty in own::of_the_program() {
            visit(ty, &mut |def| found |= def.code() == code);
        }
        found
    }

    /// Whether it contains no code.
    pub fn is_empty(&self) -> bool {
        self.defs().is_empty()
    }

    fn visit(&self, each: &mut dyn FnMut(&'static ErrorDef)) {
        for part in &*self.parts {
            visit(part.ty, &mut |def| {
                if part.codes.is_none_or(|codes| codes.contains(&def.code())) {
                    each(def);
                }
            });
        }
    }

    /// The facts about the codes.
    pub fn catalog(&self) -> Catalog {
        let parts = self.parts.iter().map(|part| match part.codes {
            None => Catalog::checked(part.ty),
            Some(codes) => Catalog::checked(part.ty).only(&|code| codes.contains(&code)),
        });
        parts.reduce(Catalog::beside).unwrap_or_else(|| Catalog::checked(&TypeDef::EMPTY))
    }
}

/// Every declaration of a type and of its nested types.
fn visit(ty: &'static TypeDef, each: &mut dyn FnMut(&'static ErrorDef)) {
    for def in ty.defs {
        each(def);
    }
    for nested in ty.nested {
        visit(nested, each);
    }
}

/// An [`ErrorSet`](crate::ErrorSet) of whole types and of single codes. A single code must be declared by the type
/// after `in`; otherwise it does not compile. Usable in constants.
///
/// ```
/// # use agent_error::{AgentError, error_set};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # enum StoreError {
/// #     #[error("locked")]
/// #     #[code("STORE_LOCKED", exit = 12)]
/// #     Locked,
/// #     #[error("exists")]
/// #     #[code("STORE_EXISTS", exit = 6)]
/// #     Exists,
/// # }
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("empty")]
/// # #[code("CSV_EMPTY", exit = 65)]
/// # struct CsvError;
/// let set = error_set![CsvError, "STORE_LOCKED" | "STORE_EXISTS" in StoreError];
/// assert_eq!(set.codes().len(), 3);
/// assert!(error_set![].is_empty());
/// ```
///
/// ```compile_fail
/// # use agent_error::{AgentError, error_set};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("empty")]
/// # #[code("CSV_EMPTY", exit = 65)]
/// # struct CsvError;
/// let set = error_set!["CSV_LOST" in CsvError];
/// ```
#[macro_export]
macro_rules! error_set {
    ($($parts:tt)*) => {
        $crate::ErrorSet::of_parts(const { &$crate::__private::set_parts!([] $($parts)*) })
    };
}

/// The parts of a set, one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_set_parts {
    ([$($done:tt)*]) => { [$($done)*] };
    ([$($done:tt)*] $first:literal $(| $more:literal)* in $ty:ty $(, $($rest:tt)*)?) => {
        $crate::__private::set_parts!([
            $($done)*
            $crate::__private::SetPart {
                ty: <$ty as $crate::__private::Catalogued>::TYPE,
                codes: ::core::option::Option::Some(&[$crate::code!($first in $ty) $(, $crate::code!($more in $ty))*]),
            },
        ] $($($rest)*)?)
    };
    ([$($done:tt)*] $ty:ty $(, $($rest:tt)*)?) => {
        $crate::__private::set_parts!([
            $($done)*
            $crate::__private::SetPart { ty: <$ty as $crate::__private::Catalogued>::TYPE, codes: ::core::option::Option::None },
        ] $($($rest)*)?)
    };
}
