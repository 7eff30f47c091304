//! Retired codes.

use crate::definition::def::{RetiredDef, TypeDef};
use crate::definition::entry::Declaration;
use crate::json::{JsonView, ObjectView, serialize_view};

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
        Declaration { path: format!("{} (retired)", self.ty.path), file: self.ty.file, line: self.ty.line }
    }
}

serialize_view!(Retired);

impl From<&Retired> for JsonView<'_> {
    fn from(retired: &Retired) -> Self {
        let mut object = ObjectView::default();
        object.member("code", retired.def.code);
        object.member("retired", true);
        object.some("note", retired.def.note);
        object.member("declared_by", retired.ty.path);
        Self::Object(object)
    }
}
