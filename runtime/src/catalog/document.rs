//! The catalog document, a JSON description of a catalog, and the JSON of its parts.

use super::{Catalog, DeclaredSets, Retired};
use crate::catalog::collect::declared;
use crate::catalog::error_set::ErrorSet;
use crate::catalog::rules::{Assignment, rules_of};
use crate::definition::def::{Entry, TypeDef};
use crate::definition::facts::{FACTS, FactValue, Visibility};
use crate::definition::field_def::FieldDef;
use crate::definition::foreign::ClassifyRule;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::ready::builtin;
use crate::text::order::sort_by_key;
use crate::vocabulary::terms::ContextFormat;

/// The version of the document format. The major version changes if a key is removed or its meaning
/// changes; the minor version changes if a key is added.
pub const DOCUMENT_VERSION: &str = "1.0";

impl Catalog {
    /// Returns the catalog document as JSON with a trailing newline. `errors catalog` prints this
    /// document, from which `agent-error-tooling` generates exports, lock files, diffs and lints.
    /// The output is deterministic, except for source file paths, which depend on how the compiler
    /// was invoked.
    pub fn document(&self) -> String {
        let mut document = ObjectView::default();
        document.member("catalog_version", DOCUMENT_VERSION);
        if let Some((name, version)) = &self.program {
            let mut object = ObjectView::default();
            object.member("name", name);
            object.some("version", version.as_ref());
            document.member("program", object);
        }
        document.member(
            "errors",
            JsonView::list(self.__list().entries.iter().map(|entry| self.code(entry))),
        );
        let rules = rules_of(&self.declarations);
        document.unless_empty("rules", views_of(&rules));
        if !rules.is_empty() {
            document.member("rules_of_types", self.rules_of_types());
        }
        document.unless_empty(
            "retired",
            JsonView::list(self.retired.iter().map(|retired| retired.view(false))),
        );
        document.some(
            "commands",
            self.commands.as_ref().map(|sets| self.sets(sets)),
        );
        document.some("tools", self.tools.as_ref().map(|sets| self.sets(sets)));
        document.member("exit_codes", self.exit_codes().view());
        JsonView::Object(document).write(true) + "\n"
    }

    /// Returns the rules that each type applies to errors of other libraries. They include those of
    /// the types that it nests. Types of the program without rules are listed as well.
    fn rules_of_types(&self) -> ObjectView<'static> {
        let mut types: Vec<&'static TypeDef> = Vec::new();
        for (ty, _) in self.types.iter().flat_map(|ty| ty.with_nested(None)) {
            // Types in the bodies of functions may have the same path.
            let is_listed = types.iter().any(|listed| listed.path == ty.path);
            // `catalog!` makes a type without a path that nests the others.
            let is_of_program = !ty.path.is_empty() && !ty.is_of_this_crate();
            if is_of_program && !is_listed {
                types.push(ty);
            }
        }
        sort_by_key(&mut types, |ty| ty.path);
        let mut object = ObjectView::default();
        for ty in &types {
            let mut rules = rules_of(&declared(&[ty]));
            rules.retain(|assignment| self.get(assignment.entry.def.code()).is_some());
            object.member(ty.path, views_of(&rules));
        }
        object
    }

    fn code(&self, entry: &Entry) -> ObjectView<'_> {
        let mut object = declaration(entry);
        let others = self.of_code(entry.def.code()).iter().skip(1);
        object.unless_empty("also_declared", JsonView::list(others.map(declaration)));
        object
    }

    /// Returns the codes of each command or tool. The value is `null` if a command or tool doesn't
    /// declare its codes.
    fn sets<'a>(&self, declared: &'a DeclaredSets) -> ObjectView<'a> {
        let mut sorted: Vec<&(String, Option<ErrorSet>)> = Vec::new();
        for entry in declared {
            // If a name occurs several times, the last one applies.
            match sorted.binary_search_by(|known| known.0.cmp(&entry.0)) {
                Ok(place) => sorted[place] = entry,
                Err(place) => sorted.insert(place, entry),
            }
        }
        let mut object = ObjectView::default();
        for (name, set) in sorted {
            let codes = match set {
                Some(set) => self.listed_codes(set),
                None => JsonView::Null,
            };
            object.member(name, codes);
        }
        object
    }

    /// Returns the codes of a set, except those that every program has.
    fn listed_codes(&self, set: &ErrorSet) -> JsonView<'static> {
        let mut codes = set.codes();
        codes.retain(|code| match self.__entry(code) {
            Some(entry) => !builtin::is_own_code(entry),
            None => false,
        });
        JsonView::list(codes)
    }
}

