//! The types that the linker collected.
//!
//! Where the linker cannot collect statics (WebAssembly, Miri) the registry is empty, and
//! [`catalog!`](crate::catalog) or [`Catalog::of`](crate::Catalog::of) take its place.

#[cfg(not(any(miri, target_family = "wasm")))]
mod linked {
    use crate::def::TypeDef;

    /// Named after the version: two versions of this crate in one program keep apart.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_TYPES_0_1_0: [&'static TypeDef];

    pub(crate) fn types() -> &'static [&'static TypeDef] {
        &AGENT_ERROR_TYPES_0_1_0
    }

    /// Adds a type to the registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register {
        ($ty:ty) => {
            #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_TYPES_0_1_0)]
            #[linkme(crate = $crate::__private::linkme)]
            static REGISTERED: &'static $crate::TypeDef = <$ty as $crate::Catalogued>::TYPE;
        };
    }

    #[test]
    fn the_slice_carries_the_version_of_the_crate() {
        let name = format!("AGENT_ERROR_TYPES_{}", env!("CARGO_PKG_VERSION").replace(['.', '-'], "_"));
        assert!(include_str!("registry.rs").contains(&format!("pub static {name}:")), "rename the slice to {name}");
    }
}

#[cfg(any(miri, target_family = "wasm"))]
mod linked {
    use crate::def::TypeDef;

    pub(crate) fn types() -> &'static [&'static TypeDef] {
        &[]
    }

    /// Does nothing: there is no registry on this target.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register {
        ($ty:ty) => {};
    }
}

#[cfg(not(any(miri, target_family = "wasm")))]
pub use linked::AGENT_ERROR_TYPES_0_1_0;

pub use crate::__agent_error_register as register;
pub(crate) use linked::types;
