//! The impls of a type with `integrate(...)`: one macro per library, which takes the generics, the type and its
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

/// Describes fields by the JSON Schema of their types, which the table of the codes refers to.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_schemars {
    ($($error:tt)*) => {};
}

/// A compile error: the feature `schemars` is disabled.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_schemars {
    ($($error:tt)*) => {
        $crate::__agent_error_feature_is_off!("schemars");
    };
}

/// Names the feature that a library of `integrate(...)` or another key needs.
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
    ($key:literal needs $feature:literal) => {
        ::core::compile_error!(::core::concat!(
            "`",
            $key,
            "` needs a feature that is disabled; add `",
            $feature,
            "` to the features of `agent-error` in `Cargo.toml`"
        ));
    };
}
