//! What a derived error implements for frameworks, by the features of this crate.

/// Implements what the frameworks of the enabled features need; takes the generics, the type and its bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_integrate {
    ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {};
}

pub use crate::__agent_error_integrate as integrate;
