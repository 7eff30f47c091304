//! Tests that everything a program writes matches the schema of its catalog and the schemas of all compatible versions.
//! Generates the declarations and the errors.

use crate::contract_of;
use crate::def::{Def, built};
use crate::document_of;
use crate::shop::ShopError;
use agent_error::definition::{Catalogued, ErrorDef, FieldDef, RetryAfter, Template, TypeDef};
use agent_error::error::ContextValue;
use agent_error::vocabulary::{ContextFormat, Phase, RetryStrategy, Severity, SideEffects};
use agent_error::{AgentError, Catalog, ErrorRecord, Format, render};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::Value;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Values for a field of any type in [`TYPES`].
#[derive(Clone, Debug)]
struct Sample {
    number: f64,
    integer: u64,
    text: String,
    is_none: bool,
}

/// The Rust type of a field, and a function that returns a value of this type as the derive would.
type Type = (&'static str, fn(&Sample) -> ContextValue);

/// Converts a number as the derive would: JSON has no NaN and no infinities.
fn float(number: f64) -> ContextValue {
    if number.is_finite() { number.into() } else { number.to_string().into() }
}

const TYPES: &[Type] = &[
    ("bool", |it| it.is_none.into()),
    ("u8", |it| (it.integer % 256).into()),
    ("u64", |it| it.integer.into()),
    ("i64", |it| it.integer.cast_signed().into()),
    ("f64", |it| float(it.number)),
    ("Option<f32>", |it| if it.is_none { ContextValue::of(&()) } else { float(it.number) }),
    ("String", |it| it.text.as_str().into()),
    ("Option<String>", |it| ContextValue::of(&(!it.is_none).then_some(&it.text))),
    ("PathBuf", |it| it.text.as_str().into()),
    ("Vec<f64>", |it| vec![it.number, 1.0].into()),
    ("Vec<Option<f32>>", |it| ContextValue::of(&[Some(it.number), None])),
    ("(u8, f64)", |it| ContextValue::of(&(7_u8, it.number))),
    ("BTreeMap<String, f64>", |it| ContextValue::of(&BTreeMap::from([(&it.text, it.number)]))),
    ("Vec<String>", |it| ContextValue::of(&[&it.text, &it.text])),
    ("Duration", |it| ContextValue::of(&Duration::from_millis(it.integer % 10_000))),
    ("Mystery", |it| ContextValue::of(&(it.is_none, &it.text))),
];

#[derive(Clone, Debug)]
struct Field {
    name: usize,
    ty: usize,
    is_secret: bool,
    sample: Sample,
}

/// A declaration, and the field values of an error that uses it.
#[derive(Clone, Debug)]
struct Declared {
    status: Option<u16>,
    phase: u8,
    suggests: bool,
    fixes: bool,
    acts: u8,
    strategy: u8,
    waits: bool,
    fields: Vec<Field>,
}

/// A version of a program in which every type declares the same code.
#[derive(Clone, Debug)]
struct Version {
    retryable: bool,
    side_effects: u8,
    severity: u8,
    declared: Vec<Declared>,
}

const NAMES: [&str; 3] = ["first", "second", "third"];
const CODE: &str = "GENERATED";

fn sample() -> impl Strategy<Value = Sample> {
    let number = prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(f64::NEG_INFINITY)];
    (number, any::<u64>(), "\\PC{0,12}|[\\x00-\\x1f\u{202e}\"<]{0,4}", any::<bool>())
        .prop_map(|(number, integer, text, is_none)| Sample { number, integer, text, is_none })
}

fn field() -> impl Strategy<Value = Field> {
    (0..NAMES.len(), 0..TYPES.len(), prop::bool::weighted(0.1), sample())
        .prop_map(|(name, ty, is_secret, sample)| Field { name, ty, is_secret, sample })
}

fn declared() -> impl Strategy<Value = Declared> {
    let status = prop::option::of(prop::sample::select(vec![404_u16, 409, 503]));
    let facts = (status, 0..3_u8, any::<bool>(), any::<bool>(), 0..4_u8, 0..4_u8, any::<bool>());
    (facts, prop::collection::vec(field(), 0..3)).prop_map(|(facts, mut fields)| {
        fields.sort_by_key(|field| field.name);
        fields.dedup_by_key(|field| field.name);
        let (status, phase, suggests, fixes, acts, strategy, waits) = facts;
        Declared { status, phase, suggests, fixes, acts, strategy, waits, fields }
    })
}

fn version() -> impl Strategy<Value = Version> {
    (any::<bool>(), 0..3_u8, 0..3_u8, prop::collection::vec(declared(), 1..4)).prop_map(
        |(retryable, side_effects, severity, declared)| Version { retryable, side_effects, severity, declared },
    )
}

/// Replaces some parts of a version by those of another.
fn changed(version: &Version, other: &Version, parts: u16) -> Version {
    let mut new = version.clone();
    let takes = |part: u32| parts & (1 << part) != 0;
    let source = &other.declared[0];
    let first = &mut new.declared[0];
    let copies: [fn(&mut Declared, &Declared); 7] = [
        |to, from| to.status = from.status,
        |to, from| to.phase = from.phase,
        |to, from| to.suggests = from.suggests,
        |to, from| to.acts = from.acts,
        |to, from| to.fields.clone_from(&from.fields),
        |to, from| to.strategy = from.strategy,
        |to, from| to.fixes = from.fixes,
    ];
    for (part, copy) in (0..).zip(copies) {
        if takes(part) {
            copy(first, source);
        }
    }
    if takes(7) {
        new.declared.push(source.clone());
    }
    if takes(8) {
        new.declared.reverse();
    }
    if takes(9) && new.declared.len() > 1 {
        new.declared.pop();
    }
    new
}

