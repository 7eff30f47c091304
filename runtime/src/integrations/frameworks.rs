//! The impls of a type with `integrate(...)`: one macro per framework, which takes the generics, the type and its
//! bounds.

/// Converts the error into a response of axum.
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

/// A compile error: the feature `axum` is disabled.
#[cfg(not(feature = "axum"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_axum {
    ($($error:tt)*) => {
        $crate::__agent_error_feature_is_off!("axum");
    };
}

/// Converts the error into a result of a tool of rmcp.
#[cfg(feature = "mcp")]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_mcp {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        $crate::__agent_error_register_served!();

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

/// A compile error: the feature `mcp` is disabled.
#[cfg(not(feature = "mcp"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_mcp {
    ($($error:tt)*) => {
        $crate::__agent_error_feature_is_off!("mcp");
    };
}

/// Names the feature that a framework needs.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_feature_is_off {
    ($feature:literal) => {
        ::core::compile_error!(::core::concat!(
            "`integrate(",
            $feature,
            ")` needs a feature that is disabled; add `",
            $feature,
            "` to the features of `agent-error` in `Cargo.toml`"
        ));
    };
}
