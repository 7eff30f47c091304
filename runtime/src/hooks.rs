//! What generated code knows about a type and no table can say: how the type is recognised among
//! errors of unknown type, and how it is built from a foreign one.

use crate::classify::{Build, Found, build_record};
use crate::def::Catalogued;
use crate::error::AgentError;
use crate::record::ErrorRecord;
use std::error::Error;
use std::marker::PhantomData;
use std::sync::Arc;

/// Recognises one type.
pub(crate) type Cast = for<'a> fn(&'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)>;

/// Recognises one type as a context.
#[cfg(any(feature = "anyhow", feature = "eyre"))]
pub(crate) type ContextIn<R> = for<'a> fn(&'a R) -> Option<&'a (dyn AgentError + 'static)>;

/// Builds the error that declares the code at a place of its type's table.
pub(crate) type BuildRecord = fn(usize, Found) -> Result<ErrorRecord, Found>;

/// The functions of one type.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// The size of the type: most errors of unknown type are told apart by it alone.
    pub(crate) size: usize,
    /// The alignment of the type.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) align: usize,
    /// Recognises the type.
    pub(crate) cast: Cast,
    /// Recognises a `Box` or an `Arc` of it.
    pub(crate) cast_pointer: Cast,
    /// Recognises the type as the context of an [`anyhow::Error`].
    #[cfg(feature = "anyhow")]
    pub(crate) anyhow: Option<ContextIn<anyhow::Error>>,
    /// Recognises the type as the context of an [`eyre::Report`].
    #[cfg(feature = "eyre")]
    pub(crate) eyre: Option<ContextIn<eyre::Report>>,
    /// Builds the type from a foreign error, if it states rules.
    pub(crate) build: Option<BuildRecord>,
}

impl Hooks {
    const fn of<T: AgentError + 'static>() -> Self {
        Self {
            size: size_of::<T>(),
            #[cfg(any(feature = "anyhow", feature = "eyre"))]
            align: align_of::<T>(),
            cast: cast::<T>,
            cast_pointer: cast_pointer::<T>,
            #[cfg(feature = "anyhow")]
            anyhow: None,
            #[cfg(feature = "eyre")]
            eyre: None,
            build: None,
        }
    }

    /// The same type, which also states rules.
    #[must_use]
    pub const fn building<T: Build + AgentError + Catalogued + 'static>(mut self) -> Self {
        self.build = Some(build_record::<T>);
        self
    }
}

/// The hooks of a type. Those that need `Send` and `Sync` are an inherent constant, which rustc prefers
/// to the one of [`LocalHooks`] where the type allows it.
#[derive(Debug)]
pub struct HooksOf<T>(PhantomData<T>);

impl<T: AgentError + Send + Sync + 'static> HooksOf<T> {
    /// All hooks.
    pub const HOOKS: Hooks = Hooks {
        #[cfg(feature = "anyhow")]
        anyhow: Some(crate::anyhow::context::<T>),
        #[cfg(feature = "eyre")]
        eyre: Some(crate::eyre::context::<T>),
        ..Hooks::of::<T>()
    };
}

/// The hooks of a type that stays on its thread.
pub trait LocalHooks {
    /// The hooks that need neither `Send` nor `Sync`.
    const HOOKS: Hooks;
}

impl<T: AgentError + 'static> LocalHooks for HooksOf<T> {
    const HOOKS: Hooks = Hooks::of::<T>();
}

fn cast<'a, T: AgentError + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
    error.downcast_ref::<T>().map(|error| error as _)
}

fn cast_pointer<'a, T: AgentError + 'static>(
    error: &'a (dyn Error + 'static),
) -> Option<&'a (dyn AgentError + 'static)> {
    let boxed = error.downcast_ref::<Box<T>>().map(|error| &**error);
    let error = boxed.or_else(|| error.downcast_ref::<Arc<T>>().map(|error| &**error))?;
    Some(error as _)
}
