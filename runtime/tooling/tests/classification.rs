//! Compares the class of each change to classification rules with what real errors get.
#![allow(
    clippy::unwrap_used,
    reason = "the functions that the tests share are tests, too"
)]

use agent_error::__private::{Fact, classifier};
use agent_error::__tooling::{ClassifyRule, ErrorDef, ForeignType, TypeDef};

use agent_error::{Catalog, FieldError, Foreign, foreign};
use agent_error_tooling::{ChangeClass, Contract};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use std::env;
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::sync::LazyLock;

type BoxError = Box<dyn Error + Send + Sync>;

/// The error of another library. What it says depends on its fields.
#[derive(Debug, Default)]
struct Failed {
    code: Option<&'static str>,
    status: Option<u16>,
    is_invalid: bool,
    message: &'static str,
    source: Option<BoxError>,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl Error for Failed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(|source| &**source as _)
    }
}

foreign!(Failed, |error| Foreign {
    code: error.code.map(str::to_owned),
    status: error.status,
    invalid: error.is_invalid.then(|| FieldError::new("f", "r")),
    ..Foreign::default()
});

/// An error that only its type tells apart.
#[derive(Debug)]
struct Named(Option<BoxError>);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("named")
    }
}

impl Error for Named {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.as_ref().map(|source| &**source as _)
    }
}

/// Several errors at once.
#[derive(Debug)]
struct Several(Vec<BoxError>);

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("several")
    }
}

impl Error for Several {}

foreign!(Several, |error| Foreign {
    inner: error.0.iter().map(|error| &**error as _).collect(),
    ..Foreign::default()
});

