//! Conversions from declarations to JSON.

use crate::definition::entry::Entry;
use crate::definition::fact::{FactValue, Visibility};
use crate::definition::facts::FACTS;
use crate::definition::field_def::FieldDef;
use crate::definition::rule::ClassifyRule;
use crate::json::{JsonView, ObjectView, serialize_view};

serialize_view!(Entry);

impl Entry {
    /// Iterates over the names and values of the properties that are at least this visible.
    pub(crate) fn facts(&self, visibility: Visibility) -> impl Iterator<Item = (&'static str, FactValue)> {
        let facts = FACTS.iter().filter(move |fact| fact.visibility >= visibility);
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
            FactValue::Fields(fields) => Self::list(fields.iter().map(|field| Self::Object(field.view()))),
            FactValue::Rules(rules) => Self::list(rules.iter().map(|rule| Self::Object(rule.view()))),
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
        object.member("rule", self.kind());
        object.some("value", self.value());
        object
    }
}
