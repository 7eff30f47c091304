//! What a derived error implements for frameworks, by the features of this crate.

/// Implements what the frameworks of the enabled features need; takes the generics, the type and its bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
        $crate::__agent_error_integrate_axum! { {$($generics)*} {$($ty)*} {$($bounds)*} }
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

pub use crate::__agent_error_integrate as integrate;
