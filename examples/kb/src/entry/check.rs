//! Validates entries against the schema of their type.

use super::problem::Problem;
use super::{Draft, Kind, MAX_BODY, schema};
use crate::error::{EntryError, Line};
use agent_error::format::without_secrets;
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Validates the fields of an entry.
///
/// # Errors
///
/// Returns all problems. General problems come before those specific to the type.
pub(crate) fn check(mut fields: Map<String, Value>) -> Result<Draft, EntryError> {
    if let Some(Value::String(body)) = fields.get("body")
        && body.len() as u64 > MAX_BODY
    {
        let (field, limit, current) = ("body", MAX_BODY, body.len() as u64);
        return Err(EntryError::TooLarge { line: Line::default(), field, limit, current });
    }
    // Without metadata, report its missing fields instead of `metadata` itself.
    fields.entry("metadata").or_insert_with(|| json!({}));
    let kind = fields.get("type").and_then(Value::as_str).and_then(Kind::named).unwrap_or_default();
    let schema = schema::of(kind);
    let fields = Value::Object(fields);
    violations(kind, &schema, &fields)?;
    serde_json::from_value(fields).map_err(|error| invalid("entry", "schema", "is not valid", &error.to_string()))
}

/// The maximum number of problems to check, and the maximum number to report in addition to the first.
const MAX_PROBLEMS: usize = 100;
const MAX_OTHERS: usize = 5;

fn violations(kind: Kind, schema: &Value, fields: &Value) -> Result<(), EntryError> {
    let failed =
        |error: jsonschema::ValidationError<'_>| invalid("entry", "schema", "is not valid", &error.to_string());
    let validator: Validator = jsonschema::draft202012::new(schema).map_err(failed)?;
    let errors: Vec<_> = validator.iter_errors(fields).take(MAX_PROBLEMS).collect();
    let mut problems: Vec<Problem<'_>> = errors.iter().map(|error| Problem::new(error, schema)).collect();
    problems.sort_by_key(Problem::rank);
    match problems.split_first() {
        None => Ok(()),
        Some((first, others)) => Err(refusal(kind, schema, fields, first, others)),
    }
}

/// Creates the error for the first problem. The error also lists the others.
fn refusal(kind: Kind, schema: &Value, fields: &Value, first: &Problem<'_>, others: &[Problem<'_>]) -> EntryError {
    let also: Vec<String> =
        others.iter().take(MAX_OTHERS).map(|other| format!("`{}` {}", other.field(), other.what())).collect();
    let also = also.into_boxed_slice();
    let (line, field, problem) = (Line::default(), first.field().into(), first.what().into());
    if first.is_in_metadata() {
        let constraint = Box::new(first.constraint());
        let valid = valid(first, &schema["properties"]["metadata"]);
        let detail = detail(format!("Constraint: {constraint}. {valid}"), &also);
        return EntryError::SchemaViolation { line, kind, field, problem, constraint, also, detail };
    }
    let moved = first.unknown().and_then(|name| belongs_into_metadata(kind, schema, fields, name));
    let (about, advice) = moved.unwrap_or_else(|| {
        let advice = match first.unknown() {
            Some(_) => format!("Rename or remove `{field}`, then try again"),
            None => format!("Correct `{field}`, then try again"),
        };
        (valid(first, schema), advice)
    });
    let detail = detail(about, &also);
    EntryError::Invalid { line, field, rule: first.rule(), problem, also, detail, advice: advice.into() }
}

/// The maximum length of a name to compare.
const LONGEST_NAME: usize = 80;

/// Describes what would be valid.
fn valid(problem: &Problem<'_>, object: &Value) -> String {
    match (problem.unknown(), problem.expected()) {
        (Some(name), _) => {
            let beginning: String = name.chars().take(LONGEST_NAME).collect();
            let mut names = schema::names(object);
            names.sort_by_key(|known| strsim::osa_distance(known, &beginning));
            format!("Valid fields: `{}`", names.join("`, `"))
        }
        (None, Some(expected)) => format!("Expected: {expected}"),
        (None, None) => "Expected: an object with the fields of an entry".to_owned(),
    }
}

/// Returns the detail and the advice for top-level fields that belong in the metadata. The advice moves all of them.
fn belongs_into_metadata(kind: Kind, schema: &Value, fields: &Value, name: &str) -> Option<(String, String)> {
    const LONGEST: usize = 1000;
    let known = &schema["properties"]["metadata"]["properties"];
    known.get(name)?;
    let mut metadata = fields["metadata"].as_object().cloned().unwrap_or_default();
    let given = fields.as_object().into_iter().flatten();
    let moved = given.filter(|(name, _)| known.get(name).is_some() && schema["properties"].get(name).is_none());
    metadata.extend(moved.map(|(name, value)| (name.clone(), value.clone())));
    let detail = format!("For entries of type `{kind}`, `{name}` belongs in `metadata`");
    let metadata = Value::Object(metadata).to_string();
    // Don't show redacted values, because a caller would store them.
    let can_be_shown = metadata.len() <= LONGEST && without_secrets(&metadata) == metadata;
    let advice = match can_be_shown {
        true => format!("Try again with metadata={metadata}"),
        false => format!("Try again with `{name}` in `metadata`"),
    };
    Some((detail, advice))
}

fn detail(about: String, also: &[String]) -> Box<str> {
    let mut detail = about;
    for other in also {
        // Writing to a string can't fail.
        let _ = write!(detail, "; also, {other}");
    }
    detail.into()
}

