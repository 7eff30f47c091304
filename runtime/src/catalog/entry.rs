//! A code with the type that declares it.

use crate::definition::def::{CODE, ErrorDef, TypeDef};
use crate::ready::catalog_error::Declaration;
use std::borrow::Cow;

/// A code and the type that declares it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The facts about the code.
    pub def: &'static ErrorDef,
    /// The type that declares it.
    pub ty: &'static TypeDef,
    /// The docs template of the type that nests it.
    pub(super) docs: Option<&'static str>,
}

impl Entry {
    /// The page about the code: its own, or the one that the nesting type's template gives it.
    pub fn docs_url(&self) -> Option<Cow<'static, str>> {
        let inherited = || self.docs.map(|template| template.replace(CODE, self.def.code).into());
        self.def.docs_url.map(Cow::Borrowed).or_else(inherited)
    }

    /// Where the code is declared, as `my_tool::DbError::NotFound`.
    pub fn path(&self) -> String {
        match self.def.variant {
            "" => self.ty.path.to_owned(),
            variant => format!("{}::{variant}", self.ty.path),
        }
    }

    /// Where the code is declared, with file and line.
    pub(crate) fn declaration(&self) -> Declaration {
        Declaration { path: self.path(), file: self.ty.file, line: self.def.line }
    }
}
