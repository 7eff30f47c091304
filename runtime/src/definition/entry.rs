//! A code together with the type that declares it.

use super::def::{TypeDef, docs_url};
use super::error_def::ErrorDef;
use super::part::Part;
use super::running_settings;
use std::borrow::Cow;

/// A code together with the type that declares it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The definition of the code.
    pub def: &'static ErrorDef,
    /// The type that declares the code.
    pub ty: &'static TypeDef,
    /// The docs URL template that applies to the code, possibly inherited from an enclosing type.
    pub(crate) docs: Option<&'static str>,
    /// Whether this crate or an integration added the code. False for codes of the program and its libraries.
    pub(crate) is_builtin: bool,
}

impl TypeDef {
    /// Returns the declarations of the type and its nested types. `docs` is the docs URL template of types that don't
    /// have one.
    pub(crate) fn entries(&'static self, docs: Option<&'static str>) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (ty, docs) in self.with_nested(docs) {
            entries.extend(ty.defs.iter().map(|def| Entry { def, ty, docs, is_builtin: false }));
        }
        entries
    }
}

impl Entry {
    /// Returns the URL of the code's docs page: its own URL, or one generated from the template that applies.
    pub fn docs_url(&self) -> Option<Cow<'static, str>> {
        let inherited = || Some(docs_url(self.docs?, self.def.code()).into());
        self.def.docs_url().map(Cow::Borrowed).or_else(inherited)
    }

    /// Returns a string that is the same for every occurrence of the code. Returns `None` for templates with
    /// placeholders, because the field values are unknown.
    pub(crate) fn fixed(&self, part: Part) -> Option<String> {
        let template = self.def.template(part).filter(|template| template.fields().next().is_none());
        match part {
            Part::Summary => self.def.summary().map(str::to_owned),
            Part::DocsUrl => self.docs_url().map(Cow::into_owned),
            _ => Some(template?.to_string()),
        }
    }

    /// Returns the path of the declaration, such as `my_tool::DbError::NotFound`.
    pub fn path(&self) -> String {
        match self.def.variant() {
            "" => self.ty.path.to_owned(),
            variant => format!("{}::{variant}", self.ty.path),
        }
    }

    /// Returns the exit code of a process that fails with this code. This is the declared exit code, unless the program
    /// overrides the exit codes of this crate's errors with [`Program::exit_overrides`](crate::Program::exit_overrides).
    pub fn exit_code(&self) -> u8 {
        running_settings::exit_code(self.def)
    }

    /// Whether this crate or one of its integrations declares the code.
    pub fn is_of_this_crate(&self) -> bool {
        self.ty.is_of_this_crate()
    }

    /// Returns the place in the source where the code is declared, such as `tool::DbError::NotFound (src/db.rs:9)`.
    pub fn declaration(&self) -> String {
        format!("{} ({}:{})", self.path(), self.ty.file, self.def.line())
    }
}