/// Creates the error for an invalid value that isn't checked by a schema.
pub(crate) fn invalid(field: &str, rule: &'static str, problem: &str, detail: &str) -> EntryError {
    EntryError::Invalid {
        line: Line::default(),
        field: field.into(),
        rule,
        problem: problem.into(),
        also: Box::default(),
        detail: detail.into(),
        advice: format!("Correct `{field}`, then try again").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::error::EntryError;
    use agent_error::AgentError as _;
    use serde_json::{Value, json};

    fn refused(fields: Value) -> EntryError {
        check(fields.as_object().cloned().unwrap()).unwrap_err()
    }

    fn violation(fields: Value) -> (&'static str, String, String) {
        match refused(fields) {
            EntryError::Invalid { rule, field, problem, .. } => (rule, field.into(), problem.into()),
            EntryError::SchemaViolation { field, problem, .. } => ("metadata", field.into(), problem.into()),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn every_rule_is_reported_with_its_field() {
        for (fields, rule, field, problem) in [
            (json!({}), "required", "title", "is missing"),
            (json!({"title": ""}), "minLength", "title", "is empty"),
            (json!({"title": "x".repeat(201)}), "maxLength", "title", "has more than 200 characters"),
            (json!({"title": "a\nb"}), "pattern", "title", "has the invalid value \"a\\nb\""),
            (json!({"title": 7}), "type", "title", "is a number"),
            (json!({"title": "a", "id": "A B"}), "pattern", "id", "has the invalid value \"A B\""),
            (json!({"title": "a", "type": "bug"}), "enum", "type", "has the invalid value \"bug\""),
            (json!({"title": "a", "tags": "b"}), "type", "tags", "is a string"),
            (json!({"title": "a", "tags": ["b", "b"]}), "uniqueItems", "tags", "has duplicate values"),
            (json!({"title": "a", "tags": ["b", "C"]}), "pattern", "tags.1", "has the invalid value \"C\""),
            (json!({"title": "a", "metadata": []}), "type", "metadata", "is an array"),
            (json!({"titel": "a"}), "additionalProperties", "titel", "is not a valid field"),
            (json!({"title": "a", "metadata": {"x": 1}}), "metadata", "metadata.x", "is unknown"),
            (json!({"title": "a", "type": "decision"}), "metadata", "metadata.status", "is missing"),
        ] {
            assert_eq!(violation(fields), (rule, field.to_owned(), problem.to_owned()));
        }
        let tags: Vec<String> = (0..21).map(|number| number.to_string()).collect();
        assert_eq!(violation(json!({"title": "a", "tags": tags})).0, "maxItems");
    }

    #[test]
    fn metadata_fields_are_moved_into_the_metadata() {
        let error = refused(json!({"title": "a", "type": "backlog_item", "status": "proposed"}));
        assert_eq!(error.to_string(), "`status` is not a valid field");
        let detail = error.detail().unwrap();
        assert!(detail.starts_with("For entries of type `backlog_item`, `status` belongs in `metadata`"));
        let advice = error.suggestion().unwrap();
        assert!(advice.starts_with("Try again with metadata={\"status\":\"proposed\"}; "), "{advice}");
    }

    #[test]
    fn long_or_secret_metadata_is_not_shown() {
        let long = "x".repeat(2000);
        let error = refused(json!({"title": "a", "type": "backlog_item", "status": long, "priority": 1}));
        let advice = error.suggestion().unwrap();
        assert!(advice.starts_with("Try again with `priority` in `metadata`; "), "{advice}");
        let both = refused(json!({"title": "a", "type": "backlog_item", "status": "done", "priority": 1}));
        let advice = both.suggestion().unwrap();
        assert!(advice.starts_with(r#"Try again with metadata={"priority":1,"status":"done"}; "#), "{advice}");
    }

    #[test]
    fn only_a_few_of_many_problems_are_reported() {
        let error = refused(json!({"title": "a", "tags": vec!["B"; 10_000]}));
        let EntryError::Invalid { also, .. } = error else { panic!("{error}") };
        assert_eq!(also.len(), super::MAX_OTHERS);
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let error = refused(json!({"titel": "a", "tags": ["B"], "type": "backlog_item", "metadata": {"priority": 9}}));
        let EntryError::Invalid { also, .. } = error else { panic!("{error}") };
        for other in [
            "`title` is missing",
            "`tags.0` has the invalid value \"B\"",
            "`metadata.priority` has the invalid value 9",
        ] {
            assert!(also.iter().any(|also| also == other), "{also:?}");
        }
    }

    #[test]
    fn constraints_include_keyword_and_value() {
        for (metadata, expected) in [
            (json!({"status": "open"}), json!({"enum": ["proposed", "accepted", "in_progress", "done", "rejected"]})),
            (json!({"status": "done", "priority": 0}), json!({"minimum": 1})),
            (json!({"status": "done", "priority": 6}), json!({"maximum": 5})),
            (json!({"status": "done", "priority": 1.5}), json!({"type": "integer"})),
            (json!({"priority": 1}), json!({"required": ["status"]})),
            (json!({"status": "done", "x": 1}), json!({"additionalProperties": false})),
        ] {
            let error = refused(json!({"title": "a", "type": "backlog_item", "metadata": metadata}));
            let EntryError::SchemaViolation { constraint, .. } = error else { panic!("{error}") };
            assert_eq!(*constraint, expected);
        }
    }

    #[test]
    fn the_body_length_is_limited() {
        let limit = usize::try_from(super::MAX_BODY).unwrap();
        assert!(check(json!({"title": "a", "body": "x".repeat(limit)}).as_object().cloned().unwrap()).is_ok());
        let error = refused(json!({"title": "a", "body": "ü".repeat(limit)}));
        assert!(matches!(error, EntryError::TooLarge { current: 524_288, limit: 262_144, .. }));
    }
}