/// Everything that an error of the tests says.
#[derive(Clone, Copy, Debug)]
enum Said {
    Io(ErrorKind),
    Named,
    Number,
    Code(&'static str),
    Status(u16),
    Invalid,
    Text(&'static str),
}

const SAID: [Said; 15] = [
    Said::Io(ErrorKind::NotFound),
    Said::Io(ErrorKind::TimedOut),
    Said::Named,
    Said::Number,
    Said::Code("X"),
    Said::Code("Y"),
    Said::Status(404),
    Said::Status(500),
    Said::Status(503),
    Said::Invalid,
    Said::Text("the disk is full"),
    Said::Text("disk full"),
    Said::Text("art"),
    Said::Text("party"),
    Said::Text("error 500"),
];

impl Said {
    /// An error that says this, around another one.
    fn error(self, source: Option<BoxError>) -> BoxError {
        match self {
            Self::Io(kind) => match source {
                Some(source) => io::Error::new(kind, source).into(),
                None => io::Error::from(kind).into(),
            },
            Self::Named => Named(source).into(),
            Self::Number => match source {
                Some(source) => Several(vec![self.error(None), source]).into(),
                None => "x".parse::<u8>().unwrap_err().into(),
            },
            other => {
                let mut failed = Failed {
                    source,
                    ..Failed::default()
                };
                other.add_to(&mut failed);
                failed.into()
            }
        }
    }

    fn add_to(self, failed: &mut Failed) {
        match self {
            Self::Code(code) => failed.code = Some(code),
            Self::Status(status) => failed.status = Some(status),
            Self::Invalid => failed.is_invalid = true,
            Self::Text(text) => failed.message = text,
            Self::Io(_) | Self::Named | Self::Number => {}
        }
    }
}

/// Each error alone, around each other one, beside it, and both in one.
static ERRORS: LazyLock<Vec<BoxError>> = LazyLock::new(|| {
    let mut errors: Vec<BoxError> = SAID.iter().map(|said| said.error(None)).collect();
    for outer in SAID {
        for inner in SAID {
            errors.push(outer.error(Some(inner.error(None))));
            errors.push(Several(vec![outer.error(None), inner.error(None)]).into());
            let mut both = Failed::default();
            outer.add_to(&mut both);
            inner.add_to(&mut both);
            errors.push(both.into());
        }
    }
    errors
});

const RULES: [ClassifyRule; 23] = [
    ClassifyRule::Io(ErrorKind::NotFound),
    ClassifyRule::Io(ErrorKind::TimedOut),
    ClassifyRule::AnyIo,
    ClassifyRule::Type(ForeignType::of::<io::Error>("io::Error")),
    ClassifyRule::Type(ForeignType::of::<Named>("Named")),
    ClassifyRule::Type(ForeignType::of::<std::num::ParseIntError>("ParseIntError")),
    ClassifyRule::Code("X"),
    ClassifyRule::Code("Y"),
    ClassifyRule::Status(404, 404),
    ClassifyRule::Status(400, 499),
    ClassifyRule::Status(404, 500),
    ClassifyRule::Status(500, 599),
    ClassifyRule::Status(503, 503),
    ClassifyRule::Status(0, u16::MAX),
    ClassifyRule::Validation,
    ClassifyRule::Message("disk"),
    ClassifyRule::Message("Disk full"),
    ClassifyRule::Message("full"),
    ClassifyRule::Message("art"),
    ClassifyRule::Message("party"),
    ClassifyRule::Message("500"),
    ClassifyRule::Message("the disk"),
    ClassifyRule::Fallback,
];

const CODES: [&str; 4] = ["ALPHA", "BETA", "GAMMA", "DELTA"];

/// The rules of a program: two types with variants, in order. The first type nests the second one.
#[derive(Clone, Debug, Default)]
struct Rules {
    /// Whether the path of the nested type sorts first.
    is_reversed: bool,
    types: [Vec<Variant>; 2],
}

#[derive(Clone, Debug)]
struct Variant {
    code: &'static str,
    rules: Vec<ClassifyRule>,
}

impl Rules {
    fn types(&self) -> [&'static TypeDef; 2] {
        let [outer, inner] = [&self.types[0], &self.types[1]].map(|variants| {
            let defs: Vec<ErrorDef> = variants.iter().map(Variant::def).collect();
            &*defs.leak()
        });
        let paths = if self.is_reversed {
            ["shop::z::Outer", "shop::a::Inner"]
        } else {
            ["shop::a::Outer", "shop::z::Inner"]
        };
        let nested: &'static TypeDef = Box::leak(Box::new(TypeDef {
            path: paths[1],
            defs: inner,
            ..TypeDef::EMPTY
        }));
        let outer = TypeDef {
            path: paths[0],
            defs: outer,
            nested: vec![nested].leak(),
            ..TypeDef::EMPTY
        };
        [Box::leak(Box::new(outer)), nested]
    }

    fn contract(&self) -> Contract {
        let catalog = Catalog::__from_types(&self.types()).unwrap();
        let contract: Contract = catalog.document().parse().unwrap();
        assert_eq!(contract.to_lock().parse::<Contract>().unwrap(), contract);
        contract
    }

    /// The codes of all errors.
    fn codes(&self) -> Vec<String> {
        codes_of(&self.types())
    }

    /// The codes that one of the types gives to all errors.
    fn codes_of_type(&self, place: usize) -> Vec<String> {
        codes_of(&[self.types()[place]])
    }
}

