//! Error definitions that tests can modify, with a field for each fact.
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::__private::Fact;
use agent_error::definition::{ClassifyRule, ErrorDef, FieldDef, RetryAfter, Template};
use agent_error::vocabulary::{ContextFormat, GrpcCode, Phase, RetryStrategy, Severity, SideEffects};

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
    pub(crate) check_command: Option<Template<'static>>,
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
    pub(crate) body_field: Option<&'static str>,
    pub(crate) optional: &'static [&'static str],
    pub(crate) protocol: Option<i32>,
    pub(crate) grpc: Option<GrpcCode>,
    pub(crate) deprecated: Option<&'static str>,
    pub(crate) shared: bool,
    pub(crate) hidden: bool,
    pub(crate) fields: &'static [FieldDef],
    pub(crate) classify: &'static [ClassifyRule],
}

impl Def {
    /// Creates a definition with the facts implied by an exit code.
    pub(crate) const fn with_exit(exit: u8) -> Self {
        Self::without_fields(&ErrorDef { code: "", exit, variant: "", line: 0, fields: &[], facts: &[] })
    }

    /// Copies a definition, except for its fields.
    pub(crate) const fn without_fields(def: &ErrorDef) -> Self {
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
            check_command: def.check_command(),
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
            body_field: def.body_field(),
            optional: def.optional(),
            protocol: def.protocol_code(),
            grpc: def.grpc_code(),
            deprecated: def.deprecated(),
            shared: def.is_shared(),
            hidden: def.is_hidden(),
            fields: &[],
            classify: def.rules(),
        }
    }

    /// Builds the definition as the derive would.
    fn build(self) -> ErrorDef {
        ErrorDef {
            code: self.code,
            exit: self.exit,
            variant: self.variant,
            line: self.line,
            fields: self.fields.iter().map(|field| (field.name, field.ty)).collect::<Vec<_>>().leak(),
            facts: self.facts().leak(),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        for field in self.fields {
            let name = field.name;
            facts.extend(match field.shown {
                ContextFormat::Text => Some(Fact::Displayed(name)),
                ContextFormat::Redacted => Some(Fact::Secret(name)),
                _ => None,
            });
            facts.extend(field.summary.map(|summary| Fact::FieldSummary(name, summary)));
            facts.extend(field.nearest.then_some(Fact::Nearest(name)));
            facts.extend(field.values_from.map(|command| Fact::ValuesFrom(name, command)));
            facts.push(Fact::Schema(name, field.schema));
        }
        facts.extend(self.summary.map(Fact::Summary));
        facts.extend(self.message.map(|template| Fact::Message(template.as_str())));
        facts.extend(self.suggestion.map(|template| Fact::Suggestion(template.as_str())));
        facts.extend(self.docs_url.map(Fact::DocsUrl));
        facts.extend(self.status.map(Fact::Status));
        facts.extend(self.shared.then_some(Fact::Shared));
        facts.extend([
            Fact::Retryable(self.retryable),
            Fact::SideEffects(self.side_effects),
            Fact::Severity(self.severity),
        ]);
        facts.extend([Fact::Phase(self.phase), Fact::Actions(self.actions), Fact::Classify(self.classify)]);
        facts.extend(self.hidden.then_some(Fact::Hidden));
        facts.extend(self.description.map(Fact::Description));
        facts.push(Fact::Optional(self.optional));
        let templates: [(fn(&'static str) -> Fact, Option<Template<'static>>); 6] = [
            (Fact::Detail, self.detail),
            (Fact::FixRequired, self.fix_required),
            (Fact::FixCommand, self.fix_command),
            (Fact::CheckCommand, self.check_command),
            (Fact::Replacement, self.replacement),
            (Fact::Instance, self.instance),
        ];
        facts.extend(templates.into_iter().filter_map(|(fact, template)| Some(fact(template?.as_str()))));
        facts.extend(self.retry_after.map(|wait| match wait {
            RetryAfter::Fixed(wait) => Fact::RetryAfterMillis(wait.as_millis().try_into().unwrap()),
            RetryAfter::Field(field) => Fact::RetryAfterField(field),
            _ => unreachable!("a retry delay is fixed or in a field"),
        }));
        facts.extend(self.retry.map(Fact::Retry));
        facts.extend(self.actions_field.map(Fact::ActionsField));
        facts.extend(self.status_field.map(Fact::StatusField));
        facts.extend(self.body_field.map(Fact::BodyField));
        facts.extend(self.protocol.map(Fact::Protocol));
        facts.extend(self.grpc.map(Fact::Grpc));
        facts.extend(self.deprecated.map(Fact::Deprecated));
        facts
    }
}

/// Builds the definitions of a type.
pub(crate) fn built(defs: impl IntoIterator<Item = Def>) -> &'static [ErrorDef] {
    defs.into_iter().map(Def::build).collect::<Vec<_>>().leak()
}
