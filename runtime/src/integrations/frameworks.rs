//! What a derived error implements for frameworks, by the features of this crate.

/// Implements what the frameworks of the enabled features need; takes the generics, the type and its bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        $crate::__agent_error_integrate_axum! { {$($generics)*} {$($ty)*} {$($bounds)*} }
        $crate::__agent_error_integrate_mcp! { {$($generics)*} {$($ty)*} {$($bounds)*} }
    };
}

/// Makes the error a response of axum.
#[cfg(feature = "axum")]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_axum {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        #[automatically_derived]
        impl $($generics)* $crate::__private::axum::IntoResponse for $($ty)* $($bounds)* {
            fn into_response(self) -> $crate::__private::axum::Response {
                $crate::__private::axum::response(&self)
            }
        }
    };
}

/// Nothing: the feature `axum` is off.
#[cfg(not(feature = "axum"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_axum {
    ($($error:tt)*) => {};
}

/// Makes the error what a tool of rmcp may end with.
#[cfg(feature = "mcp")]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_mcp {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        #[automatically_derived]
        impl $($generics)* $crate::__private::mcp::IntoCallToolResult for $($ty)* $($bounds)* {
            fn into_call_tool_result(
                self,
            ) -> ::core::result::Result<$crate::__private::mcp::CallToolResponse, $crate::__private::mcp::ErrorData> {
                $crate::__private::mcp::answer(&self)
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::convert::From<$($ty)*> for $crate::__private::mcp::ErrorData $($bounds)* {
            fn from(error: $($ty)*) -> Self {
                $crate::__private::mcp::error_data(&error)
            }
        }
    };
}

/// Nothing: the feature `mcp` is off.
#[cfg(not(feature = "mcp"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_mcp {
    ($($error:tt)*) => {};
}
