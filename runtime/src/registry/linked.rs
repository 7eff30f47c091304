//! The link-time registry. It's empty where the linker can't collect statics (WebAssembly and
//! Miri).

use crate::definition::def::{Entry, TypeDef};
use crate::error::foreign::ReadForeign;
use crate::vocabulary::exit::{self, Meaning, entry};
use std::io::{self, Write as _};
use std::{panic, process};

macro_rules! slices {
    ($($(#[$doc:meta])* $name:ident: $ty:ty;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(any(miri, target_family = "wasm")))]
            #[linkme::distributed_slice]
            pub static $name: [$ty];

            $(#[$doc])*
            #[cfg(any(miri, target_family = "wasm"))]
            pub static $name: [$ty; 0] = [];
        )*
    };
}

// The section names contain this crate's version, so that a program can link two versions.
slices! {
    /// All registered types.
    AGENT_ERROR_TYPES_0_1_0: &'static TypeDef;
    /// The program's functions for foreign types.
    AGENT_ERROR_FOREIGN_0_1_0: ReadForeign;
    /// The program's exit code meanings.
    AGENT_ERROR_EXITS_0_1_0: &'static [Meaning];
}

/// Adds a value to a slice. Where there is no registry, only checks its type.
#[cfg(not(any(miri, target_family = "wasm")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_link {
    ($slice:ident: $ty:ty = $value:expr) => {
        #[$crate::__private::linkme::distributed_slice($crate::__private::$slice)]
        #[linkme(crate = $crate::__private::linkme)]
        static REGISTERED: $ty = $value;
    };
}

#[cfg(any(miri, target_family = "wasm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_link {
    ($slice:ident: $ty:ty = $value:expr) => {
        const _: $ty = $value;
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __agent_error_register {
    ($ty:expr) => {
        $crate::__agent_error_link!(AGENT_ERROR_TYPES_0_1_0: &'static $crate::__private::TypeDef = $ty);
    };
}

/// Declares what exit codes mean in this program, if that differs from the standard table. Takes an
/// array of [`Meaning`] values, which the catalog then shows. The
/// [guide](crate::_guide::exit_codes#keep-your-existing-exit-codes) has an example.
#[macro_export]
macro_rules! exit_codes {
    ($entries:expr $(,)?) => {
        const _: () = {
    $crate::__agent_error_link!(AGENT_ERROR_EXITS_0_1_0: &'static [$crate::exit::Meaning] = &$entries);
        };
    };
}

/// Returns the meaning of an exit code, from [`exit_codes!`](crate::exit_codes) or the standard
/// table ([`entry`]).
pub fn meaning(code: u8) -> Option<&'static Meaning> {
    let mut own = AGENT_ERROR_EXITS_0_1_0.iter().copied().flatten();
    own.find(|meaning| meaning.code == code)
        .or_else(|| entry(code))
}

/// Exits if the program contains this version of the crate twice, because the linker merges the
/// types of both copies. The panic of linkme only has the name of the slice.
pub(crate) fn require_one_copy() {
    if panic::catch_unwind(|| types().len()).is_err() {
        let _ = writeln!(
            io::stderr(),
            "error: the program contains agent-error {} twice; to find both copies, run `cargo tree -i agent-error`",
            env!("CARGO_PKG_VERSION")
        );
        process::exit(exit::sysexits::SOFTWARE.into());
    }
}

pub(crate) fn types() -> &'static [&'static TypeDef] {
    &AGENT_ERROR_TYPES_0_1_0
}

/// Returns the declaration of a code, even if the code is hidden. Searches the linked types of the
/// program and its libraries. If several types declare the code, returns the declaration whose type
/// path sorts first.
pub fn declared(code: &str) -> Option<Entry> {
    let mut first: Option<Entry> = None;
    for ty in linked_types(false) {
        for entry in ty.entries(None) {
            if entry.def.code() != code {
                continue;
            }
            if first.is_none_or(|known| precedes(&entry, &known)) {
                first = Some(entry);
            }
        }
    }
    first
}

fn precedes(a: &Entry, b: &Entry) -> bool {
    order_key(a) < order_key(b)
}

fn order_key(entry: &Entry) -> (&'static str, &'static str, u32, bool) {
    let lacks_docs = entry.docs.is_none();
    (entry.ty.path, entry.ty.file, entry.def.line(), lacks_docs)
}

/// Returns the program's template for documentation URLs, if all of its types use the same
/// template.
pub(crate) fn docs_template() -> Option<&'static str> {
    let mut templates = linked_types(false).into_iter().filter_map(|ty| ty.docs);
    let first = templates.next()?;
    let are_same = templates.all(|template| template == first);
    are_same.then_some(first)
}

/// Returns the linked types of this project's integrations, or those of the program and its
/// libraries.
pub(crate) fn linked_types(of_this_crate: bool) -> Vec<&'static TypeDef> {
    types()
        .iter()
        .copied()
        .filter(|ty| ty.is_of_this_crate() == of_this_crate)
        .collect()
}

#[cfg(not(any(miri, target_family = "wasm")))]
#[test]
fn the_slices_carry_the_version_of_the_crate() {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-'], "_");
    for name in [
        "AGENT_ERROR_TYPES",
        "AGENT_ERROR_FOREIGN",
        "AGENT_ERROR_EXITS",
    ] {
        let name = format!("{name}_{version}");
        assert!(
            include_str!("linked.rs").contains(&format!("    {name}: ")),
            "rename a slice to {name}"
        );
    }
}
