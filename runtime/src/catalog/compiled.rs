//! Checks at compile time: catalogs of several types, and codes by their names.

use super::Catalog;
use crate::definition::def::TypeDef;

/// A catalog of several types, checked at compile time: a code that two of them declare is a compile error.
///
/// ```
/// # use agent_error::{AgentError, catalog};
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no such user")]
/// #[code("USER_NOT_FOUND", exit = 5)]
/// struct NoUser;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no such group")]
/// #[code("GROUP_NOT_FOUND", exit = 5)]
/// struct NoGroup;
///
/// let catalog = catalog![NoUser, NoGroup];
/// assert_eq!(catalog.len(), 2);
/// ```
#[macro_export]
macro_rules! catalog {
    ($($ty:ty),+ $(,)?) => {{
        enum Several {}
        impl $crate::__private::Catalogued for Several {
            const TYPE: &'static $crate::__private::TypeDef =
                &$crate::__private::TypeDef { nested: &[$(<$ty as $crate::__private::Catalogued>::TYPE),+], ..$crate::__private::TypeDef::EMPTY };
        }
        $crate::__private::assert_unique!(Several);
        $crate::__private::checked_catalog(<Several as $crate::__private::Catalogued>::TYPE)
    }};
}

/// The code as a `&'static str`; a compile error if the type does not declare it.
///
/// ```
/// # use agent_error::{AgentError, code};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// assert_eq!(code!("USER_NOT_FOUND" in NoUser), "USER_NOT_FOUND");
/// ```
///
/// ```compile_fail
/// # use agent_error::{AgentError, code};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// let code = code!("USER_LOST" in NoUser);
/// ```
#[macro_export]
macro_rules! code {
    ($code:literal in $ty:ty) => {{
        const CODE: &str = $crate::__private::code_of(<$ty as $crate::__private::Catalogued>::TYPE, $code);
        CODE
    }};
}

/// A catalog whose codes were checked at compile time.
pub fn checked_catalog(ty: &'static TypeDef) -> Catalog {
    Catalog::checked(ty)
}
