//! Macros that check catalogs and codes at compile time.

/// Creates a catalog of several types. Fails to compile if two types declare the same code.
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
        const _: () = $crate::__private::assert_unique(<Several as $crate::__private::Catalogued>::TYPE);
        $crate::Catalog::checked(<Several as $crate::__private::Catalogued>::TYPE)
    }};
}

/// Returns a code as a `&'static str`. Fails to compile if the type doesn't declare the code.
///
/// ```
/// # use agent_error::{AgentError, code};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// assert_eq!(code!("USER_NOT_FOUND" in NoUser), "USER_NOT_FOUND");
/// ```
#[macro_export]
macro_rules! code {
    ($code:literal in $ty:ty) => {{
        const CODE: &str = $crate::__private::code_of(<$ty as $crate::__private::Catalogued>::TYPE, $code);
        CODE
    }};
}
