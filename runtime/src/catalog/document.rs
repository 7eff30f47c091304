//! The catalog document: a JSON description of a catalog.
//!
//! Exports, lock files, diffs, lints and docs pages are generated from the document alone. The tools that generate them
//! don't have to link the catalog's types.

use super::Catalog;
use crate::catalog::error_set::ErrorSet;
use crate::definition::def::TypeDef;
use crate::definition::entry::Entry;
use crate::definition::fact::{FactValue, Visibility};
use crate::json::{JsonView, ObjectView};
use crate::ready::builtin;
use crate::vocabulary::terms::ContextFormat;
use std::collections::BTreeMap;

/// The version of the document format. The major version changes if a key is removed or its meaning changes; the minor
/// version changes if a key is added.
pub const DOCUMENT_VERSION: &str = "1.0";

impl Catalog {
    /// Returns the catalog document as JSON with a trailing newline. `errors catalog` prints this document.
    ///
    /// The `agent-error-tooling` crate and the `agent-error` command-line tool read the document. Its JSON Schema is
    /// `catalog.schema.json` in `agent-error-tooling`. The output is deterministic, except for source file paths, which
    /// depend on how the compiler was invoked.
    ///
    /// ```
    /// # use agent_error::{AgentError, Catalog};
    /// # #[derive(Debug, thiserror::Error, AgentError)]
    /// # #[error("no such user")]
    /// # #[code("USER_NOT_FOUND", exit = 5)]
    /// # struct NoUser;
    /// let document = Catalog::of::<NoUser>().of_program("tool", "1.2.0").document();
    /// assert!(document.contains(r#""catalog_version": "1.0""#));
    /// ```
    pub fn document(&self) -> String {
        let mut document = ObjectView::default();
        document.member("catalog_version", DOCUMENT_VERSION);
        if let Some(program) = &self.program {
            let mut object = ObjectView::default();
            object.member("name", &program.name);
            object.some("version", program.version.as_ref());
            document.member("program", object);
        }
        document.member("errors", JsonView::list(self.own_first().map(|entry| self.code(entry))));
        if !self.retired.is_empty() {
            document.member("retired", JsonView::list(self.retired.iter().map(|retired| retired.view(false))));
        }
        let of = self;
        document.some("commands", self.declared.commands.as_ref().map(|sets| of.sets(sets)));
        document.some("tools", self.declared.tools.as_ref().map(|sets| of.sets(sets)));
        document.member("exit_codes", self.exits().view());
        document.member("types", self.types());
        JsonView::Object(document).write(true) + "\n"
    }

    fn code(&self, entry: &Entry) -> ObjectView<'_> {
        let mut object = declaration(entry);
        let others = self.others(entry.def.code());
        if !others.is_empty() {
            object.member("also_declared", JsonView::list(others.iter().map(declaration)));
        }
        object
    }

    /// Returns the codes of each command or tool. The value is `null` if a command or tool doesn't declare its codes.
    fn sets<'a>(&self, sets: &'a [(String, Option<ErrorSet>)]) -> ObjectView<'a> {
        let sorted: BTreeMap<&String, &Option<ErrorSet>> = sets.iter().map(|(name, set)| (name, set)).collect();
        let is_listed = |code: &&str| self.entry(code).is_some_and(|entry| !builtin::is_own_code(entry));
        let mut object = ObjectView::default();
        for (name, set) in sorted {
            let codes = set.as_ref().map(|set| JsonView::list(set.codes().into_iter().filter(is_listed)));
            object.member(name, codes.unwrap_or(JsonView::Null));
        }
        object
    }

    fn types(&self) -> JsonView<'_> {
        let mut types: BTreeMap<&str, (&TypeDef, Vec<&str>)> = BTreeMap::new();
        for Entry { def, ty, .. } in self.declarations() {
            types.entry(ty.path).or_insert_with(|| (ty, Vec::new())).1.push(def.code());
        }
        JsonView::list(types.into_values().map(|(ty, mut codes)| {
            codes.sort_unstable();
            codes.dedup();
            let mut object = ObjectView::default();
            object.member("path", ty.path);
            object.some("origin", Some(ty.origin).filter(|origin| !origin.is_empty()));
            object.some("docs", ty.docs);
            object.member("codes", JsonView::list(codes));
            object
        }))
    }
}

fn declaration(entry: &Entry) -> ObjectView<'static> {
    let (def, ty) = (entry.def, entry.ty);
    let mut object = ObjectView::default();
    let mut templates = ObjectView::default();
    for (name, value) in entry.facts(Visibility::Document) {
        match value {
            FactValue::Template(template) => {
                let shown = template.to_string();
                if shown != template.as_str() {
                    templates.member(name, template.as_str());
                }
                object.member(name, shown);
            }
            FactValue::Fields(fields) => {
                object.member(
                    name,
                    JsonView::list(fields.iter().map(|field| {
                        let mut view = field.view();
                        if field.shown == ContextFormat::Serialized {
                            view.some("schema", field.schema.get().map(|schema| JsonView::raw(&schema)));
                        }
                        view
                    })),
                );
            }
            value => object.member(name, value),
        }
    }
    if !templates.is_empty() {
        object.member("templates", templates);
    }
    if def.is_shared() {
        object.member("shared", true);
    }
    if builtin::is_own_code(entry) {
        object.member("of_every_program", true);
    }
    object.some("origin", Some(ty.origin).filter(|origin| !origin.is_empty()));
    object.some("variant", Some(def.variant()).filter(|variant| !variant.is_empty()));
    let mut source = ObjectView::default();
    source.member("file", ty.file);
    source.member("line", i64::from(def.line()));
    object.member("source", source);
    object
}