impl Version {
    fn types(&self) -> Vec<&'static TypeDef> {
        let types = self.declared.iter().enumerate().map(|(place, declared)| {
            let defs = built([self.def(declared)]);
            let path: &'static str = format!("generated::Type{place}").leak();
            &*Box::leak(Box::new(TypeDef { path, defs, ..*ShopError::TYPE }))
        });
        types.collect()
    }

    fn def(&self, declared: &Declared) -> Def {
        let known = ShopError::TYPE.defs.iter().flat_map(ErrorDef::fields).next().unwrap();
        let fields = declared.fields.iter().map(|field| FieldDef {
            name: NAMES[field.name],
            ty: TYPES[field.ty].0,
            shown: if field.is_secret { ContextFormat::Redacted } else { ContextFormat::Serialized },
            summary: None,
            ..known
        });
        let fields: &'static [FieldDef] = fields.collect::<Vec<_>>().leak();
        let actions: [&'static [&'static str]; 4] = [&[], &["list"], &["list", "show"], &["show", "list"]];
        let strategies =
            [None, Some(RetryStrategy::Immediate), Some(RetryStrategy::Linear), Some(RetryStrategy::Exponential)];
        Def {
            code: CODE,
            shared: true,
            message: Some(Template::new("generated")),
            retryable: self.retryable,
            side_effects: [SideEffects::None, SideEffects::Partial, SideEffects::Complete]
                [usize::from(self.side_effects)],
            severity: [Severity::Warning, Severity::Error, Severity::Critical][usize::from(self.severity)],
            phase: [Phase::Validation, Phase::Execution, Phase::Cleanup][usize::from(declared.phase)],
            status: declared.status,
            suggestion: declared.suggests.then(|| Template::new("Try it again")),
            fix_command: declared.fixes.then(|| Template::new("tool init")),
            actions: actions[usize::from(declared.acts)],
            retry: strategies[usize::from(declared.strategy)].filter(|_| self.retryable),
            retry_after: (self.retryable && declared.waits).then_some(RetryAfter::Fixed(Duration::from_millis(1500))),
            fields,
            ..Def::with_exit(1)
        }
    }

    fn catalog(&self) -> Catalog {
        Catalog::from_types(&self.types()).unwrap()
    }

    /// Returns the envelope of one error per declaration.
    fn outputs(&self) -> Vec<Value> {
        let types = self.types();
        let errors = types.iter().zip(&self.declared).map(|(ty, declared)| Generated { def: &ty.defs[0], declared });
        errors.map(|error| serde_json::from_str(&render(&error, Format::Envelope)).unwrap()).collect()
    }

    fn validator(&self) -> Validator {
        jsonschema::draft202012::new(&document_of(&self.catalog()).envelope_schema()).unwrap()
    }
}

#[derive(Debug)]
struct Generated<'a> {
    def: &'static ErrorDef,
    declared: &'a Declared,
}

impl fmt::Display for Generated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("generated")
    }
}

impl std::error::Error for Generated<'_> {}

impl AgentError for Generated<'_> {
    fn code(&self) -> &str {
        self.def.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        Some(self.def)
    }

    fn edit(&self, record: &mut ErrorRecord) {
        record.context.clear();
        for field in &self.declared.fields {
            let value = if field.is_secret { ContextValue::redacted() } else { TYPES[field.ty].1(&field.sample) };
            record.context.insert(NAMES[field.name], value);
        }
    }
}

fn accepts(validator: &Validator, outputs: &[Value]) -> Result<(), TestCaseError> {
    for output in outputs {
        let problems: Vec<String> =
            validator.iter_errors(output).map(|error| format!("{error} at {}", error.instance_path())).collect();
        prop_assert!(problems.is_empty(), "{:#?}\n{:#}", problems, output);
    }
    Ok(())
}

#[test]
fn a_schema_accepts_output_of_every_compatible_version() {
    let compatible = Cell::new(0);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) };
    // Change only a few parts at a time, so that many versions are compatible.
    let parts = (0..1_u16 << 10, 0..1_u16 << 10, 0..1_u16 << 10).prop_map(|(a, b, c)| a & b & c);
    proptest!(config, |(old in version(), other in version(), parts in parts)| {
        let new = changed(&old, &other, parts);
        let (old_outputs, new_outputs) = (old.outputs(), new.outputs());
        accepts(&old.validator(), &old_outputs)?;
        let (before, after) = (contract_of(&old.catalog()), contract_of(&new.catalog()));
        if before.changes_to(&after).are_compatible() {
            compatible.set(compatible.get() + 1);
            accepts(&old.validator(), &new_outputs)?;
        }
        if after.changes_to(&before).are_compatible() {
            accepts(&new.validator(), &old_outputs)?;
        }
    });
    assert!(compatible.get() >= 100, "only {} pairs are compatible", compatible.get());
}
