//! The conversion of an error into a status.

/// Implements `From` for [`tonic::Status`], so that `?` in a handler converts the error with [`status`](crate::status()).
///
/// `#[agent_error(integrate(tonic))]` expands to this macro. Call it for a type that implements
/// [`AgentError`](agent_error::AgentError) by hand:
///
/// ```
/// use agent_error::AgentError;
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("the disk is full")]
/// struct Full;
///
/// impl AgentError for Full {
///     fn code(&self) -> &str {
///         "DISK_FULL"
///     }
/// }
///
/// agent_error_tonic::integrate!(Full);
///
/// assert_eq!(tonic::Status::from(Full).message(), "the disk is full");
/// ```
///
/// For a generic type, pass the parameters of the impl, the type and the bounds, each in braces:
///
/// ```
/// # #[derive(Debug, thiserror::Error, agent_error::AgentError)]
/// # #[error("{0:?}")]
/// # #[code("INVALID")]
/// # struct Invalid<T: std::fmt::Debug>(#[context(debug, rename = "value")] T);
/// agent_error_tonic::integrate!({<T>} {Invalid<T>} {where T: std::fmt::Debug});
/// ```
#[macro_export]
macro_rules! integrate {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        #[automatically_derived]
        impl $($generics)* ::core::convert::From<$($ty)*> for $crate::tonic::Status $($bounds)* {
            fn from(error: $($ty)*) -> Self {
                $crate::status(&error)
            }
        }
    };
    ($ty:ty) => {
        $crate::integrate!({} {$ty} {});
    };
}