fn views_of(rules: &[Assignment]) -> JsonView<'static> {
    JsonView::list(rules.iter().map(Assignment::view))
}

fn declaration(entry: &Entry) -> ObjectView<'static> {
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
                object.member(name, JsonView::list(fields.iter().map(with_schema)));
            }
            value => object.member(name, value),
        }
    }
    object.unless_empty("templates", templates.into());
    if entry.def.is_shared() {
        object.member("shared", true);
    }
    if builtin::is_own_code(entry) {
        object.member("of_every_program", true);
    }
    if !entry.ty.origin.is_empty() {
        object.member("origin", entry.ty.origin);
    }
    if !entry.def.variant().is_empty() {
        object.member("variant", entry.def.variant());
    }
    let mut source = ObjectView::default();
    source.member("file", entry.ty.file);
    source.member("line", u64::from(entry.def.line()));
    object.member("source", source);
    object
}

fn with_schema(field: &FieldDef) -> ObjectView<'static> {
    let mut view = field.view();
    if field.shown == ContextFormat::Serialized
        && let Some(schema) = field.schema
    {
        view.member("schema", JsonView::raw(&schema()));
    }
    view
}

serialize_view!(Entry);

impl Entry {
    /// Iterates over the names and values of the properties that are at least this visible.
    pub(crate) fn facts(
        &self,
        visibility: Visibility,
    ) -> impl Iterator<Item = (&'static str, FactValue)> {
        let facts = FACTS
            .iter()
            .filter(move |fact| fact.visibility >= visibility);
        facts.filter_map(|fact| Some((fact.name, (fact.value)(self)?)))
    }

    pub(crate) fn view(&self) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        for (name, value) in self.facts(Visibility::Json) {
            object.member(name, value);
        }
        object
    }
}

impl From<&Entry> for JsonView<'_> {
    fn from(entry: &Entry) -> Self {
        Self::Object(entry.view())
    }
}

impl From<FactValue> for JsonView<'_> {
    fn from(value: FactValue) -> Self {
        match value {
            FactValue::Text(text) => Self::Text(text),
            FactValue::Template(template) => Self::Text(template.to_string().into()),
            FactValue::Number(number) => Self::raw(&number),
            FactValue::Bool(value) => Self::Bool(value),
            FactValue::Texts(texts) => Self::list(texts.iter().copied()),
            FactValue::Fields(fields) => {
                Self::list(fields.iter().map(|field| Self::Object(field.view())))
            }
            FactValue::Rules(rules) => {
                Self::list(rules.iter().map(|rule| Self::Object(rule.view())))
            }
        }
    }
}

impl FieldDef {
    pub(crate) fn view(&self) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        object.member("name", self.name);
        object.member("type", self.json_type());
        object.member("rust_type", self.rust_type);
        object.member("shown", self.shown.as_str());
        object.some("summary", self.summary);
        object.some("nearest", self.lists_nearest.then_some(true));
        object.some("values_from", self.values_from);
        object
    }
}

impl ClassifyRule {
    fn view(&self) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        let (keyword, argument) = self.keyword_and_argument();
        object.member("rule", keyword);
        object.some("value", argument);
        object
    }
}

impl Assignment {
    fn view(&self) -> ObjectView<'static> {
        let (keyword, mut argument) = self.rule.keyword_and_argument();
        // A written type can name another type in another module.
        if let ClassifyRule::Type(ty) = &self.rule {
            argument = Some(ty.path());
        }
        let mut object = ObjectView::default();
        object.member("code", self.entry.def.code());
        object.member("rule", keyword);
        object.some("value", argument);
        object
    }
}

impl Retired {
    /// Returns the code as it appears in the catalog document. `errors explain` also marks it as
    /// retired.
    pub(super) fn view(&self, is_marked: bool) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        object.member("code", self.def.code);
        object.some("retired", is_marked.then_some(true));
        object.some("note", self.def.note);
        object.member("declared_by", self.ty.path);
        object
    }
}
