//! Error definitions that tests can modify, with a field for each fact.
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::__private::{Attribute, FieldProperty};
use agent_error::definition::{ClassifyRule, ErrorDef, FieldDef, RetryAfter, Template};
use agent_error::error::Part;
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
        Self::without_fields(&ErrorDef::new("", exit))
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
        let mut def = ErrorDef::new(self.code, self.exit)
            .declared_by(self.variant, self.line)
            .with_retryable(self.retryable)
            .with_side_effects(self.side_effects)
            .with_severity(self.severity)
            .with_field_list(self.names_and_types().leak())
            .with_attributes(self.attributes().leak());
        if let Some(text) = self.summary {
            def = def.with_summary(text);
        }
        if let Some(template) = self.message {
            def = def.with_message(template.as_str());
        }
        if let Some(template) = self.suggestion {
            def = def.with_suggestion(template.as_str());
        }
        if let Some(url) = self.docs_url {
            def = def.with_docs_url(url);
        }
        if let Some(status) = self.status {
            def = def.with_status(status);
        }
        if self.shared { def.shared() } else { def }
    }

    /// Returns the name and the type of each field, in turn.
    fn names_and_types(&self) -> Vec<&'static str> {
        self.fields.iter().flat_map(|field| [field.name, field.ty]).collect()
    }

    fn attributes(&self) -> Vec<Attribute> {
        let mut attributes = Vec::new();
        for field in self.fields {
            let facts = [
                match field.shown {
                    ContextFormat::Text => Some(FieldProperty::Displayed),
                    ContextFormat::Redacted => Some(FieldProperty::Redacted),
                    _ => None,
                },
                field.summary.map(FieldProperty::Summary),
                field.nearest.then_some(FieldProperty::Nearest),
                field.values_from.map(FieldProperty::ValuesFrom),
                Some(FieldProperty::Schema(field.schema)),
            ];
            attributes.extend(facts.into_iter().flatten().map(|fact| Attribute::Field(field.name, fact)));
        }
        attributes.extend([
            Attribute::Phase(self.phase),
            Attribute::Actions(self.actions),
            Attribute::Classify(self.classify),
        ]);
        attributes.extend(self.hidden.then_some(Attribute::Hidden));
        attributes.extend(self.description.map(Attribute::Description));
        attributes.push(Attribute::Optional(self.optional));
        for (part, template) in [
            (Part::Detail, self.detail),
            (Part::FixRequired, self.fix_required),
            (Part::FixCommand, self.fix_command),
            (Part::CheckCommand, self.check_command),
            (Part::Replacement, self.replacement),
            (Part::Instance, self.instance),
        ] {
            attributes.extend(template.map(|template| Attribute::Text(part, template.as_str())));
        }
        attributes.extend(self.retry_after.map(|wait| match wait {
            RetryAfter::Fixed(wait) => Attribute::RetryAfterMillis(wait.as_millis().try_into().unwrap()),
            RetryAfter::Field(field) => Attribute::RetryAfterField(field),
            _ => unreachable!("a retry delay is fixed or in a field"),
        }));
        attributes.extend(self.retry.map(Attribute::Retry));
        attributes.extend(self.actions_field.map(Attribute::ActionsField));
        attributes.extend(self.status_field.map(Attribute::StatusField));
        attributes.extend(self.body_field.map(Attribute::BodyField));
        attributes.extend(self.protocol.map(Attribute::Protocol));
        attributes.extend(self.grpc.map(Attribute::Grpc));
        attributes.extend(self.deprecated.map(Attribute::Deprecated));
        attributes
    }
}

/// Builds the definitions of a type.
pub(crate) fn built(defs: impl IntoIterator<Item = Def>) -> &'static [ErrorDef] {
    defs.into_iter().map(Def::build).collect::<Vec<_>>().leak()
}
