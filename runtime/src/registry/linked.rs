//! The link-time registry: error types, functions for foreign types, and exit code meanings.
//!
//! The registry is empty where the linker can't collect statics (WebAssembly and Miri). On these platforms, use
//! [`catalog!`](crate::catalog!) or [`Catalog::of`](crate::Catalog::of).

#[cfg(not(any(miri, target_family = "wasm")))]
mod slices {
    use crate::definition::def::TypeDef;
    use crate::definition::foreign::ForeignError;
    use crate::vocabulary::exit::ExitCodeEntry;

    /// All registered types. The section name contains this crate's version, so that a program can link two versions.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_TYPES_0_1_0: [&'static TypeDef];

    /// The program's functions for foreign types.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_FOREIGN_0_1_0: [&'static dyn ForeignError];

    /// The program's exit code meanings.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_EXITS_0_1_0: [&'static [ExitCodeEntry]];

    /// Not empty if the program handles signals.
    #[linkme::distributed_slice]
    pub static AGENT_ERROR_SIGNALS_0_1_0: [bool];

    pub(crate) fn types() -> &'static [&'static TypeDef] {
        &AGENT_ERROR_TYPES_0_1_0
    }

    pub(crate) fn handles_signals() -> bool {
        !AGENT_ERROR_SIGNALS_0_1_0.is_empty()
    }

    pub(crate) fn foreign() -> &'static [&'static dyn ForeignError] {
        &AGENT_ERROR_FOREIGN_0_1_0
    }

    pub(crate) fn exits() -> &'static [&'static [ExitCodeEntry]] {
        &AGENT_ERROR_EXITS_0_1_0
    }

    /// Registers a type.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register {
        ($ty:expr) => {
            #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_TYPES_0_1_0)]
            #[linkme(crate = $crate::__private::linkme)]
            static REGISTERED: &'static $crate::__private::TypeDef = $ty;
        };
    }

    /// Registers whether the program handles signals.
    #[cfg(feature = "signals")]
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_signals {
        (false) => {};
        (true) => {
            const _: () = {
                #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_SIGNALS_0_1_0)]
                #[linkme(crate = $crate::__private::linkme)]
                static REGISTERED: bool = true;
            };
        };
    }

    /// Registers functions for a foreign type.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_foreign {
        ($foreign:expr) => {
            #[$crate::__private::linkme::distributed_slice($crate::__private::AGENT_ERROR_FOREIGN_0_1_0)]
            #[linkme(crate = $crate::__private::linkme)]
            static REGISTERED: &'static dyn $crate::__private::ForeignError = &$foreign;
        };
    }

    /// Registers exit code meanings.
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
        for name in ["AGENT_ERROR_TYPES", "AGENT_ERROR_FOREIGN", "AGENT_ERROR_EXITS", "AGENT_ERROR_SIGNALS"] {
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

    pub(crate) fn handles_signals() -> bool {
        false
    }

    /// Does nothing, because this target has no registry.
    #[cfg(feature = "signals")]
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_signals {
        ($handled:literal) => {};
    }

    pub(crate) fn foreign() -> &'static [&'static dyn ForeignError] {
        &[]
    }

    pub(crate) fn exits() -> &'static [&'static [ExitCodeEntry]] {
        &[]
    }

    /// Does nothing, because this target has no registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register {
        ($ty:expr) => {};
    }

    /// Only checks the type, because this target has no registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_foreign {
        ($foreign:expr) => {
            const _: &'static dyn $crate::__private::ForeignError = &$foreign;
        };
    }

    /// Only checks the type, because this target has no registry.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __agent_error_register_exits {
        ($entries:expr) => {
            const _: &'static [$crate::exit::ExitCodeEntry] = &$entries;
        };
    }
}

#[cfg(not(any(miri, target_family = "wasm")))]
pub use slices::{
    AGENT_ERROR_EXITS_0_1_0, AGENT_ERROR_FOREIGN_0_1_0, AGENT_ERROR_SIGNALS_0_1_0, AGENT_ERROR_TYPES_0_1_0,
};

use crate::definition::def::TypeDef;
pub(crate) use slices::{exits, foreign, handles_signals, types};

/// Returns the linked types of the program and its libraries.
pub(crate) fn of_the_program() -> impl Iterator<Item = &'static TypeDef> {
    types().iter().copied().filter(|ty| !ty.is_of_this_crate())
}

/// Returns the linked types of this project's integrations, which return errors on the program's behalf.
pub(crate) fn of_integrations() -> impl Iterator<Item = &'static TypeDef> {
    types().iter().copied().filter(|ty| ty.is_of_this_crate())
}

/// Fails to compile, because the feature `signals` is disabled.
#[cfg(not(feature = "signals"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_register_signals {
    ($handled:literal) => {
        $crate::__agent_error_feature_is_off!("handle_signals" needs "signals");
    };
}
