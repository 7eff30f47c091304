//! Codes of earlier versions.

use crate::definition::def::{RetiredDef, TypeDef};
use crate::definition::entry::Declaration;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A code that a type declared in earlier versions.
#[derive(Clone, Copy, Debug)]
pub struct Retired {
    /// The code and its replacement.
    pub def: &'static RetiredDef,
    /// The type that declared it.
    pub ty: &'static TypeDef,
}

impl Retired {
    pub(super) fn declaration(&self) -> Declaration {
        Declaration { path: format!("{} (retired)", self.ty.path), file: self.ty.file, line: self.ty.line }
    }
}

impl Serialize for Retired {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", self.def.code)?;
        map.serialize_entry("retired", &true)?;
        if let Some(note) = self.def.note {
            map.serialize_entry("note", note)?;
        }
        map.serialize_entry("declared_by", self.ty.path)?;
        map.end()
    }
}
