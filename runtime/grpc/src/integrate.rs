//! A macro that implements the conversion of an error type to a status.

/// Implements `From` for [`tonic::Status`], which allows the `?` operator in a handler to convert
/// the error. The conversion is the same as [`status`](crate::status()).
///
/// `#[agent_error(integrate(tonic))]` expands to this macro. If you implement
/// [`AgentError`](agent_error::AgentError) by hand, call the macro yourself:
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, exit};
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("the disk is full")]
/// struct Full;
///
/// impl AgentError for Full {
///     fn code(&self) -> &str {
///         "DISK_FULL"
///     }
///
///     fn record(&self) -> ErrorRecord {
///         ErrorRecord::of_error(self.code(), self).with_exit_code(exit::UNAVAILABLE)
///     }
/// }
///
/// agent_error_tonic::integrate!(Full);
///
/// assert_eq!(tonic::Status::from(Full).message(), "the disk is full");
/// ```
///
/// For a generic type, pass the impl generics, the type and the where clause, each in braces:
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
