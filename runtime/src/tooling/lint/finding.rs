//! What a code can lack.

use crate::catalog::proof::Proof;
use crate::definition::def::ErrorDef;
use crate::definition::entry::Entry;
use crate::definition::rule::Rule;
use crate::vocabulary::exit;
use crate::vocabulary::good::{Need, Stated};
use crate::vocabulary::terms::Severity;
use crate::vocabulary::word::wire_words;
use serde::ser::{Serialize, SerializeMap, Serializer};

wire_words! {
    /// What a code lacks.
    pub enum FindingKind {
        /// The message shows values, and none of them is in the context.
        NoContext = "no_context",
        /// A caller could recover, and nothing says how: neither `suggest` nor `fix`, `fix_required` or `actions`.
        NoSuggestion = "no_suggestion",
        /// What was called has moved, and nothing names its replacement: the exit code is 13.
        NoReplacement = "no_replacement",
        /// There is no page about the code.
        NoDocsUrl = "no_docs_url",
        /// The advice names a command or a flag that does not exist.
        UntrueAdvice = "untrue_advice",
        /// No test has followed the advice as it is now.
        UnprovenAdvice = "unproven_advice",
        /// The variant has no doc comment, so `errors list` cannot say when the error occurs.
        NoSummary = "no_summary",
        /// The message ends with a period: it is a clause, which other text embeds.
        MessageEndsWithPeriod = "message_ends_with_period",
        /// The message has more than one line.
        MessageHasNewline = "message_has_newline",
    }
}

impl FindingKind {
    /// Every kind, the costliest first.
    pub const ALL: &'static [Self] = &[
        Self::NoContext,
        Self::NoSuggestion,
        Self::NoReplacement,
        Self::NoDocsUrl,
        Self::UntrueAdvice,
        Self::UnprovenAdvice,
        Self::NoSummary,
        Self::MessageEndsWithPeriod,
        Self::MessageHasNewline,
    ];

    /// What an agent needs that is missing: untrue advice is none. Without proof, advice may still be true.
    const fn need(self) -> Option<Need> {
        Some(match self {
            Self::NoContext => Need::Context,
            Self::NoSuggestion | Self::NoReplacement | Self::UntrueAdvice => Need::Advice,
            Self::NoDocsUrl => Need::Docs,
            Self::NoSummary => Need::Summary,
            Self::MessageEndsWithPeriod => Need::NoPeriod,
            Self::MessageHasNewline => Need::OneLine,
            Self::UnprovenAdvice => return None,
        })
    }

    /// The level of the score that the code misses by it.
    pub const fn level(self) -> Option<u8> {
        match self.need() {
            Some(need) => need.level(),
            None => None,
        }
    }

    /// What is wrong, and what to do about it.
    const fn what(self) -> &'static str {
        match self {
            Self::NoContext => "the message shows values, but the context has none; do not skip their fields",
            Self::NoSuggestion => {
                "a caller could recover, but nothing says how; add `suggest`, `fix` or `fix_required`"
            }
            Self::NoReplacement => "its exit code says that it has moved, but nothing says where; add `replacement`",
            Self::NoDocsUrl => "the code has no docs page; add `docs` to the variant or to its type",
            Self::UntrueAdvice => "the advice names what does not exist",
            Self::UnprovenAdvice => "no test follows its advice; add a proof, or an exemption with a reason",
            Self::NoSummary => "it has no doc comment; say in one when it occurs",
            Self::MessageEndsWithPeriod => "the message ends with a period; remove it",
            Self::MessageHasNewline => "the message has more than one line; move the rest to `detail`",
        }
    }

    /// Whether the declaration of a code shows it.
    pub(super) fn applies_to(self, entry: &Entry) -> bool {
        let def = entry.def;
        let message = def.message.map(|message| message.to_string()).unwrap_or_default();
        let stated = Stated {
            code: def.code,
            exit: Some(def.exit.into()),
            is_critical: def.severity == Severity::Critical,
            message: &message,
            hides_values: hides_its_values(def),
            has_advice: has_advice(def),
            has_docs: entry.docs_url().is_some(),
            has_summary: def.summary.is_some(),
        };
        match self {
            // Advice can only be checked with the commands of the program, and proofs only by its tests.
            Self::UntrueAdvice | Self::UnprovenAdvice => false,
            Self::NoReplacement => def.exit == exit::REDIRECTED && def.replacement.is_none(),
            _ => self.need().is_some_and(|need| stated.lacks(need)),
        }
    }
}

fn has_advice(def: &ErrorDef) -> bool {
    let texts = [def.suggestion, def.fix_command, def.fix_required, def.replacement];
    texts.iter().any(Option::is_some) || !def.actions.is_empty() || def.actions_field.is_some()
}

/// Whether an agent would have to read values off the message.
///
/// A message that is one value alone was written elsewhere, and so was that of an error that no other rule knows:
/// its content is unknown. A source is not a value: every format has a place for its text, or the message shows it.
fn hides_its_values(def: &ErrorDef) -> bool {
    let Some(message) = def.message else { return false };
    let mut fields = message.fields().filter(|field| *field != "source");
    let (Some(first), second) = (fields.next(), fields.next()) else { return false };
    let one_value_alone = second.is_none() && message.to_string() == format!("{{{first}}}");
    let is_fallback = def.classify.contains(&Rule::Fallback);
    def.fields.is_empty() && !one_value_alone && !is_fallback
}

/// Something that a code lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// What is wrong and what to do about it, in a clause.
    pub text: String,
}

impl Finding {
    pub(super) fn new(kind: FindingKind) -> Self {
        Self { kind, text: kind.what().to_owned() }
    }

    /// What a proof shows; nothing if the advice is proven or exempt.
    pub(super) fn of_proof(proof: &Proof) -> Option<Self> {
        const CHANGED: &str = "its advice has changed since a test followed it; run the test of its proof";
        let kind = FindingKind::UnprovenAdvice;
        match proof {
            Proof::Proven { .. } | Proof::Exempt { .. } => None,
            Proof::Unproven { changed: false } => Some(Self::new(kind)),
            Proof::Unproven { changed: true } => Some(Self { kind, text: CHANGED.to_owned() }),
        }
    }

    #[cfg(feature = "clap")]
    pub(crate) fn untrue(what: &str) -> Self {
        Self { kind: FindingKind::UntrueAdvice, text: format!("{}: {what}", FindingKind::UntrueAdvice.what()) }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("kind", &self.kind)?;
        map.serialize_entry("text", &self.text)?;
        map.end()
    }
}
