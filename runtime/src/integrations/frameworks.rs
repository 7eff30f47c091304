//! Macros behind `integrate(...)`, one per library. Their arguments are the generics, the type and
//! its where clause.

/// Implements axum's `IntoResponse`.
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

/// Reports a compile error because the `axum` feature is disabled.
#[cfg(not(feature = "axum"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_axum {
    ($($error:tt)*) => {
        $crate::__agent_error_feature_is_off!("integrate(axum)" needs "axum");
    };
}

/// Expands to nothing. The derive itself adds the JSON Schemas to the field definitions.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_schemars {
    ($($error:tt)*) => {};
}

/// Reports a compile error because the `schemars` feature is disabled.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate_schemars {
    ($($error:tt)*) => {
        $crate::__agent_error_feature_is_off!("integrate(schemars)" needs "schemars");
    };
}

/// Reports a compile error that says which feature to enable.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_feature_is_off {
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
