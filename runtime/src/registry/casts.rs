//! Functions that downcast to one type.

use crate::definition::def::{Declares, TypeDef};
use crate::definition::foreign::behind_pointers;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::error::Error;
use std::marker::PhantomData;

type CastFrom<E> = for<'a> fn(&'a E) -> Option<&'a (dyn AgentError + 'static)>;

/// The functions that downcast to one type.
#[derive(Clone, Copy, Debug)]
pub struct Casts {
    /// Downcasts to the type, or to a `Box` or an `Arc` of it.
    pub(crate) cast: CastFrom<dyn Error + 'static>,
    /// Returns the outermost context of the type. `None` if the type isn't `Send` and `Sync`.
    #[cfg(feature = "anyhow")]
    pub(crate) in_anyhow: Option<CastFrom<anyhow::Error>>,
    /// Like `in_anyhow`, for eyre.
    #[cfg(feature = "eyre")]
    pub(crate) in_eyre: Option<CastFrom<eyre::Report>>,
}

/// Selects the functions of a type. If it's `Send` and `Sync`, the inherent `CASTS` precedes that
/// of [`LocalCasts`].
#[derive(Debug)]
pub struct CastsOf<T>(PhantomData<T>);

impl<T: AgentError + Send + Sync + 'static> CastsOf<T> {
    /// All functions.
    pub const CASTS: Casts = Casts {
        #[cfg(feature = "anyhow")]
        in_anyhow: Some(|error| error.downcast_ref::<T>().map(|error| error as _)),
        #[cfg(feature = "eyre")]
        in_eyre: Some(|error| error.downcast_ref::<T>().map(|error| error as _)),
        ..<Self as LocalCasts>::CASTS
    };
}

/// Provides the functions of types that aren't `Send` or `Sync`.
pub trait LocalCasts {
    /// The functions that don't require `Send` or `Sync`.
    const CASTS: Casts;
}

impl<T: AgentError + 'static> LocalCasts for CastsOf<T> {
    const CASTS: Casts = Casts {
        cast: |error| behind_pointers::<T>(error).map(|error| error as _),
        #[cfg(feature = "anyhow")]
        in_anyhow: None,
        #[cfg(feature = "eyre")]
        in_eyre: None,
    };
}

/// A record declares no codes, but a transparent variant can contain one.
impl Declares for ErrorRecord {
    const TYPE: &'static TypeDef = &TypeDef {
        path: "agent_error::ErrorRecord",
        origin: "agent-error",
        casts: &[CastsOf::<Self>::CASTS],
        ..TypeDef::EMPTY
    };
}
