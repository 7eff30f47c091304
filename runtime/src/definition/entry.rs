//! A code with the type that declares it.

use super::def::{CODE, ErrorDef, TypeDef};
use std::borrow::Cow;
use std::fmt;

/// A code and the type that declares it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The facts about the code.
    pub def: &'static ErrorDef,
    /// The type that declares it.
    pub ty: &'static TypeDef,
    /// The docs template of the type that nests it.
    pub(crate) docs: Option<&'static str>,
    /// Whether no type of the program declares it: this crate may end the program with it all the same.
    pub(crate) brought: bool,
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

    /// Whether this crate declares the code, and not the program or one of its other dependencies.
    pub fn is_of_this_crate(&self) -> bool {
        self.ty.path.starts_with("agent_error::")
    }

    /// Where the code is declared, with file and line.
    pub(crate) fn declaration(&self) -> Declaration {
        Declaration { path: self.path(), file: self.ty.file, line: self.def.line }
    }
}

/// Where a code is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The type's path, with the variant.
    pub path: String,
    /// The file, as the compiler was given it.
    pub file: &'static str,
    /// The line of the variant.
    pub line: u32,
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}:{})", self.path, self.file, self.line)
    }
}
