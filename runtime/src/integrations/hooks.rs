//! Collects the functions that modules and integrations attach to a type.

use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::hooks::Hooks;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::registry::casts::Casts;
use std::marker::PhantomData;

/// Selects the hooks of a type. For a type that is `Send` and `Sync`, `HOOKS` is an inherent constant, which takes
/// precedence over the constant of [`LocalHooks`].
#[derive(Debug)]
pub struct HooksOf<T>(PhantomData<T>);

impl<T: AgentError + Send + Sync + 'static> HooksOf<T> {
    /// All hooks.
    pub const HOOKS: Hooks = Hooks {
        known: &[
            &const { Casts::of::<T>() },
            #[cfg(feature = "anyhow")]
            &const { super::anyhow::Context::of::<T>() },
            #[cfg(feature = "eyre")]
            &const { super::eyre::Context::of::<T>() },
        ],
    };
}

/// Provides the hooks of types that aren't `Send` or `Sync`.
pub trait LocalHooks {
    /// The hooks that don't require `Send` or `Sync`.
    const HOOKS: Hooks;
}

impl<T: AgentError + 'static> LocalHooks for HooksOf<T> {
    const HOOKS: Hooks = Hooks { known: &[&const { Casts::of::<T>() }] };
}

/// A record declares no codes, but a transparent variant can contain one.
impl Catalogued for ErrorRecord {
    const TYPE: &'static TypeDef =
        &TypeDef { path: "agent_error::ErrorRecord", hooks: HooksOf::<Self>::HOOKS, ..TypeDef::EMPTY };
}
