//! The types that the linker collected, and what is known about foreign ones.
//!
//! Where the linker cannot collect statics (WebAssembly, Miri) the registry is empty, and
//! [`catalog!`](crate::catalog!) or [`Catalog::of`](crate::Catalog::of) take its place.

#[cfg(not(any(miri, target_family = "wasm")))]
mod slices {
    use crate::definition::def::TypeDef;
    use crate::definition::foreign::ForeignError;
    use crate::vocabulary::exit::ExitCodeEntry;

    /// Named after the version: two versions of this crate in one program keep apart.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_TYPES_0_1_0: [&'static TypeDef];

    /// What the program knows about foreign errors.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_FOREIGN_0_1_0: [&'static dyn ForeignError];

    /// What exit codes mean in the program.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_EXITS_0_1_0: [&'static [ExitCodeEntry]];

    pub(crate) fn types() -> &'static [&'static TypeDef] {
        &AGENT_ERROR_TYPES_0_1_0
    }

    pub(crate) fn foreign() -> &'static [&'static dyn ForeignError] {
        &AGENT_ERROR_FOREIGN_0_1_0
    }

    pub(crate) fn exits() -> &'static [&'static [ExitCodeEntry]] {
        &AGENT_ERROR_EXITS_0_1_0
    }

    /// Adds a type to the registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register {
        ($ty:ty) => {
            #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_TYPES_0_1_0)]
            #[linkme(crate = $crate::__private::linkme)]
            static REGISTERED: &'static $crate::__private::TypeDef = <$ty as $crate::__private::Catalogued>::TYPE;
        };
    }

    /// Adds what is known about a foreign type to the registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_foreign {
        ($foreign:expr) => {
            #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_FOREIGN_0_1_0)]
            #[linkme(crate = $crate::__private::linkme)]
            static REGISTERED: &'static dyn $crate::__private::ForeignError = &$foreign;
        };
    }

    /// Adds the meaning of exit codes to the registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_exits {
        ($entries:expr) => {
            #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_EXITS_0_1_0)]
            #[linkme(crate = $crate::__private::linkme)]
            static REGISTERED: &'static [$crate::exit::ExitCodeEntry] = &$entries;
        };
    }

    #[test]
    fn the_slices_carry_the_version_of_the_crate() {
        let version = env!("CARGO_PKG_VERSION").replace(['.', '-'], "_");
        for name in ["AGENT_ERROR_TYPES", "AGENT_ERROR_FOREIGN", "AGENT_ERROR_EXITS"] {
            let name = format!("{name}_{version}");
            assert!(include_str!("linked.rs").contains(&format!("pub static {name}:")), "rename a slice to {name}");
        }
    }
}

#[cfg(any(miri, target_family = "wasm"))]
mod slices {
    use crate::definition::def::TypeDef;
    use crate::definition::foreign::ForeignError;
    use crate::vocabulary::exit::ExitCodeEntry;

    pub(crate) fn types() -> &'static [&'static TypeDef] {
        &[]
    }

    pub(crate) fn foreign() -> &'static [&'static dyn ForeignError] {
        &[]
    }

    pub(crate) fn exits() -> &'static [&'static [ExitCodeEntry]] {
        &[]
    }

    /// Does nothing: there is no registry on this target.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register {
        ($ty:ty) => {};
    }

    /// Checks the type only: there is no registry on this target.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_foreign {
        ($foreign:expr) => {
            const _: &'static dyn $crate::__private::ForeignError = &$foreign;
        };
    }

    /// Checks the type only: there is no registry on this target.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_exits {
        ($entries:expr) => {
            const _: &'static [$crate::exit::ExitCodeEntry] = &$entries;
        };
    }
}

#[cfg(not(any(miri, target_family = "wasm")))]
pub use slices::{AGENT_ERROR_EXITS_0_1_0, AGENT_ERROR_FOREIGN_0_1_0, AGENT_ERROR_TYPES_0_1_0};

pub(crate) use slices::{exits, foreign, types};
