//! A code with the type that declares it.

use super::def::TypeDef;
use super::def::around_code;
use super::error_def::ErrorDef;
use super::own_exits;
use super::part::Part;
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
    /// Whether only this crate declares it, and may end the program with it.
    pub(crate) brought: bool,
}

impl Entry {
    /// The docs page of the code: its own, or that of the nesting type's template.
    pub fn docs_url(&self) -> Option<Cow<'static, str>> {
        let inherited = || {
            let (before, after) = around_code(self.docs?);
            Some([before, self.def.code(), after].concat().into())
        };
        self.def.docs_url().map(Cow::Borrowed).or_else(inherited)
    }

    /// Passes a text to `out` if it is the same for every occurrence: one that shows fields is left out, since their values
    /// are unknown.
    pub(crate) fn visit_fixed(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        let fixed = self.def.template(part).filter(|template| template.fields().next().is_none());
        match (part, fixed) {
            (_, Some(template)) => out(format_args!("{template}")),
            (Part::Summary, None) => {
                if let Some(text) = self.def.summary() {
                    out(format_args!("{text}"));
                }
            }
            (Part::DocsUrl, None) => {
                if let Some(url) = self.docs_url() {
                    out(format_args!("{url}"));
                }
            }
            (_, None) => {}
        }
    }

    /// The path of the declaration, such as `my_tool::DbError::NotFound`.
    pub fn path(&self) -> String {
        match self.def.variant() {
            "" => self.ty.path.to_owned(),
            variant => format!("{}::{variant}", self.ty.path),
        }
    }

    /// The exit code of a process that ends with this code: the declared one, unless the program maps the exit codes of
    /// this crate's own errors ([`Program::own_exits`](crate::Program::own_exits)).
    pub fn exit_code(&self) -> u8 {
        own_exits::exit_code(self.def)
    }

    /// Whether this crate or one of its integrations declares the code, not the program or another library.
    pub fn is_of_this_crate(&self) -> bool {
        self.ty.is_of_this_crate()
    }

    /// The place of the declaration, with file and line.
    pub fn declaration(&self) -> Declaration {
        Declaration { path: self.path(), file: self.ty.file, line: self.def.line() }
    }
}

/// The place of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The path of the type, with the variant.
    pub path: String,
    /// The file, as it was given to the compiler.
    pub file: &'static str,
    /// The line of the variant.
    pub line: u32,
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}:{})", self.path, self.file, self.line)
    }
}
