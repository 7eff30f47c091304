//! A macro that makes an error type a response.

/// Implements axum's `IntoResponse`, which allows a handler to return the error. The response is
/// that of [`response`](crate::response()).
///
/// `#[agent_error(integrate(axum))]` expands to this macro. If you implement
/// [`AgentError`](agent_error::AgentError) by hand, call the macro yourself:
///
/// ```
/// use agent_error::{AgentError, ErrorRecord};
/// use axum::response::IntoResponse;
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
///         ErrorRecord::of_error(self.code(), self)
///     }
/// }
///
/// agent_error_axum::integrate!(Full);
///
/// assert_eq!(Full.into_response().status(), 500);
/// ```
///
/// For a generic type, pass the impl generics, the type and the where clause, each in braces:
///
/// ```
/// # #[derive(Debug, thiserror::Error, agent_error::AgentError)]
/// # #[error("{0:?}")]
/// # #[code("INVALID", status = 400)]
/// # struct Invalid<T: std::fmt::Debug>(#[context(debug, rename = "value")] T);
/// agent_error_axum::integrate!({<T>} {Invalid<T>} {where T: std::fmt::Debug});
/// ```
#[macro_export]
macro_rules! integrate {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        #[automatically_derived]
        impl $($generics)* $crate::axum::response::IntoResponse for $($ty)* $($bounds)* {
            fn into_response(self) -> $crate::axum::response::Response {
                $crate::response(&self)
            }
        }
    };
    ($ty:ty) => {
        $crate::integrate!({} {$ty} {});
    };
}
