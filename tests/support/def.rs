//! Definitions that a test changes, with a field for each fact.
#![allow(clippy::unwrap_used, reason = "what tests share are tests, too")]

use agent_error::__private::row::{Lists, Part, RareFact, RowWord, table};
use agent_error::definition::{ErrorDef, FieldDef, RetryAfter, Rule, Template};
use agent_error::vocabulary::{Phase, RetryStrategy, Severity, SideEffects};
use agent_error_rules::row::{MORE, Row, RowText, SHARED, hash};

/// The facts of an [`ErrorDef`].
#[derive(Clone, Copy)]
pub(crate) struct Def {
    pub(crate) code: &'static str,
    pub(crate) variant: &'static str,
    pub(crate) line: u32,
    pub(crate) summary: Option<&'static str>,
    pub(crate) description: Option<&'static str>,
    pub(crate) message: Option<Template<'static>>,
    pub(crate) exit: u8,
    pub(crate) detail: Option<Template<'static>>,
    pub(crate) suggestion: Option<Template<'static>>,
    pub(crate) fix_required: Option<Template<'static>>,
    pub(crate) fix_command: Option<Template<'static>>,
    pub(crate) replacement: Option<Template<'static>>,
    pub(crate) instance: Option<Template<'static>>,
    pub(crate) docs_url: Option<&'static str>,
    pub(crate) retryable: bool,
    pub(crate) retry_after: Option<RetryAfter>,
    pub(crate) retry: Option<RetryStrategy>,
    pub(crate) side_effects: SideEffects,
    pub(crate) phase: Phase,
    pub(crate) severity: Severity,
    pub(crate) actions: &'static [&'static str],
    pub(crate) actions_field: Option<&'static str>,
    pub(crate) status: Option<u16>,
    pub(crate) status_field: Option<&'static str>,
    pub(crate) protocol: Option<i32>,
    pub(crate) since: Option<&'static str>,
    pub(crate) deprecated: Option<&'static str>,
    pub(crate) shared: bool,
    pub(crate) hidden: bool,
    pub(crate) fields: &'static [FieldDef],
    pub(crate) classify: &'static [Rule],
}

impl Def {
    /// What the exit code implies.
    pub(crate) const fn with_exit(exit: u8) -> Self {
        Self::of(&ErrorDef::with_exit(exit))
    }

    pub(crate) const fn of(def: &ErrorDef) -> Self {
        Self {
            code: def.code(),
            variant: def.variant(),
            line: def.line(),
            summary: def.summary(),
            description: def.description(),
            message: def.message(),
            exit: def.exit_code(),
            detail: def.detail(),
            suggestion: def.suggestion(),
            fix_required: def.fix_required(),
            fix_command: def.fix_command(),
            replacement: def.replacement(),
            instance: def.instance(),
            docs_url: def.docs_url(),
            retryable: def.is_retryable(),
            retry_after: def.retry_after(),
            retry: def.retry_strategy(),
            side_effects: def.side_effects(),
            phase: def.phase(),
            severity: def.severity(),
            actions: def.actions(),
            actions_field: def.actions_field(),
            status: def.status(),
            status_field: def.status_field(),
            protocol: def.protocol_code(),
            since: def.since(),
            deprecated: def.deprecated(),
            shared: def.is_shared(),
            hidden: def.is_hidden(),
            fields: def.fields(),
            classify: def.rules(),
        }
    }

    /// The definition, as the derive would have written it.
    fn build(self) -> ErrorDef {
        let mut row = Row { hash: hash(self.code), words: true, rare: true, ..Row::default() };
        let mut texts = String::new();
        for (kind, text) in [
            (RowText::Code, Some(self.code)),
            (RowText::Variant, Some(self.variant)),
            (RowText::Summary, self.summary),
            (RowText::Message, self.message.map(Template::as_str)),
            (RowText::Suggestion, self.suggestion.map(Template::as_str)),
            (RowText::DocsUrl, self.docs_url),
            (RowText::Description, self.description),
        ] {
            texts.push_str(text.unwrap_or_default());
            row.has |= text.map_or(0, |_| kind.bit());
            row.ends[kind as usize] = u16::try_from(texts.len()).unwrap();
        }
        row.has &= !SHARED;
        row.has |= if self.shared { SHARED | MORE } else { MORE };
        let fields = vec![self.fields].leak();
        let rare = vec![&*self.rare().leak()].leak();
        let lists = Box::leak(Box::new(Lists { line: self.line, texts: texts.leak(), fields, rare }));
        let mut words = vec![
            RowWord::Retryable(self.retryable),
            RowWord::SideEffects(self.side_effects),
            RowWord::Severity(self.severity),
        ];
        words.extend(self.status.map(RowWord::Status));
        let [def] = table::<1>(lists, &[ErrorDef::with_exit(self.exit)], 0, &row.pack(), &[&words]);
        def
    }

    fn rare(&self) -> Vec<RareFact> {
        let mut rare = vec![
            RareFact::Phase(self.phase),
            RareFact::Hidden(self.hidden),
            RareFact::Actions(self.actions),
            RareFact::Classify(self.classify),
        ];
        for (part, template) in [
            (Part::Detail, self.detail),
            (Part::FixRequired, self.fix_required),
            (Part::FixCommand, self.fix_command),
            (Part::Replacement, self.replacement),
            (Part::Instance, self.instance),
        ] {
            rare.extend(template.map(|template| RareFact::Text(part, template.as_str())));
        }
        rare.extend(self.retry_after.map(|wait| match wait {
            RetryAfter::Fixed(wait) => RareFact::RetryAfterMillis(wait.as_millis().try_into().unwrap()),
            RetryAfter::Field(field) => RareFact::RetryAfterField(field),
            _ => unreachable!("a wait is fixed or in a field"),
        }));
        rare.extend(self.retry.map(RareFact::Retry));
        rare.extend(self.actions_field.map(RareFact::ActionsField));
        rare.extend(self.status_field.map(RareFact::StatusField));
        rare.extend(self.protocol.map(RareFact::Protocol));
        rare.extend(self.since.map(RareFact::Since));
        rare.extend(self.deprecated.map(RareFact::Deprecated));
        rare
    }
}

/// The definitions of a type.
pub(crate) fn built(defs: impl IntoIterator<Item = Def>) -> &'static [ErrorDef] {
    defs.into_iter().map(Def::build).collect::<Vec<_>>().leak()
}
