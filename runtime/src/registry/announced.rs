//! Ready-made errors that announce their types at run time.
//!
//! If the finder listed all ready-made errors, every program would link all of them, which takes 190 kB. Instead, a
//! ready-made error announces its type when its `source` is called. Programs only link the errors that they use.

use super::casts::Casts;
use crate::definition::def::{Catalogued, TypeDef};
use std::error::Error;
use std::sync::{Mutex, PoisonError};

static ANNOUNCED: Mutex<Vec<&'static TypeDef>> = Mutex::new(Vec::new());

/// Makes the finder recognize a type. Returns `None`, because the calling error has no source.
pub(crate) fn announce<T: Catalogued>() -> Option<&'static (dyn Error + 'static)> {
    let mut announced = ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner);
    if !announced.iter().any(|known| std::ptr::eq(*known, T::TYPE)) {
        announced.push(T::TYPE);
    }
    None
}

/// Returns the functions that recognize the type of an error of this crate.
pub(crate) fn casts(error: &(dyn Error + 'static)) -> Vec<Casts> {
    let _ = error.source();
    let announced = ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner);
    announced.iter().flat_map(|ty| ty.casts).copied().collect()
}
