//! Stands in for the crates of the frameworks, which take long to compile. The derive uses nothing but their macro
//! `integrate!`.

#![allow(unused, reason = "each case uses some of the frameworks")]

pub mod axum {
    pub trait Answer {}

    macro_rules! integrate {
        ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
            impl $($generics)* $crate::frameworks::axum::Answer for $($ty)* $($bounds)* {}
        };
    }
    pub(crate) use integrate;
}

pub mod mcp {
    pub trait Answer {}

    macro_rules! integrate {
        ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
            impl $($generics)* $crate::frameworks::mcp::Answer for $($ty)* $($bounds)* {}
        };
    }
    pub(crate) use integrate;
}

pub mod tonic {
    pub trait Answer {}

    macro_rules! integrate {
        ({$($generics:tt)*} {$($ty:tt)*} {$($bounds:tt)*}) => {
            impl $($generics)* $crate::frameworks::tonic::Answer for $($ty)* $($bounds)* {}
        };
    }
    pub(crate) use integrate;
}
