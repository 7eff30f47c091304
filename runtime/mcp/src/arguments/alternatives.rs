//! Errors for values that match no branch of an `anyOf` or `oneOf`. Reports the errors of the
//! branch that the caller most likely meant.

use super::check::best_tags;
use super::field::{Problem, Reporter, path_of};
use super::shown::shown;
use agent_error::FieldError;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::paths::Location;
use serde_json::Value;
use std::collections::HashSet;

type Branches<'a> = [Vec<ValidationError<'a>>];

impl Reporter<'_> {
    pub(super) fn alternatives(&mut self, error: &ValidationError<'_>, branches: &Branches<'_>) {
        let schema = self.schema;
        let alternatives = schema.pointer(error.schema_path().as_str());
        if let Value::Object(members) = &**error.instance()
            && let Some(Value::Array(schemas)) = alternatives
            && let Some((field, tags)) = best_tags(schemas, schema)
        {
            self.tagged(error, branches, members.get(field), field, &tags);
        } else {
            self.nearest(error, branches);
        }
    }

    /// Reports errors of a tagged union, in which the value of `field` selects one or more
    /// branches.
    fn tagged(
        &mut self,
        error: &ValidationError<'_>,
        branches: &Branches<'_>,
        sent: Option<&Value>,
        field: &str,
        tags: &[&str],
    ) {
        let sent_tag = sent.and_then(Value::as_str);
        let mut meant = Vec::new();
        for (tag, errors) in tags.iter().zip(branches) {
            if sent_tag == Some(tag) {
                meant.push(errors);
            }
        }
        if let Some(errors) = meant.into_iter().min_by_key(|errors| errors.len()) {
            return self.report_all(errors);
        }
        let path = path_of(error.instance_path(), Some(field));
        let invalid = match sent {
            Some(sent) => FieldError::new(path, "Invalid value.").sent(shown(sent)),
            None => FieldError::new(path, "Required field is missing.").missing(),
        };
        let mut seen = HashSet::new();
        let mut options = tags.to_vec();
        options.retain(|tag| seen.insert(*tag));
        self.fields.push(invalid.options(options));
    }

    fn report_all(&mut self, errors: &[ValidationError<'_>]) {
        for error in errors {
            self.report(error);
        }
    }

    fn nearest(&mut self, error: &ValidationError<'_>, branches: &Branches<'_>) {
        let at = error.instance_path();
        let meant = branches.iter().filter(|errors| accepts_kind(errors, at));
        if let Some(errors) = meant.min_by_key(|errors| errors.len()) {
            return self.report_all(errors);
        }
        // Another keyword has already reported this value.
        let last = self.fields.last().map(FieldError::field);
        if last == Some(path_of(at, None).as_str()) {
            return;
        }
        // No branch is similar, so list what each branch allows here.
        let mut all = Problem::new("Invalid value.");
        let errors = branches.iter().flatten();
        for here in errors.filter(|error| error.instance_path() == at) {
            if let Some(problem) = Problem::of(here.kind()) {
                all.options.extend(problem.options);
                all.types.extend(problem.types);
            }
        }
        let is_enum = !all.options.is_empty();
        if is_enum {
            // An optional enum also allows `null`, which isn't worth a mention.
            all.types.retain(|ty| ty != "null");
        }
        let mut seen = HashSet::new();
        all.types.retain(|ty| seen.insert(ty.clone()));
        self.fields.push(all.about(at, error.instance()));
    }
}

/// Whether a branch allows this kind of value at `at`, so that only its content is invalid.
fn accepts_kind(errors: &[ValidationError<'_>], at: &Location) -> bool {
    !errors
        .iter()
        .any(|error| error.instance_path() == at && is_about_the_kind(error))
}

/// Whether an error is about the whole value: its type, or a string that isn't allowed.
fn is_about_the_kind(error: &ValidationError<'_>) -> bool {
    matches!(
        error.kind(),
        Kind::Type { .. } | Kind::Constant { .. } | Kind::Enum { .. }
    )
}
