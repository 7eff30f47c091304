//! The macro that implements rmcp's conversions for an error type.

/// Implements rmcp's conversions for an [`AgentError`](agent_error::AgentError) type, so tools can
/// return it with `?`.
///
/// Implements `IntoCallToolResult` with [`result`](crate::result()), and `From` for
/// [`rmcp::ErrorData`] with [`error_data`](crate::error_data).
///
/// `#[agent_error(integrate(mcp))]` expands to this macro. If you implement `AgentError` by hand,
/// call the macro yourself:
///
/// ```
/// use agent_error::{AgentError, ErrorRecord};
/// use std::fmt;
///
/// #[derive(Debug)]
/// struct Full;
///
/// impl fmt::Display for Full {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("the disk is full")
///     }
/// }
///
/// impl std::error::Error for Full {}
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
/// agent_error_mcp::integrate!(Full);
///
/// assert_eq!(rmcp::ErrorData::from(Full).message, "the disk is full");
/// ```
///
/// For a generic type, pass the impl generics, the type and the where clause, each in braces:
///
/// ```
/// # #[derive(Debug, thiserror::Error, agent_error::AgentError)]
/// # #[error("{0:?}")]
/// # #[code("INVALID")]
/// # struct Invalid<T: std::fmt::Debug>(#[context(debug, rename = "value")] T);
/// agent_error_mcp::integrate!({<T>} {Invalid<T>} {where T: std::fmt::Debug});
/// ```
#[macro_export]
macro_rules! integrate {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        #[automatically_derived]
        impl $($generics)* $crate::rmcp::handler::server::tool::IntoCallToolResult for $($ty)* $($bounds)* {
            fn into_call_tool_result(
                self,
            ) -> ::core::result::Result<$crate::rmcp::model::CallToolResponse, $crate::rmcp::ErrorData> {
                $crate::result(&self)
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::convert::From<$($ty)*> for $crate::rmcp::ErrorData $($bounds)* {
            fn from(error: $($ty)*) -> Self {
                $crate::error_data(&error)
            }
        }
    };
    ($ty:ty) => {
        $crate::integrate!({} {$ty} {});
    };
}
