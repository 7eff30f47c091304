//! Macros behind `integrate(...)`, one per library. Their arguments are the generics, the type and
//! its where clause.

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
