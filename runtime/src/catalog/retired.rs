//! Retired codes.

use crate::definition::def::{RetiredDef, TypeDef};
use crate::definition::entry::Declaration;
use crate::definition::error_def::ErrorDef;
use crate::json::ObjectView;

/// A code that an earlier version of a type declared.
#[derive(Clone, Copy, Debug)]
pub struct Retired {
    /// The retired code and a note about its replacement.
    pub def: &'static RetiredDef,
    /// The type that used to declare the code.
    pub ty: &'static TypeDef,
}

impl Retired {
    pub(super) fn declaration(&self) -> Declaration {
        let line = self.ty.defs.first().map_or(1, ErrorDef::line);
        Declaration { path: format!("{} (retired)", self.ty.path), file: self.ty.file, line }
    }

    /// Returns the code as it appears in the catalog document. `errors explain` also marks it as retired.
    pub(super) fn view(&self, is_marked: bool) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        object.member("code", self.def.code);
        object.some("retired", is_marked.then_some(true));
        object.some("note", self.def.note);
        object.member("declared_by", self.ty.path);
        object
    }
}