fn codes_of(types: &[&'static TypeDef]) -> Vec<String> {
    let classify = classifier(types);
    let records = ERRORS.iter().map(|error| classify(&**error));
    records.map(|record| record.code().to_owned()).collect()
}

impl Variant {
    fn def(&self) -> ErrorDef {
        let rules: &'static [ClassifyRule] = self.rules.clone().leak();
        ErrorDef {
            code: self.code,
            variant: self.code,
            facts: vec![Fact::Classify(rules)].leak(),
            ..ErrorDef::EMPTY
        }
    }
}

/// Returns an error that had a code and gets another one.
fn moved(old: &[String], new: &[String]) -> Option<String> {
    let changed = old.iter().zip(new).enumerate();
    let mut moved = changed.filter(|(_, (old, new))| old != new && *old != "UNCLASSIFIED_ERROR");
    let (place, (old, new)) = moved.next()?;
    Some(format!("{:?} got {old}, and gets {new}", ERRORS[place]))
}

fn variants() -> impl Strategy<Value = Rules> {
    let order = subsequence(CODES.to_vec(), 4).prop_shuffle();
    let rules = prop::collection::vec((any::<Index>(), any::<Index>()), 0..6);
    let parts = (order, rules, 0..=4_usize, any::<bool>());
    parts.prop_map(|(codes, rules, split, is_reversed)| {
        let mut variants: Vec<Variant> = codes
            .into_iter()
            .map(|code| Variant {
                code,
                rules: Vec::new(),
            })
            .collect();
        for (rule, code) in rules {
            let rule = RULES[rule.index(RULES.len())];
            variants[code.index(4)].rules.push(rule);
        }
        let inner = variants.split_off(split);
        Rules {
            is_reversed,
            types: [variants, inner],
        }
    })
}

/// Changes a program a little.
fn edited(rules: &Rules, edits: &[(u8, Index, Index)]) -> Rules {
    let mut edited = rules.clone();
    for (kind, first, second) in edits {
        let mut all: Vec<Variant> = edited.types.concat();
        let split = edited.types[0].len();
        let from = first.index(all.len());
        let to = second.index(all.len());
        match kind {
            0 => all[from].rules.push(RULES[second.index(RULES.len())]),
            1 => drop(all[from].rules.pop()),
            2 => all.swap(from, to),
            3 => edited.is_reversed = !edited.is_reversed,
            _ => {
                let rule = all[from].rules.pop();
                all[to].rules.extend(rule);
            }
        }
        let inner = all.split_off(split);
        edited.types = [all, inner];
    }
    edited
}

/// Returns a configuration with this number of cases, or the number in `PROPTEST_CASES`.
fn cases(number: u32) -> ProptestConfig {
    let requested = env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: requested.unwrap_or(number),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn an_error_that_gets_another_code_is_a_breaking_change(
        old in variants(),
        edits in prop::collection::vec((0..5_u8, any::<Index>(), any::<Index>()), 1..4),
        place in 0..2_usize,
    ) {
        let new = edited(&old, &edits);
        let changes = old.contract().changes_to(&new.contract());
        if let Some(moved) = moved(&old.codes(), &new.codes()) {
            prop_assert!(!changes.are_compatible(), "{moved}\n{old:#?}\n{new:#?}\n{changes}");
        }
        if let Some(moved) = moved(&old.codes_of_type(place), &new.codes_of_type(place)) {
            prop_assert!(!changes.are_compatible(), "{moved}\n{old:#?}\n{new:#?}\n{changes}");
        }
    }
}

/// A program with two codes that have one rule each.
fn pair(first: ClassifyRule, second: Option<ClassifyRule>, is_reversed: bool) -> Rules {
    let first = Variant {
        code: "ALPHA",
        rules: vec![first],
    };
    let second = Variant {
        code: "BETA",
        rules: second.into_iter().collect(),
    };
    Rules {
        is_reversed,
        types: [vec![first], vec![second]],
    }
}

/// The percentage of breaking changes that may leave all errors of these tests alone.
const MAX_FALSE_ALARMS: usize = 2;

#[test]
#[ignore = "takes long; `.ci/deep properties` runs it"]
fn a_breaking_change_of_two_rules_usually_changes_the_code_of_an_error() {
    let mut changes = 0;
    let mut breaking = 0;
    let mut false_alarms = 0;
    for first in RULES {
        let old = pair(first, None, false);
        let contract = old.contract();
        let codes = old.codes();
        for second in RULES {
            for is_reversed in [false, true] {
                let new = pair(first, Some(second), is_reversed);
                let moved = moved(&codes, &new.codes());
                let found = contract.changes_to(&new.contract());
                assert!(
                    moved.is_none() || !found.are_compatible(),
                    "{first} and {second}: {moved:?}"
                );
                changes += 1;
                let is_breaking = found.count(ChangeClass::Breaking) > 0;
                breaking += usize::from(is_breaking);
                false_alarms += usize::from(is_breaking && moved.is_none());
            }
        }
    }
    println!("{changes} changes, {breaking} breaking, {false_alarms} false alarms");
    assert!(
        false_alarms * 100 <= breaking * MAX_FALSE_ALARMS,
        "{false_alarms} of {breaking}"
    );
}
