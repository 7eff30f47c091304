//! What a static fact about a code is.

use super::def::FieldDef;
use super::entry::Entry;
use super::rule::Rule;
use crate::text::template::Template;
use std::borrow::Cow;

/// What a view shows of a fact.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FactValue {
    /// A text, or a word of a fixed set.
    Text(Cow<'static, str>),
    /// A text with places for fields.
    Template(Template),
    /// A whole number.
    Number(i64),
    /// True or false.
    Bool(bool),
    /// Several texts.
    Texts(&'static [&'static str]),
    /// The fields of the context.
    Fields(&'static [FieldDef]),
    /// The foreign errors that the code stands for.
    Rules(&'static [Rule]),
}

/// The JSON type of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactType {
    /// A string that is not empty.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// An integer in this range, both ends included.
    Integer(i64, i64),
    /// True or false.
    Boolean,
    /// An array of strings.
    Texts,
    /// An array of fields.
    Fields,
    /// An array of rules.
    Rules,
}

/// What a change of a fact means to those who rely on the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactClass {
    /// It names the code: another one is another code.
    Identity,
    /// Programs branch on it: any change is breaking.
    Behavior,
    /// Callers act on it where it is there: a new one is additive, any other change is breaking.
    Promise,
    /// Callers choose from it: one that is gone is breaking, one more is additive.
    Choice,
    /// Callers rely on its presence: one that is removed is breaking, a new one additive, other words are cosmetic.
    Presence,
    /// A warning that becomes a failure, or the other way round, is breaking; any other change is cosmetic.
    Severity,
    /// It announces a change: a new one is additive, any other change is cosmetic.
    Notice,
    /// People read it: any change is cosmetic.
    Wording,
    /// Its parts are compared one by one: the fields of the context.
    Parts,
    /// It follows from other facts, or from where the code is declared.
    Derived,
}

/// Where in a page for people a fact is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// What the code means, and how a call with it ends.
    Meaning,
    /// What to do.
    Advice,
    /// When it occurs, and how bad it is.
    Circumstances,
    /// What an occurrence carries, and which foreign errors the code stands for.
    Contents,
    /// Where more is to be read, and the history of the code.
    Origin,
}

/// How a person reads a fact.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// As its value.
    Value,
    /// As part of another fact.
    Elsewhere,
    /// As the program's table of exit codes explains it.
    ExitCode,
    /// In other words: no line, one, or several.
    Lines(fn(&Entry) -> Vec<String>),
}

/// The views that show a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views(u8);

impl Views {
    /// The lean list of codes.
    pub const LIST: Self = Self(1);
    /// The whole catalog as JSON: `errors explain` and the catalog of an MCP server.
    pub const JSON: Self = Self(2);
    /// `errors explain` for people.
    pub const EXPLAIN: Self = Self(4);
    /// The page about the code.
    pub const PAGE: Self = Self(8);
    /// Schemas and types of what a failed call answers.
    pub const ANSWER: Self = Self(16);
    /// The table of facts in TypeScript.
    pub const TABLE: Self = Self(32);
    /// The exported catalog; all of [`Views::JSON`] is there, too.
    pub const EXPORT: Self = Self(64);

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether one of the other views is among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// How an occurrence carries a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answered {
    /// As a text, if there is one.
    Text,
    /// As one of its words, but for the one that goes without saying; what programs branch on always as declared.
    Value {
        /// What an answer does not mention.
        implied: Option<&'static str>,
    },
    /// As a number of milliseconds, if there is one.
    Wait,
    /// As a list of texts, if there are any.
    Texts,
}

/// One static fact about a code.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fact {
    /// The key on the wire, in every view.
    pub name: &'static str,
    /// What it is, in a clause.
    pub about: &'static str,
    /// What the declaration of a code says; `None` if it says nothing.
    pub value: fn(&Entry) -> Option<FactValue>,
    /// The JSON type of the value.
    pub ty: FactType,
    /// Whether the declaration of every code has it.
    pub always: bool,
    /// What a change means.
    pub class: FactClass,
    /// The name that people read, in a terminal.
    pub label: &'static str,
    /// The name that people read, on a page.
    pub title: &'static str,
    /// Where people read it.
    pub section: Section,
    /// Where it is shown.
    pub views: Views,
    pub(crate) reading: Reading,
    /// How an answer carries it, if it does.
    pub answered: Option<Answered>,
}

impl FactClass {
    /// Whether a lock file keeps the fact by itself.
    pub const fn is_locked(self) -> bool {
        !matches!(self, Self::Identity | Self::Parts | Self::Derived)
    }
}

impl Fact {
    /// A fact that is a text, read as it is, in the catalog as JSON and in `errors explain`.
    pub(super) const fn text(name: &'static str, about: &'static str, value: fn(&Entry) -> Option<FactValue>) -> Self {
        Self {
            name,
            about,
            value,
            ty: FactType::Text,
            always: false,
            class: FactClass::Wording,
            label: name,
            title: name,
            section: Section::Meaning,
            views: Views::JSON.and(Views::EXPLAIN).and(Views::PAGE),
            reading: Reading::Value,
            answered: None,
        }
    }
}
